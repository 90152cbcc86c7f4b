"""The figures of a player and of the site in words and drawings, for the pages that show them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import erfc, sqrt
from typing import Any, NamedTuple

from django.template.defaultfilters import date as written
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import charts, stats, times, words
from games import counts as site_counts
from games.charts import Bar, Chart, Point
from games.models import Outcome
from games.stats import Group, Tallies

SURE = 3.0  # standard deviations: within these, chance does


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
        if group.games and (made := [*make(group), *_shares(group)]):
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


def _tiles(group: Group) -> Iterable[Figure]:
    if (length := group.per("length", "counted")) is not None:
        yield Figure(number(length, 0), _("moves a game"))
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


def courses(user: User, pool: str, own: bool) -> list[Chart]:
    """A rating by month, and over the last games."""
    found = []
    months, recent = stats.months_of(user, pool), stats.recent_of(user, pool, own)
    if len(months) > 1:
        said = [(_month(span.period), span.mu, span.sigma, span.games) for span in months]
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


def _month(period: str) -> str:
    return written(datetime.strptime(period, "%Y-%m"), "M Y")  # noqa: DTZ007 (a month, nowhere)


# --- the site --------------------------------------------------------------------------------------------------------


class Check(NamedTuple):
    """How far something is from what chance would do."""

    words: str
    verdict: str
    chart: Chart


def site(now: datetime) -> dict[str, Any]:
    """Everything that the page of the site shows."""
    counts = site_counts.read()
    return {
        "counting": site_counts.is_behind(),
        "days": _days(counts, now),
        "months": _months(counts),
        "seats": _seats(counts),
        "checks": _checks(counts),
        "busts": _busts(counts),
        "luck": _luck(counts),
    }


def _days(counts: site_counts.Counts, now: datetime) -> Chart | None:
    days = site_counts.days(counts, now)
    if not any(games for _day, games in days):
        return None
    return charts.bars(
        _("Games finished a day"),
        _("The last %(days)s days.") % {"days": len(days)},
        [Bar(written(day, "j M"), games) for day, games in days],
        (_("Day"), _("Games")),
        [(written(day, "j M Y"), str(games)) for day, games in reversed(days)],
    )


def _months(counts: site_counts.Counts) -> list[tuple[str, list[int]]]:
    """By month the games of each kind."""
    return [
        (_month(month), [counts.get((f"month {kind}", month), site_counts.NONE).n for kind in words.ABOUT])
        for month in sorted({key for what, key in counts if what.startswith("month ")}, reverse=True)[:12]
    ]


def _seats(counts: site_counts.Counts) -> list[tuple[str, Chart]]:
    """How often each seat wins, in the order of play."""
    found = []
    for kind, size, rows in site_counts.seats(counts):
        about = f"{words.name(kind)}, {words.seats(size)}"
        games = rows[0].n
        bars = [Bar(_seat(seat), 100 * row.won / row.n if row.n else 0, 100 / size) for seat, row in enumerate(rows)]
        cells = [(bar.label, f"{number(bar.value)} %", f"{number(bar.expected or 0)} %") for bar in bars]
        title = ngettext("%(about)s: %(games)s game", "%(about)s: %(games)s games", games)
        chart = charts.bars(
            title % {"about": about, "games": games},
            _("Which seat wins, in percent; the line is an equal share."),
            bars,
            (_("Seat"), _("Won"), _("An equal share")),
            cells,
        )
        found.append((about, chart))
    return found


def _seat(place: int) -> str:
    return _("begins") if place == 0 else _("seat %(number)s") % {"number": place + 1}


def _checks(counts: site_counts.Counts) -> list[Check]:
    """What was dealt against what chance deals."""
    found = []
    for what, rows in site_counts.dealt(counts):
        square = sum((row.n - row.total) ** 2 / row.total for _key, row in rows if row.total)
        free = max(1, len(rows) - 1)
        # how improbable: by Wilson and Hilferty's normal of the cube root
        apart = ((square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
        likely = erfc(apart / sqrt(2)) / 2
        verdict = _("within what chance does") if apart < SURE else _("further off than chance should be")
        chart = charts.bars(
            _check_words(what),
            verdict,
            [Bar(_dealt_words(what, key), row.n, row.total) for key, row in rows],
            (_("What"), _("Dealt"), _("To be expected")),
            [(_dealt_words(what, key), str(row.n), number(row.total)) for key, row in rows],
        )
        more = _("chance alone is at least so far off in %(percent)s %% of cases") % {"percent": number(100 * likely)}
        found.append(Check(_check_words(what), f"{verdict}: {more}", chart))
    return found


def _check_words(what: str) -> str:
    name, *rest = what.split(" ")
    if name == "first":
        return _("Who begins: %(kind)s, %(seats)s") % {"kind": words.name(rest[0]), "seats": words.seats(int(rest[1]))}
    return {
        "deck push": _("The first card of the deck: TEN Push"),
        "last push": _("The last card of the deck: TEN Push"),
        "stack tiles": _("The first tile of a stack: TEN Tiles"),
        "deal swap": _("The first card that is dealt: TEN Swap"),
    }[what]


def _dealt_words(what: str, key: str) -> str:
    said = {
        "number": _("a number"),
        "wild": _("a wild"),
        "coin": _("currency"),
        "blocker": _("a card that can block"),
        "other": _("another card"),
    }
    if what.startswith("first "):
        return _("seat %(number)s") % {"number": int(key) + 1}
    return said.get(key, key)


def _busts(counts: site_counts.Counts) -> Chart | None:
    """What the odds of busting were, and what came."""
    rows = site_counts.busts(counts)
    if not rows:
        return None
    bars = [Bar(f"{key}–{key + 5}", 100 * row.won / row.n, 100 * row.total / row.n) for key, row in rows]
    return charts.bars(
        _("Busts: what the odds said, and what came"),
        _("By the chance to bust, in percent. The line is what the odds said."),
        bars,
        (_("Chance, percent"), _("Draws"), _("Bust"), _("The odds said")),
        [
            (bar.label, str(row.n), f"{number(bar.value)} %", f"{number(bar.expected or 0)} %")
            for bar, (_key, row) in zip(bars, rows, strict=True)
        ],
    )


def _luck(counts: site_counts.Counts) -> list[tuple[str, str, int]]:
    """By kind and seat how much luck there was on average: nothing, were there enough games."""
    return [
        (f"{words.name(kind)}, {_('seat %(number)s') % {'number': seat + 1}}", signed(100 * mean, 2), n)
        for kind, seat, mean, n in site_counts.luck(counts)
    ]
