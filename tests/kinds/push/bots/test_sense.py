"""Obvious positions, in which no bot may make a silly move."""

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


def table(*players: Player, deck: int = 30, first: str = "", **facts: Any) -> State:
    """A position in which so many cards are left; every other card that is not seen elsewhere is discarded."""
    auction: Auction | None = facts.get("auction")
    seen = Counter(cards(" ".join(facts.get(key, "") for key in ("market", "numbers", "currency")) + " " + first))
    seen.update(card for player in players for card in player.cards)
    seen.update([auction.card] if auction else [])
    seats = 1 if facts.get("solo") else len(players)
    rest = list((Counter(DECKS[seats]) - seen).elements())
    random.Random(1).shuffle(rest)
    left = deck - len(cards(first))
    return position(*players, deck=" ".join([*cards(first), *rest[:left]]), discards=" ".join(rest[left:]), **facts)


def chosen(level: str, state: State) -> set[Any]:
    """All that the bot does there, with many dice."""
    (seat,) = push.waiting(state)
    view, choices = push.view(state, seat), push.choices(state, seat)
    return {BOTS[level](view, choices, random.Random(seed)) for seed in range(8)}


def one(level: str, state: State) -> Any:
    """What the bot does there whatever the dice."""
    (move,) = chosen(level, state)
    return move


def test_there_are_three_levels():
    assert LEVELS == ["easy", "steady", "sharp"]


@every_level
@pytest.mark.parametrize(("phase", "deck"), [("buy", 20), ("buy", 0), ("final", 0)])
def test_does_not_buy_what_adds_nothing(level, phase, deck):
    mine = owner(10, 2, "b1 b2 b3 g1 g2 g3 o1 o2 o3 p1 p2 p3")
    theirs = owner(10, 0, "g9 b9 b8")
    state = table(mine, theirs, market="g9 b9", phase=phase, deck=deck, final=(0,) if phase == "final" else ())
    assert one(level, state) == Skip()


@every_level
def test_a_bust_token_rather_than_a_useless_card(level):
    mine = owner(10, 0, "b1 b2 b3 g1 g2 g3 o1 o2 o3 p1 p2 p3")
    state = table(mine, owner(3, 0, "g9 b8"), market="g9", phase="bust", bust_buy=True)
    assert one(level, state) == Token()


@every_level
@pytest.mark.parametrize("deck", [60, 30, 8])
def test_does_not_draw_at_ten_with_much_on_the_table(level, deck):
    state = table(owner(4, 0, "b3 b6 b7"), owner(4, 0, "o1 o2"), numbers="b4 b5 g1", deck=deck)
    assert one(level, state) == Take("numbers")


@every_level
def test_draws_what_cannot_bust(level):
    """Two coins shown: no number and no currency card is too much."""
    assert one(level, table(owner(5, 0, "b3"), owner(5, 0, "o1"), currency="$2", deck=70)) == Draw()
    assert one(level, table(owner(5, 0, "b3"), owner(5, 0, "o1"), numbers="b1", deck=70)) == Draw()


@every_level
def test_takes_the_pile_in_which_something_lies(level):
    players = owner(3, 0, "b1 b2"), owner(3, 0, "o1 o2")
    assert one(level, table(*players, currency="$4", deck=0)) == Take("currency")
    assert one(level, table(*players, numbers="b3 b4", deck=0)) == Take("numbers")
    assert one(level, table(*players, numbers="b3 b4", currency="$1", deck=0)) == Take("numbers")


@every_level
def test_takes_no_coins_that_are_lost_at_once(level):
    """Who has ten coins gains none (R3)."""
    state = table(owner(10, 0, "b1 b2 b6"), owner(3, 0, "o1 o2"), numbers="b3 b4 b5", currency="$2", deck=40)
    assert Take("currency") not in chosen(level, state)


@every_level
def test_pays_with_coins_rather_than_with_useful_cards(level):
    state = table(owner(6, 0, "b2 b3 b5 b6 g1 g2"), owner(2, 0, "o1"), market="b4", phase="buy", deck=30)
    assert one(level, state) == Buy("b4", Pay(4, 0, ()))


