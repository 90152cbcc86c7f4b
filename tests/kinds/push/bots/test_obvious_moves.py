"""Positions with an obvious move, or an obviously silly one."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from games.kinds.push.bots import BOTS
from games.rules import push
from games.rules.push.cards import DECKS
from games.rules.push.moves import Bid, Buy, Draw, Pass, Pay, Skip, Take, Token
from games.rules.push.scoring import score
from games.rules.push.state import Auction, Player, State
from tests.rules.push.positions import bid_of, cards, for_sale, owner, pass_of, position

LEVELS = list(BOTS)
every_level = pytest.mark.parametrize("level", LEVELS)
BLUE = "b1 b2 b3 b4 b5 b6 b7 b8"


def build_state(*players: Player, deck: int = 30, first: str = "", **facts: Any) -> State:
    """Build a position with `deck` cards left to draw. All cards that are nowhere else are discarded."""
    auction: Auction | None = facts.get("auction")
    seen = Counter(cards(" ".join(facts.get(key, "") for key in ("market", "numbers", "currency")) + " " + first))
    seen.update(card for player in players for card in player.cards)
    seen.update([auction.card] if auction else [])
    seats = 1 if facts.get("solo") else len(players)
    rest = list((Counter(DECKS[seats]) - seen).elements())
    random.Random(1).shuffle(rest)
    left = deck - len(cards(first))
    return position(*players, deck=" ".join([*cards(first), *rest[:left]]), discards=" ".join(rest[left:]), **facts)


def list_choices(level: str, state: State) -> set[Any]:
    """List every move that the bot makes there, with various dice."""
    (seat,) = push.waiting(state)
    view, choices = push.view(state, seat), push.choices(state, seat)
    return {BOTS[level](view, choices, random.Random(seed)) for seed in range(8)}


def choose(level: str, state: State) -> Any:
    """Return the bot's move, which must be the same with all dice."""
    (move,) = list_choices(level, state)
    return move


def test_there_are_three_levels():
    assert LEVELS == ["easy", "steady", "sharp"]


@every_level
@pytest.mark.parametrize(("phase", "deck"), [("buy", 20), ("buy", 0), ("final", 0)])
def test_does_not_buy_a_card_that_adds_nothing(level, phase, deck):
    mine = owner(10, 2, "b1 b2 b3 g1 g2 g3 o1 o2 o3 p1 p2 p3")
    theirs = owner(10, 0, "g9 b9 b8")
    state = build_state(mine, theirs, market="g9 b9", phase=phase, deck=deck, final=(0,) if phase == "final" else ())
    assert choose(level, state) == Skip()


@every_level
def test_takes_a_bust_token_rather_than_a_useless_card(level):
    mine = owner(10, 0, "b1 b2 b3 g1 g2 g3 o1 o2 o3 p1 p2 p3")
    state = build_state(mine, owner(3, 0, "g9 b8"), market="g9", phase="bust", bust_buy=True)
    assert choose(level, state) == Token()


@every_level
@pytest.mark.parametrize("deck", [60, 30, 8])
def test_stops_at_ten_with_good_cards_in_the_tableau(level, deck):
    state = build_state(owner(4, 0, "b3 b6 b7"), owner(4, 0, "o1 o2"), numbers="b4 b5 g1", deck=deck)
    assert choose(level, state) == Take("numbers")


@every_level
def test_draws_when_no_card_can_bust(level):
    assert choose(level, build_state(owner(5, 0, "b3"), owner(5, 0, "o1"), currency="$2", deck=70)) == Draw()
    assert choose(level, build_state(owner(5, 0, "b3"), owner(5, 0, "o1"), numbers="b1", deck=70)) == Draw()


@every_level
def test_takes_the_better_pile(level):
    players = owner(3, 0, "b1 b2"), owner(3, 0, "o1 o2")
    assert choose(level, build_state(*players, currency="$4", deck=0)) == Take("currency")
    assert choose(level, build_state(*players, numbers="b3 b4", deck=0)) == Take("numbers")
    assert choose(level, build_state(*players, numbers="b3 b4", currency="$1", deck=0)) == Take("numbers")


@every_level
def test_does_not_take_coins_that_it_cannot_keep(level):
    """A player with ten coins gains none (R3)."""
    state = build_state(owner(10, 0, "b1 b2 b6"), owner(3, 0, "o1 o2"), numbers="b3 b4 b5", currency="$2", deck=40)
    assert Take("currency") not in list_choices(level, state)


