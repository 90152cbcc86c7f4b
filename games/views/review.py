"""The review of a finished game: luck, skill, and every decision."""

from bisect import bisect_left
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render as render_page
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.archive import reviews
from games.archive.reviews import GameReview
from games.kinds import KINDS
from games.kinds.base import CARDS, Pieces
from games.kinds.presenter import Person, read_number
from games.kinds.review import Chapter, Judged, Share
from games.pages import board, tables
from games.pages.cache import LRUCache
from games.pages.tables import Table
from games.rules.base import Plain
from games.views import responses
from games.views.responses import Request

Chapters = list[tuple[Chapter, list[Judged]]]
CLEAR = 0.02  # of a result; smaller differences aren't mentioned
MOST_CACHED = 4_000  # how many described decisions a process caches


class Decision(NamedTuple):
    """One decision, as the page shows it."""

    judged: Judged
    person: Person
    title: str
    instead: str  # the better choice
    asked: str  # the question
    lay: list[SafeString]  # the cards in front of the player, if the decision was about them
    html: SafeString  # the kind's own details
    then: str  # URL of the table as the player saw it
    by: str  # who made it, if not the player


_descriptions: LRUCache[tuple[str, int, str, tuple[Person, ...]], Decision] = LRUCache(MOST_CACHED)


class ReviewFilter(NamedTuple):
    """Which part of the review the reader asks for."""

    seat: int | None
    only_marked: bool
    guess: bool  # hide each verdict until the reader has guessed
    page: int

    def query(self, **other: Any) -> str:
        """Return the query string for this with some fields changed."""
        seat, only_marked, guess, page = self._replace(page=1)._replace(**other)
        fields = [
            f"seat={seat}" if seat is not None else "",
            "only=marked" if only_marked else "",
            "guess=1" if guess else "",
            f"page={page}" if page > 1 else "",
        ]
        return "?" + "&".join(field for field in fields if field)


WHOLE = ReviewFilter(None, False, False, 1)


@require_safe
@responses.handle_refusals
def review(request: Request, game_id: str) -> HttpResponse:
    """Show the page, or return the whole review as JSON."""
    table = tables.load(game_id)
    found, known = reviews.get_review(table), reviews.get_kind_review(table.game.kind)
    if responses.wants_json(request):
        return JsonResponse(make_json(table, found))
    wish, move, ends = parse_wish(request, table), read_move(request, found), list_page_ends(table, found)
    if move:
        wish = WHOLE._replace(page=find_page(ends, move))
    wanted = [one for one in found.judged if wish.seat in (None, one.seat) and (one.mark or not wish.only_marked)]
    pages = reviews.paginate(wanted, found.chapters, known.page_size)
    if wish.page > max(1, len(pages)):
        raise Http404(_("This page of the review doesn't exist."))
    chapters = pages[wish.page - 1] if pages else []
    told = list_details(table, found, wish, chapters)
    value = KINDS[table.game.kind].value
    pieces = value.pieces if value else CARDS
    context = {
        "game": table.game,
        "kind": table.game.kind,
        "people": table.people,
        "headline": table.presenter.headline(board.make_view(table, None)[0], {}, table.people),
        "rows": (lines := list_rows(table, found)),
        "known": known,
        "pieces": pieces,
        "summary": summarize(lines, pieces),
        "course_table": make_course_table(table, found),
        "mattered": [
            (describe_decision(table, found, one), link_to_decision(ends, one.number)) for one in found.mattered
        ],
        "chapters": describe_chapters(table, found, chapters, told),
        "asked_part": found.chapters[move] if move else None,
        "told": told,
        "wish": wish,
        "first_page": wish.query(page=1),
        "marked": len(found.marked),
        "only_marked": wish.query(seat=None, only_marked=True),
        "filters": list_filters(table, wish),
        "pages": [(number, wish.query(page=number)) for number in range(1, len(pages) + 1)],
        "sprite_template": f"games/{table.game.kind}/_sprite.html",
        "css": table.presenter.CSS,
    }
    return render_page(request, "games/review/review.html", context)