@every_level
@pytest.mark.parametrize("deck", [30, 0])
def test_pays_no_card_that_stands_in_a_run(level, deck):
    mine = owner(1, 0, "b2 b3 b5 b6 g1 g1 g1 g1 g2")
    move = one(level, table(mine, owner(2, 0, "o1"), market="b4", phase="buy", deck=deck))
    assert move.card == "b4"
    assert set(move.pay.cards) <= {"g1"}


@every_level
def test_wastes_no_bust_token_on_a_small_price(level):
    state = table(owner(4, 1, "b2 b3 b4"), owner(2, 0, "o1"), market="b1", phase="final", final=(0,), deck=0)
    assert one(level, state) == Buy("b1", Pay(1, 0, ()))


@every_level
@pytest.mark.parametrize("price", [1, 4, 9])
def test_the_last_improvement_is_bought(level, price):
    others = " ".join(f"b{n}" for n in range(1, 10) if n != price)
    state = table(owner(9, 0, others), owner(2, 0, "o1"), market=f"b{price} g8", phase="final", final=(0,), deck=0)
    assert one(level, state) == Buy(f"b{price}", Pay(price, 0, ()))


@every_level
def test_the_cheaper_of_two_equal_improvements_or_the_one_worth_more(level):
    state = table(owner(9, 0, "b1 b2 g5 g6"), owner(2), market="b3 g7", phase="final", final=(0,), deck=0)
    assert one(level, state).card == "b3"


@every_level
def test_bids_nothing_for_a_useless_wild(level):
    mine = owner(10, 2, "b3 g3 o3 p3 b1 b2 g2 g4")
    for answers in [(), (pass_of(1),)]:
        active = 0 if answers else 1
        auction = for_sale("*3", *answers)
        state = table(mine, owner(0), auction=auction, phase="auction", active=active, deck=20)
        assert one(level, state) == Pass()


@every_level
def test_bids_for_a_wild_that_completes_a_row_but_not_everything(level):
    mine = owner(8, 1, f"{BLUE} g1 g2")
    state = table(mine, owner(6, 0, "o1 o2"), auction=for_sale("b#", pass_of(1)), phase="auction", deck=20)
    for move in chosen(level, state):
        assert isinstance(move, Bid)
        assert move.amount <= 8
        assert not move.pay.cards


@every_level
def test_pays_for_a_wild_what_is_missed_least(level):
    mine = owner(0, 0, "b1 b2 b4 b5 g1 g1 g1 g1 g1 g1")
    state = table(mine, owner(0), auction=for_sale("*3", pass_of(1)), phase="auction", deck=20)
    for move in chosen(level, state):
        assert isinstance(move, Bid)
        assert set(move.pay.cards) == {"g1"}


@every_level
def test_never_bids_itself_poorer_in_points(level):
    """One more point for the wild, one less for each card to pay with."""
    mine = owner(0, 0, "b1 b2 g4 g5 o6 o7 p8 p9")
    auction = for_sale("b#", bid_of(1, 3, coins=3))
    assert one(level, table(mine, owner(3), auction=auction, phase="auction", deck=0)) == Pass()


def test_sharp_bids_no_more_than_it_must():
    mine = owner(9, 0, f"{BLUE} g1 g2")
    auction = for_sale("b#", bid_of(1, 2, coins=2))
    state = table(mine, owner(6, 0, "o1 o2"), auction=auction, phase="auction", deck=20)
    assert one("sharp", state) == Bid(3, Pay(3, 0, ()))


def test_sharp_bids_one_where_nobody_can_bid_more():
    state = table(owner(9, 0, BLUE), owner(0), auction=for_sale("b#"), phase="auction", active=1, deck=20)
    assert one("sharp", state).amount == 1


