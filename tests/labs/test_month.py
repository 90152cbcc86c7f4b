"""The simulated month: it runs, is deterministic, and its documentation is correct."""

import io
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.clocks.counted_time import DAY, HOUR, NO_QUIET
from games.clocks.rules import FREE_TIME
from games.kinds.push import samples
from games.labs.month import people, report, world
from games.labs.month.people import FIRST, make_people
from games.labs.month.table import A_MOMENT, PACE, Table, TableSpec
from games.labs.month.world import ALL, HABIT, NONE, SPECS, World
from games.management.commands import month as command
from games.management.commands.month import PLANS, Command

DOCS = (Path(__file__).parent.parent.parent / "docs" / "simulated-month.md").read_text()


FEW = (TableSpec("push", 2), TableSpec("tiles", 2), TableSpec("swap", 4))
ALL_GAMES = pytest.param(SPECS, 12, id="all games", marks=pytest.mark.proof("clocks"))


def use_specs(patch: pytest.MonkeyPatch, specs: tuple[TableSpec, ...]) -> None:
    """Play only these games in the month."""
    for module in (world, command):
        patch.setattr(module, "SPECS", specs)


def run_month(**given: str) -> str:
    out = io.StringIO()
    call_command("month", stdout=out, **given)
    return out.getvalue()


def read_rows(text: str) -> dict[tuple[str, str], list[str]]:
    """Read the rows of the table, by game and plans."""
    cells = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")]
    found = [[cell.strip() for cell in row] for row in cells]
    return {(row[0], row[1]): row[2:] for row in found if row[0] not in ("game", "---")}


@pytest.mark.parametrize(("specs", "count"), [pytest.param(FEW[1:], 4, id="two games"), ALL_GAMES])
def test_a_small_month_fills_the_table_and_the_same_seed_repeats_it(specs, count, monkeypatch):
    use_specs(monkeypatch, specs)
    found = run_month(players=f"{count}", days="1", seed="small")
    assert list(read_rows(found)) == [(spec.name, plans) for spec in specs for plans in PLANS]
    assert found == run_month(players=f"{count}", days="1", seed="small", jobs="2")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"players": "many"}, "--players must be a whole number from 1 to 2,000, not many."),
        ({"players": "11"}, "--players must be at least 12, for one table of each game."),
        ({"days": "91"}, "--days must be a whole number from 1 to 90, not 91."),
        ({"jobs": "0"}, "--jobs must be a whole number"),
    ],
)
def test_a_wrong_argument_gets_a_sentence(given, sentence):
    with pytest.raises(CommandError, match=re.escape(sentence)):
        run_month(**given)


# --- simulated people -----------------------------------------------------------------------------------------------


def test_people_visit_by_day_and_never_while_away_or_gone():
    everyone = make_people(200, "lives", 30)
    for person in everyone:
        visits = person.visits(30)
        local = people.find_zone(person.quiet.zone)
        assert all(moment.astimezone(local).hour >= 3 for moment in visits)
        assert not any(person.gone and moment >= person.gone for moment in visits)
        assert not any(person.away and person.away[0] <= moment < person.away[1] for moment in visits)
        assert visits == sorted(visits)
    assert 2 <= sum(person.gone is not None for person in everyone) <= 16
    assert 8 <= sum(person.away is not None for person in everyone) <= 36
    at_home = [person for person in everyone if not person.gone and not person.away]
    often = [len(person.visits(30)) / 30 for person in at_home]
    assert 2 < sum(often) / len(often) < 3


def test_the_same_seed_makes_the_same_people():
    first, again, others = ([vars(one) | {"dice": 0} for one in make_people(9, seed, 30)] for seed in "aab")
    assert first == again != others


