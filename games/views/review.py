"""The review of a game that is over: where the result came from, and every decision."""

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
from games.archive.reviews import Reviewed
from games.kinds import KINDS
from games.kinds.base import CARDS, Pieces
from games.kinds.pages import Person, whole
from games.kinds.review import Chapter, Judged, Share
from games.pages import board
from games.pages.board import Table
from games.pages.cache import Kept
from games.rules.base import Plain
from games.views import answers
from games.views.answers import Request

Chapters = list[tuple[Chapter, list[Judged]]]
CLEAR = 0.02  # of a result: less is not named as a difference
KEPT_DECISIONS = 4_000  # that a process remembers in words


class Decision(NamedTuple):
    """One decision, as the page shows it."""

    judged: Judged
    person: Person
    title: str
    instead: str  # what would have been better
    asked: str  # what stood to be decided
    lay: list[SafeString]  # the cards before the player, where it was about them
    html: SafeString  # what its kind tells of it
    then: str  # the address of the table as its player saw it
    by: str  # who made it, if its player did not


_told: Kept[tuple[str, int, str, tuple[Person, ...]], Decision] = Kept(KEPT_DECISIONS)


class Wish(NamedTuple):
    """What of the review is asked for."""

    seat: int | None
    only_marked: bool
    guess: bool  # the judgement is shown when one has thought oneself
    page: int

    def query(self, **other: Any) -> str:
        """The address of the same with something else."""
        seat, only_marked, guess, page = self._replace(page=1)._replace(**other)
        fields = [
            f"seat={seat}" if seat is not None else "",
            "only=marked" if only_marked else "",
            "guess=1" if guess else "",
            f"page={page}" if page > 1 else "",
        ]
        return "?" + "&".join(field for field in fields if field)


WHOLE = Wish(None, False, False, 1)


@require_safe
@answers.refusing
def review(request: Request, game_id: str) -> HttpResponse:
    """The page, or the whole review as JSON."""
    table = board.load(game_id)
    found, known = reviews.of(table), reviews.known_review(table.game.kind)
    if answers.wants_json(request):
        return JsonResponse(as_json(table, found))
    wish, move, ends = wished(request, table), moved(request, found), ends_of_pages(table, found)
    if move:
        wish = WHOLE._replace(page=page_of(ends, move))
    wanted = [one for one in found.judged if is_wanted(one, wish)]
    pages = reviews.pages(wanted, found.chapters, known.page_size)
    if wish.page > max(1, len(pages)):
        raise Http404(_("The review has no such page."))
    chapters = pages[wish.page - 1] if pages else []
    context = {
        "game": table.game,
        "kind": table.game.kind,
        "people": table.people,
        "headline": table.presenter.headline(board.view_of(table, None)[0], {}, table.people),
        "rows": (lines := rows(table, found)),
        "known": known,
        "pieces": pieces(table.game.kind),
        "summary": summary(lines, pieces(table.game.kind)),
        "course_table": course_table(table, found),
        "mattered": [(decision(table, found, one), place(ends, one.number)) for one in found.mattered],
        "chapters": [(part, [decision(table, found, one) for one in those]) for part, those in chapters],
        "asked_part": found.chapters[move] if move else None,
        "told": told(table, found, wish, chapters),
        "wish": wish,
        "first_page": wish.query(page=1),
        "marked": len(found.marked),
        "only_marked": wish.query(seat=None, only_marked=True),
        "filters": filters(table, wish),
        "pages": [(number, wish.query(page=number)) for number in range(1, len(pages) + 1)],
        "sprite_template": f"games/{table.game.kind}/sprite.html",
        "css": table.presenter.CSS,
    }
    return render_page(request, "games/review.html", context)


def wished(request: Request, table: Table) -> Wish:
    """What the address asks for; or a page that is not there."""
    seat, page = request.GET.get("seat", ""), request.GET.get("page", "1")
    number, asked = whole(seat, 2), whole(page, 4)
    if (seat and (number is None or number >= table.game.size)) or not asked:
        raise Http404(_("The review has no such page."))
    return Wish(number, request.GET.get("only") == "marked", request.GET.get("guess") == "1", asked)


def is_wanted(judged: Judged, wish: Wish) -> bool:
    """Whether the decision is among those that are asked for."""
    return wish.seat in (None, judged.seat) and (judged.mark != "" or not wish.only_marked)


def decision(table: Table, found: Reviewed, judged: Judged) -> Decision:
    """A decision in words, written once."""
    people = table.people_then(judged.number)
    key = (table.game.pk, judged.number, get_language() or "", tuple(people))
    return _told.get_or_make(key, lambda: _tell(table, found, judged, people))


def _tell(table: Table, found: Reviewed, judged: Judged, people: list[Person]) -> Decision:
    about = reviews.known_review(table.game.kind).about(judged, people)
    html = render_to_string(f"games/{table.game.kind}/judged.html", {"about": about, "judged": judged})
    then = f"{reverse('replay', args=[table.game.pk])}?step={judged.number - 1}&seat={judged.seat}"
    bare = judged._replace(facts={})  # they are large, and have been told
    by = found.by.get(judged.number, "")
    return Decision(
        bare,
        people[judged.seat],
        str(about["title"]),
        str(about["instead"]),
        " ".join(about["asked"]),
        about.get("lay", []),
        html,
        then,
        by,
    )