@every_level
def test_pays_with_coins_rather_than_useful_cards(level):
    state = build_state(owner(6, 0, "b2 b3 b5 b6 g1 g2"), owner(2, 0, "o1"), market="b4", phase="buy", deck=30)
    assert choose(level, state) == Buy("b4", Pay(4, 0, ()))


@every_level
@pytest.mark.parametrize("deck", [30, 0])
def test_does_not_pay_with_cards_of_a_run(level, deck):
    mine = owner(1, 0, "b2 b3 b5 b6 g1 g1 g1 g1 g2")
    move = choose(level, build_state(mine, owner(2, 0, "o1"), market="b4", phase="buy", deck=deck))
    assert move.card == "b4"
    assert set(move.pay.cards) <= {"g1"}


@every_level
def test_does_not_waste_a_bust_token_on_a_low_price(level):
    state = build_state(owner(4, 1, "b2 b3 b4"), owner(2, 0, "o1"), market="b1", phase="final", final=(0,), deck=0)
    assert choose(level, state) == Buy("b1", Pay(1, 0, ()))


@every_level
@pytest.mark.parametrize("price", [1, 4, 9])
def test_buys_the_last_improvement(level, price):
    others = " ".join(f"b{n}" for n in range(1, 10) if n != price)
    state = build_state(
        owner(9, 0, others), owner(2, 0, "o1"), market=f"b{price} g8", phase="final", final=(0,), deck=0
    )
    assert choose(level, state) == Buy(f"b{price}", Pay(price, 0, ()))


@every_level
def test_buys_the_cheaper_of_two_equal_improvements(level):
    state = build_state(owner(9, 0, "b1 b2 g5 g6"), owner(2), market="b3 g7", phase="final", final=(0,), deck=0)
    assert choose(level, state).card == "b3"


@every_level
def test_passes_on_a_useless_wild(level):
    mine = owner(10, 2, "b3 g3 o3 p3 b1 b2 g2 g4")
    for answers in [(), (pass_of(1),)]:
        active = 0 if answers else 1
        auction = for_sale("*3", *answers)
        state = build_state(mine, owner(0), auction=auction, phase="auction", active=active, deck=20)
        assert choose(level, state) == Pass()


@every_level
def test_bids_coins_but_no_cards_for_a_wild_that_completes_a_run(level):
    mine = owner(8, 1, f"{BLUE} g1 g2")
    state = build_state(mine, owner(6, 0, "o1 o2"), auction=for_sale("b#", pass_of(1)), phase="auction", deck=20)
    for move in list_choices(level, state):
        assert isinstance(move, Bid)
        assert move.amount <= 8
        assert not move.pay.cards


@every_level
def test_pays_for_a_wild_with_the_least_useful_cards(level):
    mine = owner(0, 0, "b1 b2 b4 b5 g1 g1 g1 g1 g1 g1")
    state = build_state(mine, owner(0), auction=for_sale("*3", pass_of(1)), phase="auction", deck=20)
    for move in list_choices(level, state):
        assert isinstance(move, Bid)
        assert set(move.pay.cards) == {"g1"}


@every_level
def test_passes_when_a_wild_costs_more_points_than_it_brings(level):
    """The wild brings one point, and each card spent on it costs one."""
    mine = owner(0, 0, "b1 b2 g4 g5 o6 o7 p8 p9")
    auction = for_sale("b#", bid_of(1, 3, coins=3))
    assert choose(level, build_state(mine, owner(3), auction=auction, phase="auction", deck=0)) == Pass()


def test_sharp_bids_no_more_than_it_must():
    mine = owner(9, 0, f"{BLUE} g1 g2")
    auction = for_sale("b#", bid_of(1, 2, coins=2))
    state = build_state(mine, owner(6, 0, "o1 o2"), auction=auction, phase="auction", deck=20)
    assert choose("sharp", state) == Bid(3, Pay(3, 0, ()))


def test_sharp_bids_one_when_nobody_can_outbid_it():
    state = build_state(owner(9, 0, BLUE), owner(0), auction=for_sale("b#"), phase="auction", active=1, deck=20)
    assert choose("sharp", state).amount == 1


def test_sharp_bids_more_when_an_opponent_wants_the_wild_too():
    rival, bystander = owner(8, 0, "g1 g2 g3 g5 g6 g7"), owner(8, 0, "b4 g4 o4 p4")
    mine = owner(9, 0, "b1 b2 b3 b5 b6 b7 b8")
    amounts = []
    for other in (rival, bystander):
        state = build_state(mine, other, auction=for_sale("*4"), phase="auction", active=1, deck=20)
        amounts.append(choose("sharp", state).amount)
    assert amounts[0] > 3 >= amounts[1]


