"""Figures of the whole site in words and charts: games, seats, shuffles, odds.

They come from one query: `games.models.SiteCounter` has few rows, however many games there are.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from math import erfc, sqrt
from typing import Any, NamedTuple

from django.db.models import Q
from django.template.defaultfilters import date as written
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.kinds import KINDS
from games.kinds.base import Calibration, Statistics, Words
from games.kinds.figures import Figure, format_number, format_signed, share
from games.models import Game, SiteCounter
from games.pages import labels as game_labels
from games.stats import charts
from games.stats.charts import Bar, Chart
from games.stats.player_page import format_month

DAYS = 60
MOST = 5_000  # rows: enough for the days of some years and everything else
RARE = 0.001  # rarer deviations aren't attributed to chance


class Count(NamedTuple):
    """How often, how often won, and a sum."""

    n: int
    won: int
    total: float


NO_COUNT = Count(0, 0, 0.0)
Counts = dict[str, dict[str, Count]]  # by name of the counter, then key


class ChanceCheck(NamedTuple):
    """How far something deviates from chance."""

    words: str
    verdict: str
    is_even: bool
    chart: Chart


def build_context(now: datetime) -> dict[str, Any]:
    counts = load_counts()
    checks = _check_deals(counts)
    return {
        "counting": Game.objects.finished().filter(has_statistics=False).exists(),
        "totals": _list_totals(counts),
        "days": _chart_days(counts, now),
        "kinds": KINDS.values(),
        "months": _list_months(counts),
        "seats": _chart_seats(counts),
        "checks": checks,
        "even": (sum(check.is_even for check in checks), len(checks)),
        "calibrations": _chart_calibrations(counts),
        "luck": _list_luck(counts),
    }


def load_counts() -> Counts:
    """Load all counters, but only the latest days."""
    since = date.today() - timedelta(days=DAYS + 2)  # noqa: DTZ011 (with days to spare)
    rows = SiteCounter.objects.filter(~Q(name__startswith="day ") | Q(key__gte=since.isoformat()))
    found: Counts = {}
    for name, key, n, won, total in sorted(rows.values_list("name", "key", "count", "wins", "total")[:MOST]):
        found.setdefault(name, {})[key] = Count(n, won, total)
    return found


def _count_games(counts: Counts, name: str, key: str) -> int:
    return counts.get(name, {}).get(key, NO_COUNT).n


def _chart_days(counts: Counts, now: datetime) -> Chart | None:
    days = [now.date() - timedelta(days=back) for back in reversed(range(DAYS))]
    found = [(day, sum(_count_games(counts, f"day {kind}", day.isoformat()) for kind in KINDS)) for day in days]
    if not any(games for _day, games in found):
        return None
    return charts.draw_bars(
        _("Games finished per day"),
        _("The last %(days)s days.") % {"days": DAYS},
        [Bar(written(day, pgettext("date format", "M j")), games) for day, games in found],
        (_("Day"), _("Games")),
        [(written(day), str(games)) for day, games in reversed(found)],
    )


def _list_totals(counts: Counts) -> list[Figure]:
    found = [(kind, sum(row.n for row in counts.get(f"month {kind}", {}).values())) for kind in KINDS]
    return [Figure(format_number(games, 0), game_labels.kind_name(kind)) for kind, games in found if games]


def _list_months(counts: Counts) -> list[tuple[str, list[int]]]:
    periods = {period for kind in KINDS for period in counts.get(f"month {kind}", {})}
    return [
        (format_month(period), [_count_games(counts, f"month {kind}", period) for kind in KINDS])
        for period in sorted(periods, reverse=True)[:12]
    ]


def _select(counts: Counts, start: str) -> Iterator[tuple[list[str], dict[str, Count]]]:
    """Yield the other words of the names that start with this one, and their counts."""
    for name, rows in counts.items():
        first, *rest = name.split(" ")
        if first == start:
            yield rest, rows


def _chart_seats(counts: Counts) -> list[Chart]:
    """Chart how often each seat wins, in playing order."""
    found = []
    for (kind, size), by_place in _select(counts, "seat"):
        about = f"{game_labels.kind_name(kind)}, {game_labels.count_seats(int(size))}"
        rows = [by_place.get(str(place), NO_COUNT) for place in range(int(size))]
        games = rows[0].n
        bars = [
            Bar(_name_seat(seat), 100 * row.won / row.n if row.n else 0, 100 / len(rows))
            for seat, row in enumerate(rows)
        ]
        cells = [(bar.label, share(bar.value / 100), share((bar.expected or 0) / 100)) for bar in bars]
        title = ngettext("%(about)s: %(games)s game", "%(about)s: %(games)s games", games)
        chart = charts.draw_bars(
            title % {"about": about, "games": games},
            _("Wins by seat, in percent. The line marks an equal share."),
            bars,
            (_("Seat"), _("Won"), _("Equal share")),
            cells,
        )
        found.append(chart)
    return found


def _name_seat(place: int) -> str:
    return _("first player") if place == 0 else _("seat %(number)s") % {"number": place + 1}


def _list_deals(counts: Counts) -> Iterator[tuple[str, Mapping[str, Words], dict[str, Count]]]:
    """Yield what shuffles dealt: a title, its values in words, and their counts, with the expected count in `total`."""
    for (kind, size), rows in _select(counts, "first"):
        facts = {"kind": game_labels.kind_name(kind), "seats": game_labels.count_seats(int(size))}
        seats = {key: _("seat %(number)s") % {"number": int(key) + 1} for key in rows}
        yield _("First player: %(kind)s, %(seats)s") % facts, seats, rows
    for known in _list_statistics():
        for name, title in known.dealt_titles.items():
            if name in counts:
                yield str(title), known.dealt_words, counts[name]


def _check_deals(counts: Counts) -> list[ChanceCheck]:
    """Compare what was dealt with what chance predicts."""
    found = []
    for title, words, rows in _list_deals(counts):
        square = sum((row.n - row.total) ** 2 / row.total for row in rows.values() if row.total)
        free = max(1, len(rows) - 1)
        # probability by the Wilson-Hilferty approximation: the cube root is nearly normal
        apart = ((square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
        likely = erfc(apart / sqrt(2)) / 2
        verdict = judge_deviation(likely)
        labels = [str(words.get(key, key)) for key in rows]
        chart = charts.draw_bars(
            title,
            verdict,
            [Bar(label, row.n, row.total) for label, row in zip(labels, rows.values(), strict=True)],
            (_("Value"), _("Dealt"), _("Expected")),
            [(label, str(row.n), format_number(row.total)) for label, row in zip(labels, rows.values(), strict=True)],
        )
        found.append(ChanceCheck(title, verdict, likely >= RARE, chart))
    return found


def judge_deviation(likely: float) -> str:
    """Say whether chance explains a deviation, given how often one at least as large happens by chance."""
    if likely < RARE:
        return _("More than chance can explain. A deviation this large happens by chance less than 0.1% of the time.")
    percent = share(min(likely, 0.99), 0 if likely >= 0.01 else 1)
    return _("Consistent with chance. A deviation this large happens by chance %(percent)s of the time.") % {
        "percent": percent
    }


def _list_statistics() -> list[Statistics]:
    """Return the statistics of the kinds that have any."""
    return [kind.statistics for kind in KINDS.values() if kind.statistics]


def _chart_calibrations(counts: Counts) -> list[tuple[Calibration, Chart]]:
    """Chart predicted against actual frequencies."""
    known = [statistics.calibration for statistics in _list_statistics() if statistics.calibration]
    return [(one, _chart_calibration(one, rows)) for one in known if (rows := counts.get(one.key))]


def _chart_calibration(known: Calibration, rows: Mapping[str, Count]) -> Chart:
    bars = [
        Bar(f"{int(key)}–{int(key) + 5}", 100 * row.won / row.n, 100 * row.total / row.n) for key, row in rows.items()
    ]
    cells = [
        (bar.label, str(row.n), share(bar.value / 100), share((bar.expected or 0) / 100))
        for bar, row in zip(bars, rows.values(), strict=True)
    ]
    return charts.draw_bars(str(known.title), str(known.about), bars, tuple(map(str, known.columns)), cells)


def _list_luck(counts: Counts) -> list[tuple[str, str, int]]:
    """List the mean luck by kind and seat, which approaches nothing over many games."""
    return [
        (
            _("%(kind)s, seat %(number)s") % {"kind": game_labels.kind_name(kind), "number": int(key) + 1},
            format_signed(100 * row.total / row.n, 2),
            row.n,
        )
        for (kind,), rows in _select(counts, "luck")
        for key, row in sorted(rows.items(), key=lambda pair: int(pair[0]))
    ]