def moved(request: Request, found: Reviewed) -> int:
    """The move whose decision is asked for, wherever it stands; 0 where none is."""
    text = request.GET.get("move", "")
    number = whole(text, 6) if text else 0
    if number is None or (number and number not in found.chapters):
        raise Http404(_("The review has no such page."))
    return number


def ends_of_pages(table: Table, found: Reviewed) -> list[int]:
    """The last move on each page of the whole review."""
    most = reviews.known_review(table.game.kind).page_size
    pages = reviews.pages(found.judged, found.chapters, most)
    return [page[-1][1][-1].number for page in pages]


def page_of(ends: list[int], number: int) -> int:
    """The page of the whole review on which a move stands, or those that were made soon after it."""
    return min(bisect_left(ends, number) + 1, max(1, len(ends)))


def place(ends: list[int], number: int) -> str:
    """Where in the whole review a decision stands."""
    return f"{WHOLE.query(page=page_of(ends, number))}#d{number}"


def told(table: Table, found: Reviewed, wish: Wish, chapters: Chapters) -> dict[int, Plain]:
    """What else is told of the parts on this page, by their numbers; not for those who guess first."""
    telling = reviews.known_review(table.game.kind).told
    numbers = set() if wish.guess else {part.number for part, _those in chapters}
    wanted = [one for one in found.extra if one["number"] in numbers]
    return {one["number"]: telling(one, table.people_then(one["last"])) for one in wanted} if telling else {}


def filters(table: Table, wish: Wish) -> dict[str, Any]:
    """The links that show less, or more."""
    people = [
        (", ".join([*before(table, person.seat), person.name]), wish.query(seat=person.seat), wish.seat == person.seat)
        for person in table.people[: table.game.size]
    ]
    return {
        "people": [(_("Everybody"), wish.query(seat=None), wish.seat is None), *people] if len(people) > 1 else [],
        "marks": [
            (_("All decisions"), wish.query(only_marked=False), not wish.only_marked),
            (_("Only those that mattered"), wish.query(only_marked=True), wish.only_marked),
        ],
        "guess": [
            (_("Judgements shown"), wish.query(guess=False), not wish.guess),
            (_("Guess first"), wish.query(guess=True), wish.guess),
        ],
    }


# --- the players ----------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A player: the place, where the result came from, and how many of the player's own decisions mattered."""

    person: Person
    before: list[str]  # who sat there before
    place: int
    points: int | None
    share: Share | None  # None: nothing says what this kind of game is worth as it stands
    decisions: int
    marked: int
    instead: int  # made by a bot that played on, or by the clock
    course: tuple[float, ...]
    dots: list[int]


def rows(table: Table, found: Reviewed) -> list[Row]:
    """The players, the best first."""
    result = table.game.result or {}
    places, points = result["places"], result["points"]
    lines = []
    for seat in range(table.game.size):
        all_of = [one for one in found.judged if one.seat == seat]
        own = [one for one in all_of if one.number not in found.by]
        dots = [one.number for one in own if one.mark]
        score = points[seat] if points else None
        share, course = (found.shares[seat], found.course[seat]) if found.shares else (None, ())
        told = (share, len(own), len(dots), len(all_of) - len(own), course, dots)
        lines.append(Row(table.people[seat], before(table, seat), places[seat], score, *told))
    return sorted(lines, key=lambda row: row.place)


def pieces(slug: str) -> Pieces:
    """What chance deals, in words."""
    value = KINDS[slug].value
    return value.pieces if value else CARDS


def summary(lines: list[Row], dealt: Pieces) -> str:
    """Whom chance helped most, and who decided best: the review in ten seconds. What is too close is not said."""
    known = [(row.share, row.person.name) for row in lines if row.share]
    lucky = ahead([(share.luck, name) for share, name in known])
    wise = ahead([(share.skill, name) for share, name in known])
    said = []
    if lucky:
        said.append(str(dealt.kindest) % {"name": lucky})
    if wise:
        said.append(_("%(name)s decided best.") % {"name": wise})
    return " ".join(said)


def ahead(values: list[tuple[float, str]]) -> str:
    """Who is clearly ahead of all others; empty: nobody."""
    order = sorted(values, reverse=True)
    return order[0][1] if len(order) > 1 and order[0][0] - order[1][0] >= CLEAR else ""


def before(table: Table, seat: int) -> list[str]:
    """Who sat there before another did, by name."""
    return [former.user.username for former in table.formers if former.seat == seat]


def course_table(table: Table, found: Reviewed) -> list[tuple[Chapter | None, list[int]]]:
    """What everybody could expect, at the start and after each part of the game; nothing where nobody can say."""
    if not found.course:
        return []
    ends = {part: number for number, part in found.chapters.items()}
    steps: list[tuple[Chapter | None, int]] = [(None, 0), *ends.items()]
    return [(part, [round(100 * line[number]) for line in found.course]) for part, number in steps]


# --- for programs ---------------------------------------------------------------------------------------------------


def as_json(table: Table, found: Reviewed) -> Plain:
    """The whole review."""
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
            for row in sorted(rows(table, found), key=lambda row: row.person.seat)
        ],
        "decisions": [one._asdict() | by_whom(found, one.number) for one in found.judged],
    }


def by_whom(found: Reviewed, number: int) -> Plain:
    """As in records: who made the move, if its player did not."""
    return {"by": found.by[number]} if number in found.by else {}