def test_sharp_bids_more_when_the_other_wants_the_wild_too():
    wants, wants_not = owner(8, 0, "g1 g2 g3 g5 g6 g7"), owner(8, 0, "b4 g4 o4 p4")
    mine = owner(9, 0, "b1 b2 b3 b5 b6 b7 b8")
    amounts = []
    for other in (wants, wants_not):
        state = table(mine, other, auction=for_sale("*4"), phase="auction", active=1, deck=20)
        amounts.append(one("sharp", state).amount)
    assert amounts[0] > 3 >= amounts[1]


def test_sharp_knows_the_cards_that_are_left():
    """At eight, with two cards to come: two ones, or two nines."""
    players = owner(4, 0, "b2 b3"), owner(4, 0, "o1 o2")
    safe = table(*players, numbers="b4 g4", deck=2, first="b1 g1")
    assert one("sharp", safe) == Draw()
    certain = table(*players, numbers="b4 g4", deck=2, first="b9 g9")
    assert one("sharp", certain) == Take("numbers")


def test_sharp_keeps_a_card_from_the_one_who_needs_it():
    """The last purchases: the blue nine is nothing to the bot, and three points to the other."""
    mine, theirs = owner(9, 0, "g1 g2 g3 b7 b9 b9"), owner(9, 0, BLUE)
    state = table(mine, theirs, market="b8 p8", phase="final", final=(0, 1), deck=0)
    assert one("sharp", state).card == "b8"


def test_sharp_lets_the_solo_opponent_pay():
    """On her turn she pays one more than is bid (R14): for a wild that is useless, bid what she can just outbid."""
    mine, jen = owner(10, 1, "b3 g3 o3 p3"), owner(9, 0, "o1 o2")
    state = table(mine, jen, auction=for_sale("*3"), phase="auction", active=1, deck=40, solo=5)
    assert one("sharp", state).amount == 8


def test_sharp_bids_as_much_as_the_solo_opponent_has():
    mine, jen = owner(10, 1, BLUE), owner(6, 0, "o1 o2")
    state = table(mine, jen, auction=for_sale("b#"), phase="auction", active=1, deck=40, solo=5)
    assert one("sharp", state).amount == 6


@pytest.mark.parametrize(("bid", "best"), [(6, 7), (None, 5)])
def test_sharp_outbids_the_solo_opponent_who_was_first(bid, best):
    mine, jen = owner(10, 1, BLUE), owner(6 if bid else 4, 0, "o1 o2")
    auction = for_sale("b#", bid_of(1, bid, coins=6) if bid else pass_of(1))
    state = table(mine, jen, auction=auction, phase="auction", deck=40, solo=5)
    assert one("sharp", state).amount == best


def test_sharp_lets_the_solo_opponent_have_what_is_too_dear():
    mine, jen = owner(9, 0, "b3 g3 o3 p3"), owner(9, 0, "o1 o2")
    state = table(mine, jen, auction=for_sale("*3", bid_of(1, 8, coins=8)), phase="auction", deck=40, solo=5)
    assert one("sharp", state) == Pass()


def test_in_a_solo_auction_only_spare_cards_are_paid():
    mine = owner(4, 0, f"{BLUE} g1 g1 g2")
    state = table(mine, owner(0), auction=for_sale("b#", pass_of(1)), phase="auction", deck=40, solo=5)
    for level in LEVELS:
        for move in chosen(level, state):
            assert move == Bid(5, Pay(4, 0, ("g1",)))


@every_level
def test_lists_are_as_good_as_tuples(level):
    """A view that went through JSON."""
    state = table(owner(5, 1, "b2 b3 g1 g1"), owner(5, 0, "o1"), market="b4 g2", phase="buy", deck=30)
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
        state = table(mine, theirs, market=" ".join(market), phase="final", final=(0,), deck=0)
        if "buy" not in push.choices(state, 0):
            continue
        for move in chosen(level, state):
            if move != Skip():
                kept = Counter(mine.cards) - Counter(move.pay.cards)
                gained = score([*kept.elements(), move.card]) - score(mine.cards)
                assert gained >= (0 if level == "sharp" else 1)  # sharp may keep a card from the other