def parse_wish(request: Request, table: Table) -> ReviewFilter:
    """Read what the URL asks for, or raise a 404."""
    seat, page = request.GET.get("seat", ""), request.GET.get("page", "1")
    number, page_number = read_number(seat, 2), read_number(page, 4)
    if (seat and (number is None or number >= table.game.seat_count)) or not page_number:
        raise Http404(_("This page of the review doesn't exist."))
    return ReviewFilter(number, request.GET.get("only") == "marked", request.GET.get("guess") == "1", page_number)


def describe_chapters(
    table: Table, found: GameReview, chapters: Chapters, details: dict[int, Plain]
) -> list[tuple[Chapter, list[Decision], int, Plain | None]]:
    """Return each chapter with its decisions, how many of them mattered, and further details."""
    return [
        (
            part,
            [describe_decision(table, found, one) for one in those],
            sum(one.mark != "" for one in those),
            details.get(part.number),
        )
        for part, those in chapters
    ]


def describe_decision(table: Table, found: GameReview, judged: Judged) -> Decision:
    """Describe a decision, and cache the description."""
    people = table.people_at_move(judged.number)
    key = (table.game.pk, judged.number, get_language() or "", tuple(people))
    return _descriptions.get_or_make(key, lambda: _describe(table, found, judged, people))


def _describe(table: Table, found: GameReview, judged: Judged, people: list[Person]) -> Decision:
    about = reviews.get_kind_review(table.game.kind).about(judged, people)
    return Decision(
        judged._replace(facts={}),  # facts are large and no longer needed
        people[judged.seat],
        title=str(about["title"]),
        instead=str(about["instead"]),
        asked=" ".join(about["asked"]),
        lay=about.get("lay", []),
        html=render_to_string(f"games/{table.game.kind}/_review_decision.html", {"about": about, "judged": judged}),
        then=f"{reverse('replay', args=[table.game.pk])}?step={judged.number - 1}&seat={judged.seat}",
        by=found.by.get(judged.number, ""),
    )


def read_move(request: Request, found: GameReview) -> int:
    """Return the move whose decision was asked for; 0 if none was."""
    text = request.GET.get("move", "")
    number = read_number(text, 6) if text else 0
    if number is None or (number and number not in found.chapters):
        raise Http404(_("This page of the review doesn't exist."))
    return number


def list_page_ends(table: Table, found: GameReview) -> list[int]:
    """Return the last move on each page of the whole review."""
    most = reviews.get_kind_review(table.game.kind).page_size
    pages = reviews.paginate(found.judged, found.chapters, most)
    return [page[-1][1][-1].number for page in pages]


def find_page(ends: list[int], number: int) -> int:
    """Return the page of the whole review with that move, or with the next decision after it."""
    return min(bisect_left(ends, number) + 1, max(1, len(ends)))


def link_to_decision(ends: list[int], number: int) -> str:
    """Return the link to a decision in the whole review."""
    return f"{WHOLE.query(page=find_page(ends, number))}#d{number}"


def list_details(table: Table, found: GameReview, wish: ReviewFilter, chapters: Chapters) -> dict[int, Plain]:
    """Return further details for the parts on this page by number; none for readers who want to guess first."""
    telling = reviews.get_kind_review(table.game.kind).told
    numbers = set() if wish.guess else {part.number for part, _those in chapters}
    wanted = [one for one in found.extra if one["number"] in numbers]
    return {one["number"]: telling(one, table.people_at_move(one["last"])) for one in wanted} if telling else {}


