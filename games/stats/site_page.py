"""Figures of the whole site in words and charts: games, seats, shuffles, odds."""

from datetime import datetime
from math import erfc, sqrt
from typing import Any, NamedTuple

from django.template.defaultfilters import date as written
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.kinds import KINDS
from games.kinds.base import Calibration, Statistics
from games.kinds.figures import Figure, format_number, format_signed, share
from games.pages import labels as game_labels
from games.stats import charts
from games.stats import site as site_counts
from games.stats.charts import Bar, Chart
from games.stats.player_page import format_month

RARE = 0.001  # a deviation that chance alone makes less often than this is not put down to chance


class ChanceCheck(NamedTuple):
    """How far something deviates from chance."""

    words: str
    verdict: str
    is_even: bool
    chart: Chart


def build_context(now: datetime) -> dict[str, Any]:
    counts = site_counts.load_counts()
    checks = _check_deals(counts)
    return {
        "counting": site_counts.is_behind(),
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


def _chart_days(counts: site_counts.Counts, now: datetime) -> Chart | None:
    days = site_counts.list_days(counts, now)
    if not any(games for _day, games in days):
        return None
    return charts.draw_bars(
        _("Games finished per day"),
        _("The last %(days)s days.") % {"days": len(days)},
        [Bar(written(day, pgettext("date format", "M j")), games) for day, games in days],
        (_("Day"), _("Games")),
        [(written(day), str(games)) for day, games in reversed(days)],
    )


def _list_totals(counts: site_counts.Counts) -> list[Figure]:
    """Count the games of each kind."""
    found = [(kind, sum(row.n for (what, _key), row in counts.items() if what == f"month {kind}")) for kind in KINDS]
    return [Figure(format_number(games, 0), game_labels.kind_name(kind)) for kind, games in found if games]


def _list_months(counts: site_counts.Counts) -> list[tuple[str, list[int]]]:
    """Count the games of each kind by month."""
    return [
        (format_month(period), [counts.get((f"month {kind}", period), site_counts.NO_COUNT).n for kind in KINDS])
        for period in sorted({key for what, key in counts if what.startswith("month ")}, reverse=True)[:12]
    ]


def _chart_seats(counts: site_counts.Counts) -> list[tuple[str, Chart]]:
    """Chart how often each seat wins, in playing order."""
    found = []
    for kind, size, rows in site_counts.list_seat_wins(counts):
        about = f"{game_labels.kind_name(kind)}, {game_labels.count_seats(size)}"
        games = rows[0].n
        bars = [
            Bar(_name_seat(seat), 100 * row.won / row.n if row.n else 0, 100 / size) for seat, row in enumerate(rows)
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
        found.append((about, chart))
    return found


def _name_seat(place: int) -> str:
    return _("first player") if place == 0 else _("seat %(number)s") % {"number": place + 1}


def _check_deals(counts: site_counts.Counts) -> list[ChanceCheck]:
    """Compare what was dealt with what chance would deal."""
    found = []
    for what, rows in site_counts.list_deals(counts):
        square = sum((row.n - row.total) ** 2 / row.total for _key, row in rows if row.total)
        free = max(1, len(rows) - 1)
        # how improbable: by Wilson and Hilferty's normal of the cube root
        apart = ((square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
        likely = erfc(apart / sqrt(2)) / 2
        verdict = judge_deviation(likely)
        chart = charts.draw_bars(
            _check_title(what),
            verdict,
            [Bar(_deal_label(what, key), row.n, row.total) for key, row in rows],
            (_("Value"), _("Dealt"), _("Expected")),
            [(_deal_label(what, key), str(row.n), format_number(row.total)) for key, row in rows],
        )
        found.append(ChanceCheck(_check_title(what), verdict, likely >= RARE, chart))
    return found


def judge_deviation(likely: float) -> str:
    """Say whether chance explains a deviation, given how often it makes one at least as large."""
    if likely < RARE:
        return _("More than chance can explain. A deviation this large happens by chance less than 0.1% of the time.")
    percent = share(min(likely, 0.99), 0 if likely >= 0.01 else 1)
    return _("Consistent with chance. A deviation this large happens by chance %(percent)s of the time.") % {
        "percent": percent
    }


def _check_title(what: str) -> str:
    name, *rest = what.split(" ")
    if name == "first":
        return _("First player: %(kind)s, %(seats)s") % {
            "kind": game_labels.kind_name(rest[0]),
            "seats": game_labels.count_seats(int(rest[1])),
        }
    return str(next(known.dealt_titles[what] for known in _list_statistics() if what in known.dealt_titles))


def _deal_label(what: str, key: str) -> str:
    if what.startswith("first "):
        return _("seat %(number)s") % {"number": int(key) + 1}
    known = next(known for known in _list_statistics() if what in known.dealt_titles)
    return str(known.dealt_words.get(key, key))


def _list_statistics() -> list[Statistics]:
    """Return the statistics of the kinds that have any."""
    return [kind.statistics for kind in KINDS.values() if kind.statistics]


def _chart_calibrations(counts: site_counts.Counts) -> list[tuple[Calibration, Chart]]:
    """Chart predicted against actual frequencies."""
    known = [statistics.calibration for statistics in _list_statistics() if statistics.calibration]
    return [(one, chart) for one in known if (chart := _chart_calibration(counts, one))]


def _chart_calibration(counts: site_counts.Counts, known: Calibration) -> Chart | None:
    rows = site_counts.list_calibration(counts, known.key)
    if not rows:
        return None
    bars = [Bar(f"{key}–{key + 5}", 100 * row.won / row.n, 100 * row.total / row.n) for key, row in rows]
    return charts.draw_bars(
        str(known.title),
        str(known.about),
        bars,
        tuple(map(str, known.columns)),
        [
            (bar.label, str(row.n), share(bar.value / 100), share((bar.expected or 0) / 100))
            for bar, (_key, row) in zip(bars, rows, strict=True)
        ],
    )


def _list_luck(counts: site_counts.Counts) -> list[tuple[str, str, int]]:
    """List the mean luck by kind and seat, which approaches nothing over many games."""
    return [
        (
            _("%(kind)s, seat %(number)s") % {"kind": game_labels.kind_name(kind), "number": seat + 1},
            format_signed(100 * mean, 2),
            n,
        )
        for kind, seat, mean, n in site_counts.list_mean_luck(counts)
    ]
