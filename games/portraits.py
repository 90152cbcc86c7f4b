"""The figures of a player in words and drawings, for the pages that show them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.template.defaultfilters import date as written
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import boards, charts, stats, times, words
from games.charts import Chart, Point
from games.models import Outcome
from games.rules.push.editions import EDITIONS
from games.stats import Group, Rated, Tallies


class Figure(NamedTuple):
    """A number, and what it is."""

    number: str
    words: str
    more: str = ""


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


def number(value: float, places: int = 1) -> str:
    """A number as the reader writes it."""
    return str(number_format(round(value, places) + 0.0, decimal_pos=places))


def signed(value: float, places: int = 1) -> str:
    """The same with its sign."""
    sign = "−" if round(value, places) < 0 else "+"
    return f"{sign}{number(abs(value), places)}"


# --- a player --------------------------------------------------------------------------------------------------------


def parts(tallies: Tallies) -> list[Part]:
    """Results by kind, seats and options; with bots apart."""
    found = []
    for group in tallies.split():
        said = [_("alone") if group.size == 1 else words.seats(group.size), *option_words(group.kind, group.option)]
        company = "" if group.size == 1 else _("with bots") if group.bots else _("people only")
        found.append(Part(words.name(group.kind), ", ".join(said), company, group))
    return found


def option_words(kind: str, option: str) -> list[str]:
    """What was chosen, from its short name."""
    said = {
        "aeg": "AEG",
        "devir": "Devir",
        "gamefactory": "Game Factory",
        "bust": _("buying after a bust"),
        "open": _("open stacks"),
        "closed": _("closed stacks"),
        "auto": _("blocks by themselves"),
        "ask": _("who can block is asked"),
        "carry": _("deck carried on"),
    }
    found = []
    for word in option.split(" "):
        level = word.removeprefix("solo")
        found.append(_("level %(level)s") % {"level": level} if level != word else said.get(word, word))
    return found


def form(outcomes: Iterable[Outcome]) -> list[Mark]:
    """How the last games ended: of two players by a letter, of more by the place."""
    found = []
    for outcome in outcomes:
        said = {"kind": words.name(outcome.kind), "result": outcome.get_result_display()}
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
    for kind, make in FIGURES.items():
        group = tallies.group(kind)
        alone = _alone(tallies) if kind == "push" else []
        if group.games and (made := [*make(group), *alone, *_shares(group)]):
            found.append((kind, words.name(kind), made))
    return found


def _push(group: Group) -> Iterable[Figure]:
    if (points := group.per("points", "scored")) is not None:
        yield Figure(number(points), _("points a game"))
        yield Figure(number(group.per("runs", "scored") or 0, 2), _("whole runs a game"), _("of 1 to 9 in a color"))
    if (busts := group.per("busts", "draws")) is not None:
        odds = group.per("odds", "draws") or 0
        yield Figure(
            f"{number(100 * busts)} %",
            _("of draws bust"),
            _("the odds said %(odds)s %%") % {"odds": number(100 * odds)},
        )
    if (coins := group.per("wild_coins", "wilds")) is not None:
        brought = _("wilds brought %(points)s points a game") % {
            "points": number(group.per("wild_points", "scored") or 0)
        }
        yield Figure(number(coins), _("coins paid for a wild"), brought)


def _alone(tallies: Tallies) -> list[Figure]:
    """How far somebody came up the solo ladder."""
    return [
        Figure(str(level), _("highest level beaten alone"), str(_(EDITIONS[edition].label)))
        for edition, level in tallies.levels().items()
        if edition in EDITIONS
    ]


def _tiles(group: Group) -> Iterable[Figure]:
    if (length := group.per("length", "counted")) is not None:
        yield Figure(number(length, 0), ngettext("move a game", "moves a game", round(length)))
        first = group.per("first", "counted") or 0
        yield Figure(f"{number(100 * first, 0)} %", _("played first"))
        begun, followed = group.per("first_won", "first"), _of(group, "won", "first_won", "first")
        if begun is not None:
            yield Figure(f"{number(100 * begun, 0)} %", _("won when first"))
        if followed is not None:
            yield Figure(f"{number(100 * followed, 0)} %", _("won when second"))


def _of(group: Group, won: str, first_won: str, first: str) -> float | None:
    """How often the second seat won."""
    games = group.fact("counted") - group.fact(first)
    return (group.fact(won) - group.fact(first_won)) / games if games else None


def _swap(group: Group) -> Iterable[Figure]:
    lost = {name: group.fact(name) for name in ("lowest", "wolf", "skunk")}
    if tokens := sum(lost.values()):
        yield Figure(f"{number(100 * lost['lowest'] / tokens, 0)} %", _("of tokens lost to the lowest card"))
        if lost["wolf"]:
            yield Figure(f"{number(100 * lost['wolf'] / tokens, 0)} %", _("of tokens lost to a Wolf"))
        if lost["skunk"]:
            yield Figure(f"{number(100 * lost['skunk'] / tokens, 0)} %", _("of tokens lost to a Skunk"))
    decided = group.fact("holds") + group.fact("swaps")
    if decided:
        yield Figure(f"{number(100 * group.fact('swaps') / decided, 0)} %", _("of decisions were swaps"))
    if (blocks := group.per("blocks", "counted")) is not None:
        yield Figure(number(blocks), _("swaps blocked a game"))


def _shares(group: Group) -> Iterable[Figure]:
    """Luck and decisions, in hundredths of a result."""
    if group.fact("reviewed"):
        luck, skill = group.fact("luck") / group.fact("reviewed"), group.fact("skill") / group.fact("reviewed")
        yield Figure(signed(100 * luck), _("by cards"), _("a game; 100 is a whole win"))
        yield Figure(signed(100 * skill), _("by decisions"), _("a game; 100 is a whole win"))


FIGURES = {"push": _push, "tiles": _tiles, "swap": _swap}


def pace(milliseconds: float | None, own: bool) -> str:
    """How quickly somebody answers: others see a band."""
    if milliseconds is None:
        return ""
    if own:
        return _("You answer after %(time)s on average; others see: %(band)s.") % {
            "time": times.span(timedelta(milliseconds=milliseconds)),
            "band": _band(milliseconds),
        }
    return _("Answers %(band)s.") % {"band": _band(milliseconds)}


def _band(milliseconds: float) -> str:
    return {
        "hour": _("within the hour"),
        "same-day": _("on the same day"),
        "day": _("within a day or two"),
        "days": _("after some days"),
    }[stats.band(milliseconds)]


def courses(user: User, rated: Rated, own: bool) -> list[Chart]:
    """A rating by month, and over the last games."""
    found = []
    months, recent = stats.months_of(user, rated.pool), stats.recent_of(user, rated.pool, own)
    if len(months) > 1:
        said = [(month(span.period), span.mu, span.sigma, span.games) for span in months]
        if boards.is_running(months[-1].period):
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