def list_filters(table: Table, wish: ReviewFilter) -> dict[str, Any]:
    people = [
        (
            ", ".join([*list_replaced_names(table, person.seat), person.name]),
            wish.query(seat=person.seat),
            wish.seat == person.seat,
        )
        for person in table.people[: table.game.seat_count]
    ]
    return {
        "people": [(_("Everyone"), wish.query(seat=None), wish.seat is None), *people] if len(people) > 1 else [],
        "marks": [
            (_("All decisions"), wish.query(only_marked=False), not wish.only_marked),
            (_("Only decisions that mattered"), wish.query(only_marked=True), wish.only_marked),
        ],
        "guess": [
            (_("Show verdicts"), wish.query(guess=False), not wish.guess),
            (_("Guess first"), wish.query(guess=True), wish.guess),
        ],
    }


# --- the players ----------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A player's place, luck and skill, and how many of the player's own decisions mattered."""

    person: Person
    before: list[str]  # the players who were replaced
    place: int
    points: int | None
    share: Share | None  # None if the kind has no value model
    decisions: int
    marked: int
    instead: int  # decisions made by a stand-in bot or the clock
    course: tuple[float, ...]
    dots: list[int]


def list_rows(table: Table, found: GameReview) -> list[Row]:
    """Return the players, best first."""
    result = table.game.result or {}
    places, points = result["places"], result["points"]
    lines = []
    for seat in range(table.game.seat_count):
        all_of = [one for one in found.judged if one.seat == seat]
        own = [one for one in all_of if one.number not in found.by]
        dots = [one.number for one in own if one.mark]
        score = points[seat] if points else None
        share, course = (found.shares[seat], found.course[seat]) if found.shares else (None, ())
        details = (share, len(own), len(dots), len(all_of) - len(own), course, dots)
        lines.append(Row(table.people[seat], list_replaced_names(table, seat), places[seat], score, *details))
    return sorted(lines, key=lambda row: row.place)


def summarize(lines: list[Row], dealt: Pieces) -> str:
    """Say who was luckiest and who decided best: the review in ten seconds. Close calls aren't mentioned."""
    known = [(row.share, row.person.name) for row in lines if row.share]
    lucky = find_leader([(share.luck, name) for share, name in known])
    wise = find_leader([(share.skill, name) for share, name in known])
    sentences = []
    if lucky:
        sentences.append(str(dealt.kindest) % {"name": lucky})
    if wise:
        sentences.append(_("%(name)s made the best decisions.") % {"name": wise})
    return " ".join(sentences)


def find_leader(values: list[tuple[float, str]]) -> str:
    """Return who is clearly ahead of all others, or an empty string."""
    order = sorted(values, reverse=True)
    return order[0][1] if len(order) > 1 and order[0][0] - order[1][0] >= CLEAR else ""


def list_replaced_names(table: Table, seat: int) -> list[str]:
    """Return the names of the players who were replaced in that seat."""
    return [former.user.username for former in table.past_seats if former.seat == seat]


def make_course_table(table: Table, found: GameReview) -> list[tuple[Chapter | None, list[int]]]:
    """Return everyone's expected result at the start and after each part of the game; empty without a value model."""
    if not found.course:
        return []
    ends = {part: number for number, part in found.chapters.items()}
    steps: list[tuple[Chapter | None, int]] = [(None, 0), *ends.items()]
    return [(part, [round(100 * line[number]) for line in found.course]) for part, number in steps]


# --- for programs ---------------------------------------------------------------------------------------------------


def make_json(table: Table, found: GameReview) -> Plain:
    return {
        "id": table.game.pk,
        "kind": table.game.kind,
        "players": [
            {
                "seat": row.person.seat,
                "name": row.person.name,
                "before": row.before,
                "bot": row.person.bot,
                "place": row.place,
                "points": row.points,
                "share": row.share._asdict() if row.share else None,
                "course": row.course,
            }
            for row in sorted(list_rows(table, found), key=lambda row: row.person.seat)
        ],
        "decisions": [
            one._asdict() | ({"by": found.by[one.number]} if one.number in found.by else {}) for one in found.judged
        ],
    }