def test_sharp_knows_which_cards_are_left():
    """At a net total of eight, the last two cards are two ones, or two nines."""
    players = owner(4, 0, "b2 b3"), owner(4, 0, "o1 o2")
    safe = build_state(*players, numbers="b4 g4", deck=2, first="b1 g1")
    assert choose("sharp", safe) == Draw()
    certain = build_state(*players, numbers="b4 g4", deck=2, first="b9 g9")
    assert choose("sharp", certain) == Take("numbers")


def test_sharp_buys_the_card_that_joins_two_of_its_own():
    mine, theirs = owner(9, 0, "g1 g2 g3 b7 b9 b9"), owner(9, 0, BLUE)
    state = build_state(mine, theirs, market="b8 p8", phase="final", final=(0, 1), deck=0)
    assert choose("sharp", state).card == "b8"


def test_sharp_makes_the_solo_opponent_overpay():
    """She bids one more than the highest bid (R14), so for a useless wild bid the most that she can still outbid."""
    mine, jen = owner(10, 1, "b3 g3 o3 p3"), owner(9, 0, "o1 o2")
    state = build_state(mine, jen, auction=for_sale("*3"), phase="auction", active=1, deck=40, solo=5)
    assert choose("sharp", state).amount == 8


def test_sharp_bids_as_much_as_the_solo_opponent_has():
    mine, jen = owner(10, 1, BLUE), owner(6, 0, "o1 o2")
    state = build_state(mine, jen, auction=for_sale("b#"), phase="auction", active=1, deck=40, solo=5)
    assert choose("sharp", state).amount == 6


@pytest.mark.parametrize(("bid", "best"), [(6, 7), (None, 5)])
def test_sharp_answers_the_solo_opponent_with_the_lowest_bid_that_wins(bid, best):
    mine, jen = owner(10, 1, BLUE), owner(6 if bid else 4, 0, "o1 o2")
    auction = for_sale("b#", bid_of(1, bid, coins=6) if bid else pass_of(1))
    state = build_state(mine, jen, auction=auction, phase="auction", deck=40, solo=5)
    assert choose("sharp", state).amount == best


def test_sharp_leaves_an_overpriced_wild_to_the_solo_opponent():
    mine, jen = owner(9, 0, "b3 g3 o3 p3"), owner(9, 0, "o1 o2")
    state = build_state(mine, jen, auction=for_sale("*3", bid_of(1, 8, coins=8)), phase="auction", deck=40, solo=5)
    assert choose("sharp", state) == Pass()


def test_pays_only_with_spare_cards_in_a_solo_auction():
    mine = owner(4, 0, f"{BLUE} g1 g1 g2")
    state = build_state(mine, owner(0), auction=for_sale("b#", pass_of(1)), phase="auction", deck=40, solo=5)
    for level in LEVELS:
        for move in list_choices(level, state):
            assert move == Bid(5, Pay(4, 0, ("g1",)))


@every_level
def test_a_view_from_json_gives_the_same_move(level):
    state = build_state(owner(5, 1, "b2 b3 g1 g1"), owner(5, 0, "o1"), market="b4 g2", phase="buy", deck=30)
    view, choices = push.view(state, 0), push.choices(state, 0)
    move = BOTS[level](json.loads(json.dumps(view)), json.loads(json.dumps(choices)), random.Random(1))
    assert move == BOTS[level](view, choices, random.Random(1))


@every_level
def test_a_purchase_never_costs_points(level):
    dice = random.Random("purchases")
    for _ in range(40):
        deck = list(DECKS[2])
        dice.shuffle(deck)
        plain = [card for card in deck if card[0] != "$"]
        market = [card for card in plain[40:] if card[0] != "*" and card[1] != "#"][:8]
        mine = owner(dice.randrange(11), dice.randrange(2), " ".join(plain[:20]))
        theirs = owner(5, 0, " ".join(plain[20:40]))
        state = build_state(mine, theirs, market=" ".join(market), phase="final", final=(0,), deck=0)
        if "buy" not in push.choices(state, 0):
            continue
        for move in list_choices(level, state):
            if move != Skip():
                kept = Counter(mine.cards) - Counter(move.pay.cards)
                gained = score([*kept.elements(), move.card]) - score(mine.cards)
                assert gained >= (0 if level == "sharp" else 1)  # sharp may buy a card to keep it from an opponent
