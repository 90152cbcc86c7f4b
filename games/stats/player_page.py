"""The figures of a player in words and drawings, for the pages that show them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.template.defaultfilters import date as written
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.clocks import durations
from games.kinds import KINDS
from games.kinds.base import GameKind
from games.kinds.figures import Figure, signed
from games.models import Outcome
from games.pages import labels as game_labels
from games.ratings import leaderboards
from games.stats import charts, player
from games.stats.charts import Chart, Point
from games.stats.player import Group, Rated, Tallies


class Part(NamedTuple):
    """A line of the table of results."""

    kind: str
    words: str
    company: str
    group: Group


class Mark(NamedTuple):
    """One of the last games: a letter or a place, how it is called, how it looks."""

    letter: str
    words: str
    look: str


# --- a player --------------------------------------------------------------------------------------------------------


def parts(tallies: Tallies) -> list[Part]:
    """Results by kind, seats and options; with bots apart."""
    found = []
    for group in tallies.split():
        said = [
            _("alone") if group.size == 1 else game_labels.seats(group.size),
            *option_words(group.kind, group.option),
        ]
        company = "" if group.size == 1 else _("with bots") if group.bots else _("people only")
        found.append(Part(game_labels.name(group.kind), ", ".join(said), company, group))
    return found


def option_words(kind: str, option: str) -> list[str]:
    """What was chosen, from its short name."""
    found, known = [], KINDS[kind]
    for word in option.split():
        level = known.ladder.from_key(word)[1] if known.ladder else 0
        found.append(_("level %(level)s") % {"level": level} if level else str(known.option_words.get(word, word)))
    return found


def form(outcomes: Iterable[Outcome]) -> list[Mark]:
    """How the last games ended: of two players by a letter, of more by the place."""
    found = []
    for outcome in outcomes:
        said = {"kind": game_labels.name(outcome.kind), "result": outcome.get_result_display()}
        letter = {"won": _("W"), "shared": _("D"), "lost": _("L")}[outcome.result]
        about = _("%(kind)s: %(result)s") % said
        look = "lost" if outcome.place == outcome.size or outcome.size <= 2 else "placed"
        if outcome.size > 2:
            letter = str(outcome.place)
            about = _("%(kind)s: place %(place)s of %(size)s") % (said | {"place": outcome.place, "size": outcome.size})
        found.append(Mark(letter, about, outcome.result if outcome.result != "lost" else look))
    return found


def figures(tallies: Tallies) -> list[tuple[str, str, list[Figure]]]:
    """What is counted in the games of each kind: the kind, its name, and the figures."""
    found = []
    for kind in KINDS.values():
        group = tallies.group(kind.slug)
        own = kind.statistics.figures(group) if kind.statistics else ()
        if group.games and (made := [*own, *_alone(tallies, kind), *_shares(group)]):
            found.append((kind.slug, str(kind.names.name), made))
    return found


def _alone(tallies: Tallies, kind: GameKind) -> list[Figure]:
    """How far somebody came up the solo ladder."""
    labels = kind.ladder.labels if kind.ladder else {}
    return [
        Figure(str(level), _("highest level beaten alone"), str(_(labels[edition])))
        for edition, level in tallies.levels().items()
        if edition in labels
    ]


def _shares(group: Group) -> Iterable[Figure]:
    """Luck and decisions, in hundredths of a result."""
    if group.fact("reviewed"):
        luck, skill = group.fact("luck") / group.fact("reviewed"), group.fact("skill") / group.fact("reviewed")
        yield Figure(signed(100 * luck), _("by cards"), _("a game; 100 is a whole win"))
        yield Figure(signed(100 * skill), _("by decisions"), _("a game; 100 is a whole win"))


def pace(milliseconds: float | None, own: bool) -> str:
    """How quickly somebody answers: others see a band."""
    if milliseconds is None:
        return ""
    if own:
        return _("You answer after %(time)s on average; others see: %(band)s.") % {
            "time": durations.span(timedelta(milliseconds=milliseconds)),
            "band": _band(milliseconds),
        }
    return _("Answers %(band)s.") % {"band": _band(milliseconds)}


def _band(milliseconds: float) -> str:
    return {
        "hour": _("within the hour"),
        "same-day": _("on the same day"),
        "day": _("within a day or two"),
        "days": _("after some days"),
    }[player.band(milliseconds)]


def courses(user: User, rated: Rated, own: bool) -> list[Chart]:
    """A rating by month, and over the last games."""
    found = []
    months, recent = player.months_of(user, rated.pool), player.recent_of(user, rated.pool, own)
    if len(months) > 1:
        said = [(month(span.period), span.mu, span.sigma, span.games) for span in months]
        if leaderboards.is_running(months[-1].period):
            said[-1] = (said[-1][0], *rated.now, said[-1][-1])
        found.append(
            charts.line(
                _("Rating by month"),
                _("From %(first)s to %(last)s.") % {"first": round(said[0][1]), "last": round(said[-1][1])},
                [Point(label, mu, sigma) for label, mu, sigma, _games in said],
                (_("Month"), _("Rating"), _("Uncertainty"), _("Games")),
                [(label, str(round(mu)), f"± {round(sigma)}", str(games)) for label, mu, sigma, games in said],
            )
        )
    after = [(written(o.ended, "j M"), o.mu or 0.0, o.sigma or 0.0) for o in recent]
    if after:
        many = ngettext("The last rated game", "The last %(count)s rated games", len(after)) % {"count": len(after)}
        found.append(
            charts.line(
                many,
                _("From %(first)s to %(last)s.") % {"first": round(after[0][1]), "last": round(after[-1][1])},
                [Point(label, mu, sigma) for label, mu, sigma in after],
                (_("Ended"), _("Rating"), _("Uncertainty")),
                [(label, str(round(mu)), f"± {round(sigma)}") for label, mu, sigma in after],
            )
        )
    return found


def month(period: str) -> str:
    """A month, as it is called."""
    return written(datetime.strptime(period, "%Y-%m"), "M Y")  # noqa: DTZ007 (a month, nowhere)