@pytest.mark.parametrize(("specs", "count"), [pytest.param(FEW, 4, id="few games"), ALL_GAMES])
def test_only_people_who_are_gone_or_away_lose_seats_or_hold_up_a_game(specs, count, monkeypatch):
    use_specs(monkeypatch, specs)
    made = World(count, 5, "gone", NONE)
    for person in made.people[: count // 3]:
        person.gone, person.away = FIRST + 4 * DAY, None
    tables = made.run()
    waiting = [table for table in tables if not table.over]
    assert all(any(person.gone for person in table.people) for table in waiting)
    assert any(table.bots for table in tables)
    for table in tables:
        assert all(table.people[seat].gone or table.people[seat].away for seat in table.bots)
        assert sum(len(person.auto) for person in table.people) <= 14 * len(table.people)


@pytest.mark.parametrize(("specs", "count"), [pytest.param(FEW, 4, id="few games"), ALL_GAMES])
def test_answers_come_after_their_questions_and_plans_answer_some(specs, count, monkeypatch):
    use_specs(monkeypatch, specs)
    tables = World(count, 3, "order", ALL).run()
    for table in tables:
        assert all(wait > timedelta() for wait in table.waits)
        assert table.begun
        assert table.over is None or table.over >= table.begun
        assert table.counts["click"] >= len(table.waits)
    assert sum(table.counts["plan"] for table in tables if table.spec.kind != "tiles") > 100
    assert sum(table.counts["plan"] for table in tables if table.spec.kind == "tiles") == 0


@pytest.mark.parametrize(
    ("took", "cost"), [(FREE_TIME - A_MOMENT, A_MOMENT * 0), (FREE_TIME, A_MOMENT * 0), (HOUR, HOUR - FREE_TIME)]
)
def test_the_first_seconds_of_an_answer_are_free_as_on_the_site(took, cost):
    [person, other] = make_people(2, "free", 1)
    table = Table(TableSpec("tiles", 2), 0, [person, other], "free")
    person.quiet = other.quiet = NO_QUIET
    table.begin(FIRST)
    seat = table.waiting
    table.decide(FIRST + took)
    assert timedelta(milliseconds=table.banks[seat]) == PACE.bank - cost + PACE.add


def test_quantiles():
    assert [report.quantile([1.0, 2.0, 3.0, 4.0], share) for share in (0.5, 0.9, 0.25)] == [2.0, 4.0, 1.0]
    assert report.quantile([], 0.5) == float("inf")


# --- documentation --------------------------------------------------------------------------------------------------


def test_the_documented_command_is_valid():
    (command,) = re.findall(r"\$ \S+ manage\.py month( .*)?\n", DOCS)
    known = Command().create_parser("manage.py", "month").parse_args(command.split())
    assert (known.players, known.days, known.seed, known.jobs) == ("200", "30", "month", "3")


def test_the_documented_table_has_every_game_and_meets_the_goals():
    found = read_rows(DOCS)
    assert list(found) == [(spec.name, plans) for spec in SPECS for plans in PLANS]
    visits = {plans: float(found["push, 4 seats", plans][2]) for plans in PLANS}
    assert visits[HABIT] <= report.VISITS_GOAL * visits[NONE]
    assert visits[ALL] < visits[HABIT]
    assert float(found["swap, 12 seats", HABIT][0]) < report.SWAP_GOAL


def test_the_documented_assumptions_are_those_of_the_code():
    plain = " ".join(DOCS.split())
    push, mail = people.MESSAGES["push"], people.MESSAGES["mail"]
    reaches, turns, hands = people.REACHES, people.TURNS, people.HANDS
    for sentence in (
        f"sleep from {people.AWAKE[1]} to {people.AWAKE[0]}",
        f"give or take {people.ABOUT} minutes; {_percent(people.SOMETIMES)} of these visits don't happen",
        f"{reaches['push']} % get a push notification at once, and {_percent(push.follows)} of these are followed, ",
        f"followed, after {push.median} minutes (median)",
        f"{reaches['mail']} % get an e-mail after {mail.wait} minutes, "
        f"and {_percent(mail.follows)} of these are followed, ",
        f"after {mail.median} minutes more; {reaches['']} % get none",
        f"followed by {_percent(people.URGENT)}",
        f"{_percent(people.VANISH)} vanish for good",
        f"{_percent(people.TRAVEL)} travel for 4 to 10 days: {_percent(people.TELL)} of these",
        f"in the first {world.LAID} days",
        f"{people.AUCTIONS['always']} % leave bids",
        f"up to {samples.SPECIAL} for wilds",
        f"{turns['always']} % leave a plan for each of their turns, {turns['sometimes']} % for every second one",
        f"In swap, {hands['every']} % plan which cards they keep in every hand, {hands['next']} % only for",
    ):
        assert sentence in plain
    assert len(people.ZONES) == 10
    assert sorted(people.HABITS) == [2, 3, 4]
    assert (samples.OFTEN, world.LONGEST, HOUR * 24) == (0.5, 4, DAY)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
