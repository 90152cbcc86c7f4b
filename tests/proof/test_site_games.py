"""Records of games played on the site pass all checks, and every change is found."""

import io
import json
import random
import re

import pytest
from django.core.management import CommandError, call_command

from games.archive import integrity, proofs
from games.models import Game, Move, Seat
from games.pages import tables
from games.rules.push import turn
from tests.finished_games import play_once
from tests.proof.checkers import check_by_all
from tests.proof.site_games import line_of, make_game
from tests.proof.tampering import tamper
from tests.tables import one_move, table

pytestmark = pytest.mark.django_db


FEW = 6


@pytest.fixture
def few() -> list[Game]:
    """The first games, played once for all tests."""
    _, _, addresses = play_once("games of the site", 1, play_few)
    return [Game.objects.get(pk=address) for address in addresses]


def play_few() -> tuple[Game, list[str]]:
    games = [make_game(number) for number in range(FEW)]
    return games[0], [game.pk for game in games]


def replay_games(*arguments: str) -> tuple[int, list[str]]:
    """Run `manage.py replay_games`, and return its exit code and its lines."""
    out, code = io.StringIO(), 0
    try:
        call_command("replay_games", *arguments, stdout=out)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, out.getvalue().splitlines()


def test_games_of_the_site_pass_all_checks_and_can_be_replayed(few, tmp_path, chromium_path, share):
    games = [*few, *(make_game(number) for number in range(FEW, share(small=FEW, proofs=60, whole=1_000)))]
    lines = [line_of(game) for game in games]
    assert {game.status for game in games} == {Game.Status.FINISHED}
    code, output = replay_games()
    assert code == 0
    assert re.fullmatch(rf"{len(games):,} games with [\d,]+ moves, 0 differ \([\d,]+ moves a second\)", output[-1])
    for game, line in zip(games, lines, strict=True):
        check_listed_cards(game, line)
    dice = random.Random("site")
    some = dice.sample(lines, share(small=2, proofs=30, whole=200))
    made = [change for line in some for change in tamper(line, dice)]
    found = check_by_all([*lines, *(line for _, line in made)], tmp_path / "site.jsonl", chromium_path)
    assert set(found[: len(lines)]) == {("", "", "")}
    assert [name for (name, _), each in zip(made, found[len(lines) :], strict=True) if not all(each)] == []


def check_listed_cards(game: Game, line: str) -> None:
    """Check that each card of the proof page is where it was dealt."""
    deal = json.loads(line)["deal"]
    piles = {"deck": deal.get("deck")}
    piles |= {f"stack{n}": stack for n, stack in enumerate(deal.get("stacks", []))}
    piles |= {f"deck{n}": deck for n, deck in enumerate(deal.get("decks", []), 1)}
    cards = proofs.list_cards(tables.load(game.pk))
    assert cards
    assert [(each.pile, each.place) for each in cards if piles[each.pile][each.place] != each.card] == []
    assert len({(each.pile, each.place) for each in cards}) == len(cards)


def test_a_game_that_differs_is_named(few):
    tiles, push = few[0].pk, few[2].pk
    Game.objects.exclude(pk__in=(tiles, push)).delete()
    assert replay_games()[0] == 0
    move = Move.objects.get(game=push, number=3)
    Move.objects.filter(pk=move.pk).update(events=[*move.events, {"name": "final", "facts": {}, "readers": None}])
    code, output = replay_games()
    assert (code, output[:-1]) == (1, [f"{push} (push, rules 1): move 3: the events differ"])
    Move.objects.filter(pk=move.pk).update(events=move.events, chain_link="0" * 64)
    assert replay_games()[1][0] == f"{push} (push, rules 1): move 3: the hash chain differs"
    Move.objects.filter(pk=move.pk).update(chain_link=move.chain_link)
    for change, what in (
        ({"chain_head": "0" * 64}, "the hash chain ends differently"),
        ({"state": "{}"}, "the state differs"),
        ({"result": None}, "the result differs"),
        ({"status": Game.Status.PLAYING}, "is over"),
        ({"commitment": "0" * 64}, "the seal doesn't match the server's bytes"),
    ):
        before = Game.objects.filter(pk=tiles).values().get()
        Game.objects.filter(pk=tiles).update(**change)
        code, output = replay_games()
        assert code == 1
        assert output[0] == f"{tiles} (tiles, rules 1): {what}"
        assert "1 differ" in output[-1]
        Game.objects.filter(pk=tiles).update(**{name: before[name] for name in change})
    Seat.objects.filter(game=tiles, number=0).update(rank=7)
    assert replay_games("--game", tiles)[1][0].endswith("places or points differ")
    Move.objects.filter(game=push, number=2).delete()
    assert replay_games("--game", push)[1][0].endswith("move 2: is missing")


def test_a_rule_that_changes_a_stored_game_is_noticed(few, monkeypatch):
    game = few[2]
    assert integrity.find_difference(game) is None
    monkeypatch.setattr(turn, "LIMIT", 0)  # the first card busts, whatever it is
    assert integrity.find_difference(game) is not None
    monkeypatch.undo()
    monkeypatch.setattr(turn, "reveal", lambda *_: 1 / 0)  # an error counts as a difference
    assert "ZeroDivisionError" in str(integrity.find_difference(game))


def test_arguments_choose_which_games_are_replayed(few):
    games = [few[0], few[3]]
    Game.objects.exclude(pk__in=[game.pk for game in games]).delete()
    running = make_running_game()
    assert replay_games("--limit", "2")[1][-1].startswith("2 games")
    assert replay_games()[1][-1].startswith("3 games")
    assert replay_games("--game", running.pk, games[0].pk)[1][-1].startswith("2 games")
    Game.objects.filter(pk=games[0].pk).update(moved_at="2020-01-01T00:00:00Z")
    assert replay_games("--since", "2020-01-02")[1][-1].startswith("2 games")
    assert replay_games("--since", "2019-12-31T23:00:00+00:00")[1][-1].startswith("3 games")
    for wrong in (["--since", "yesterday"], ["--limit", "0"], ["--game", "nosuchgame"], ["--since", "2026-13-01"]):
        with pytest.raises(CommandError):
            call_command("replay_games", *wrong, stdout=io.StringIO())


def make_running_game() -> Game:
    """Start a game, which can be replayed as far as it has come."""
    game, users = table("swap", 4, pace="untimed")
    for _ in range(5):
        one_move(game, users, random.Random(5))
    return game


def test_many_games_are_loaded_a_few_at_a_time(few, django_assert_max_num_queries, monkeypatch):
    monkeypatch.setattr(integrity, "AT_ONCE", 2)
    games = sorted(game.pk for game in few[:3])
    Game.objects.exclude(pk__in=games).delete()
    with django_assert_max_num_queries(3):
        assert [game.pk for game in integrity.iterate_games()] == games
    assert [game.pk for game in integrity.iterate_games(limit=2)] == games[:2]
