"""A player's figures in words and charts."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.template.defaultfilters import date as written
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from accounts.models import User
from games.clocks import durations
from games.kinds import KINDS
from games.kinds.base import AnyKind
from games.kinds.figures import Figure, format_signed
from games.models import Outcome, PlayerTotals
from games.pages import labels as game_labels
from games.ratings import leaderboards
from games.stats import charts, player
from games.stats.charts import Chart, Point
from games.stats.player import CurrentRating, GameGroup

ANSWER_TIMES = (  # all that others may see
    (timedelta(hours=1), gettext_lazy("Usually moves within an hour.")),
    (timedelta(hours=12), gettext_lazy("Usually moves the same day.")),
    (timedelta(days=2), gettext_lazy("Usually moves within a day or two.")),
)


class ResultRow(NamedTuple):
    """A line of the table of results."""

    kind: str
    words: str
    company: str
    group: GameGroup


class FormMark(NamedTuple):
    """One of the last games: a letter or rank, its description, its style."""

    letter: str
    words: str
    look: str


def list_results(rows: Iterable[PlayerTotals]) -> list[ResultRow]:
    """List results by kind, seats and options, those with bots separately."""
    found = []
    for row in rows:
        is_solo = row.seat_count == 1
        seats = _("solo") if is_solo else game_labels.count_seats(row.seat_count)
        labels = ", ".join([seats, *describe_options(row.kind, row.option_key)])
        company = "" if is_solo else _("with bots") if row.has_bots else _("no bots")
        found.append(ResultRow(game_labels.kind_name(row.kind), labels, company, GameGroup(row.kind, [row])))
    return found


def describe_options(kind: str, option: str) -> list[str]:
    """Describe options by their short names."""
    found, known = [], KINDS[kind]
    for word in option.split():
        level = known.ladder.from_key(word)[1] if known.ladder else 0
        found.append(_("level %(level)s") % {"level": level} if level else str(known.option_words.get(word, word)))
    return found


def list_form(outcomes: Iterable[Outcome]) -> list[FormMark]:
    """Describe the last games: by a letter for two players, else by rank."""
    letters = {"won": pgettext("won", "W"), "shared": pgettext("draw", "D"), "lost": pgettext("lost", "L")}
    found = []
    for outcome in outcomes:
        kind, place, size = game_labels.kind_name(outcome.kind), outcome.rank, outcome.seat_count
        letter, look = letters[outcome.result], outcome.result
        about = _("%(kind)s: %(result)s") % {"kind": kind, "result": outcome.get_result_display()}
        if size > 2:
            letter = str(place)
            about = _("%(kind)s: place %(place)s of %(size)s") % {"kind": kind, "place": place, "size": size}
            look = "placed" if look == "lost" and place < size else look
        found.append(FormMark(letter, about, look))
    return found


def list_figures(rows: Sequence[PlayerTotals]) -> list[tuple[str, str, list[Figure]]]:
    """List the figures for the games of each kind."""
    found = []
    for kind, group in zip(KINDS.values(), player.group_by_kind(rows), strict=True):
        own = kind.statistics.figures(group) if kind.statistics else ()
        if group.games and (made := [*own, *_list_solo_figures(rows, kind), *_list_luck_figures(group)]):
            found.append((kind.slug, str(kind.names.name), made))
    return found


def _list_solo_figures(rows: Iterable[PlayerTotals], kind: AnyKind) -> Iterable[Figure]:
    """Say how far the player got with each edition of the kind's solo ladder."""
    if kind.ladder is None:
        return
    levels: dict[str, int] = {}
    for row in rows:
        if row.kind == kind.slug and row.seat_count == 1 and row.wins:
            edition, level = kind.ladder.from_key(row.option_key)
            levels[edition] = max(level, levels.get(edition, 0))
    for edition, level in levels.items():
        yield Figure(str(level), _("highest solo level beaten"), str(_(kind.ladder.labels[edition])))


def _list_luck_figures(group: GameGroup) -> Iterable[Figure]:
    """Show luck and skill in hundredths of a result."""
    if group.fact("reviewed"):
        luck, skill = group.fact("luck") / group.fact("reviewed"), group.fact("skill") / group.fact("reviewed")
        yield Figure(format_signed(100 * luck), _("luck"), _("per game, where 100 is a win"))
        yield Figure(format_signed(100 * skill), _("skill"), _("per game, where 100 is a win"))


def describe_answer_time(rows: Sequence[PlayerTotals], own: bool) -> str:
    """Say how quickly the player answers in correspondence games; others only see a range."""
    milliseconds = GameGroup("", rows).per("spent", "timed")
    if milliseconds is None:
        return ""
    mean = timedelta(milliseconds=milliseconds)
    band = next((words for most, words in ANSWER_TIMES if mean < most), _("Usually moves after a few days."))
    if own:
        return _("You take %(time)s per move on average. Other players see: “%(band)s”") % {
            "time": durations.format_duration(mean),
            "band": band,
        }
    return str(band)


def draw_rating_charts(user: User, rated: CurrentRating, own: bool) -> list[Chart]:
    found = []
    months, recent = player.load_months(user, rated.pool), player.load_recent(user, rated.pool, own)
    if len(months) > 1:
        ratings = [Point(format_month(span.period), span.mu, span.sigma) for span in months]
        if leaderboards.is_running(months[-1].period):
            ratings[-1] = Point(ratings[-1].label, *rated.now)
        games = [str(span.games) for span in months]
        found.append(_draw_ratings(_("Rating by month"), _("Month"), ratings, games))
    form = pgettext("date format", "M j")
    if recent:
        ratings = [Point(written(one.ended_at, form), one.mu_after or 0.0, one.sigma_after or 0.0) for one in recent]
        title = ngettext("The last rated game", "The last %(count)s rated games", len(recent)) % {"count": len(recent)}
        found.append(_draw_ratings(title, _("Date"), ratings))
    return found


def _draw_ratings(title: str, label: str, ratings: Sequence[Point], games: Sequence[str] = ()) -> Chart:
    """Draw ratings with their uncertainty; the table may have a column with the number of games."""
    head = (label, _("Rating"), _("Uncertainty"), *([_("Games")] if games else []))
    rows = [(point.label, str(round(point.value)), f"± {round(point.spread)}") for point in ratings]
    about = _("From %(first)s to %(last)s.") % {"first": rows[0][1], "last": rows[-1][1]}
    return charts.draw_line(
        title, about, ratings, head, [(*row, count) for row, count in zip(rows, games, strict=True)] if games else rows
    )


def format_month(period: str) -> str:
    """Format a month: Nov 2026."""
    return written(datetime.strptime(period, "%Y-%m"), "M Y")  # noqa: DTZ007 (a month, nowhere)
