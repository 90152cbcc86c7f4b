"""A game with plans equals one in which a player clicks what the plans say.

What a plan says is computed here a second time, from the state and the forms of the site, without the plans' own code.
"""

import random
from collections import Counter

import pytest
from django.http import QueryDict

from games.kinds import KINDS
from games.kinds.push.plans.conditions import lengthens_run
from games.rules import push
from games.rules.base import Plain, change
from games.rules.push.cards import FACE, NUMBERED_WILDS, WILDS
from games.rules.push.moves import Draw, Pay
from games.rules.push.payment import check_payment
from games.rules.push.scoring import explain, score
from games.rules.push.state import Player, is_deck_empty
from games.rules.swap.cards import BLOCKERS
from tests.plans.memory_games import (
    PUSH,
    SWAP,
    MemoryGame,
    pick_move,
    random_plan,
    random_push_plan,
    start_game,
    try_to_add,
)
from tests.plans.runs import best_total
from tests.rules.push.positions import NO_DEALER

ALL = {"coins": True, "busts": True, "cards": "any"}


class Clicker:
    """A player who has the plan as a note, and follows it with the buttons of the page."""

    def __init__(self, game: MemoryGame, seat: int, note: Plain) -> None:
        self.game, self.seat, self.note = game, seat, note

    def answer(self) -> Plain | None:
        """Return what to click now, or None if the note doesn't say."""
        fields = self.follow_note()
        if fields is None:
            return None
        form = QueryDict(mutable=True)
        for name, value in fields.items():
            form[name] = str(value)
        return dict(KINDS[self.game.slug].presenter.read(form, *self.game.view_and_choices(self.seat)))

    def follow_note(self) -> Plain | None:
        return self.swap() if self.game.slug == "swap" else self.push()

    def swap(self) -> Plain | None:
        state, note = self.game.state, self.note
        card = state.dealt[state.holds[self.seat]]
        if note["for"] == "answer" and state.asked is not None:
            return {"do": "block" if card in BLOCKERS and note["block"] else "accept"}
        if note["for"] == "turn" and state.asked is None:
            higher = ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "00", "000", "0000"]
            place = higher.index("0000" if card == "W" else card)
            return {"do": "hold" if note["least"] and place <= higher.index(note["least"]) else "swap"}
        return None

    def push(self) -> Plain | None:
        state, note = self.game.state, self.note
        if state.phase == "auction" and note["for"] == "auction" and self.is_wanted(state.auction.card):
            return self.bid()
        if state.phase == "draw" and note["for"] == "turn":
            return self.draw()
        if (state.phase, note["for"]) in (("buy", "turn"), ("bust", "bust"), ("final", "final")):
            return None if note["buy"] == "ask" else self.buy()
        return None

    def is_wanted(self, card: str) -> bool:
        which = self.note["which"]
        return which == "any" or which == card or (which == "numbered" and card in NUMBERED_WILDS)

    def bid(self) -> Plain:
        offer = self.game.view_and_choices(self.seat)[1]["bid"]
        owned, card = self.game.state.players[self.seat].cards, self.game.state.auction.card
        most = min(self.note["most"], offer["most"])
        amount = most if self.note["bid"] == "up-to" else offer["least"]
        longer = best_total((*owned, card)) > best_total(owned) if self.note["lengthens"] else True
        if longer and offer["least"] <= amount <= most:
            return {"do": "bid", "amount": amount}
        return {"do": "pass"}

    def draw(self) -> Plain:
        state, note = self.game.state, self.note
        net = sum(int(card[1]) for card in state.numbers) - sum(int(card[1]) for card in state.currency)
        coins = sum(int(card[1]) for card in state.currency)
        if (
            is_deck_empty(state)
            or (note["net"] is not None and net >= note["net"])
            or (note["coins"] is not None and coins >= note["coins"])
            or (
                note["risk"] is not None
                and 100 * count_busting_cards(state, self.seat) > note["risk"] * len(undrawn(state))
            )
        ):
            return {"do": "take", "what": note["take"]}
        return {"do": "draw"}

    def buy(self) -> Plain:
        offer = self.game.view_and_choices(self.seat)[1]["buy"]["cards"]
        wish, owned = self.note["buy"], self.game.state.players[self.seat].cards
        if wish != "skip":
            for card in wish["cards"]:
                if card in offer:
                    return {"do": "buy", "card": card}
            longer = [
                card
                for card in offer
                if offer[card] <= (wish["lengthens"] or 0) and best_total((*owned, card)) > best_total(owned)
            ]
            longer.sort(key=lambda card: (-score((*owned, card)), offer[card], "bgop".index(card[0])))
            if longer:
                return {"do": "buy", "card": longer[0]}
        return {"do": "token" if self.game.state.phase == "bust" else "skip"}


def undrawn(state) -> tuple[str, ...]:
    return state.deck[state.drawn :]


def count_busting_cards(state, seat: int) -> int:
    """Count the cards of the deck that bust, by playing each."""
    found = 0
    for place, card in enumerate(undrawn(state)):
        deck = (*state.deck[: state.drawn], card, *undrawn(state)[:place], *undrawn(state)[place + 1 :])
        _, events = push.play(change(state, deck=deck), seat, Draw(), NO_DEALER)
        names = [event.name for event in events]
        found += "bust" in names and "turn" not in names[: names.index("bust")]
    return found


def random_unlimited_plan(slug: str, dice: random.Random) -> Plain:
    """Make a permanent plan that may pay with anything, as a click on the amount does."""
    plan = random_plan(slug, dice)
    while plan.get("which") == "now":
        plan = random_plan(slug, dice)
    if "which" in plan:
        plan["pay"] = ALL
    if isinstance(plan.get("buy"), dict):
        plan["buy"]["pay"] = ALL
    return plan | {"once": False}


@pytest.mark.parametrize(("slug", "table"), [*(("push", one) for one in PUSH), *(("swap", one) for one in SWAP)])
def test_a_game_with_a_plan_equals_one_with_the_same_clicks(slug, table, share):
    seats, options = table
    answered = 0
    for number in range(share(small=4, proofs=40, whole=300)):
        dice = random.Random(f"presence {slug} {table} {number}")
        planned, clicked = (start_game(slug, seats, options, number) for _ in range(2))
        planner = dice.randrange(seats)
        added = try_to_add(planned, planner, random_unlimited_plan(slug, dice))
        if added is None:
            continue
        clicker = Clicker(clicked, planner, added.data)
        others = [random.Random(f"others {number}") for _ in range(2)]
        planned.settle()
        while (seat := planned.waiting()) is not None:
            planned.click(seat, pick_move(planned, seat, others[0]))
        while (seat := clicked.waiting()) is not None:
            answer = clicker.answer() if seat == planner else None
            answered += answer is not None
            clicked.click(seat, answer or pick_move(clicked, seat, others[1]))
        assert [move[:2] for move in planned.moves] == [move[:2] for move in clicked.moves]
        assert planned.state == clicked.state
        assert sum(by == "plan" for _seat, _move, by in planned.moves) <= answered
    assert answered > share(small=2, proofs=30, whole=300)


# --- payments -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", PUSH)
def test_a_plan_pays_only_with_what_it_allows(table, share):
    """It passes or skips only when no allowed payment would do."""
    seats, options = table
    paid = 0
    for number in range(share(small=5, proofs=50, whole=400)):
        dice = random.Random(f"paying {table} {number}")
        game = start_game("push", seats, options, number)
        while (seat := game.waiting()) is not None:
            plan = random_push_plan(dice)
            if plan["for"] == "final" or plan.get("which") == "now" or not dice.randrange(3):
                game.click(seat, pick_move(game, seat, dice))
                continue
            data = game.module.read(plan)
            view, choices = game.view_and_choices(seat)
            act = game.module.decide([data | {"mark": None, "deck": None} if "mark" in data else data], view, choices)
            if act is not None:
                paid += check_payment_of_move(game.state, seat, data, act.move, view, choices)
            game.click(seat, act.move if act else pick_move(game, seat, dice))
    assert paid > share(small=1, proofs=15, whole=150)


def check_payment_of_move(state, seat: int, plan: Plain, move: Plain, view: Plain, choices: Plain) -> bool:
    """Check that a move pays with what is allowed, or couldn't pay anything; return whether it paid."""
    rule = plan["pay"] if plan["for"] == "auction" else plan["buy"]["pay"] if isinstance(plan["buy"], dict) else None
    if rule is None or not {"bid", "buy"} & choices.keys():
        return False
    if move["do"] in ("pass", "skip", "token"):
        check_nothing_affordable(state, seat, plan, rule, choices)
        return False
    pay, player = move["pay"], state.players[seat]
    prize = move.get("card") or state.auction.card
    price = move.get("amount") or FACE[move["card"]]
    assert rule["coins"] or not pay["coins"]
    assert rule["busts"] or not pay["busts"]
    assert rule["cards"] != "none" or not pay["cards"]
    check_payment(Pay(pay["coins"], pay["busts"], tuple(pay["cards"])), price, player)
    if rule["cards"] == "loose":
        left = list((Counter(player.cards) - Counter(pay["cards"])).elements())
        assert score(left) == score(player.cards)
        assert score([*left, prize]) == score([*player.cards, prize])
    return True


def check_nothing_affordable(state, seat: int, plan: Plain, rule: Plain, choices: Plain) -> None:
    """Compare the lowest prices with all that the plan may spend."""
    if plan["for"] == "auction":
        prices = {state.auction.card: choices["bid"]["least"]}
        if plan["lengthens"] or plan["most"] < choices["bid"]["least"]:
            return
        cards = choices["bid"]["means"]["cards"]
    else:
        offer = choices["buy"]
        prices = {card: price for card, price in offer["cards"].items() if card in plan["buy"]["cards"]}
        cards = offer["means"]["cards"]
    for prize, price in prices.items():
        assert sum_means(state.players[seat], rule, tuple(cards), prize) < price


def sum_means(player: Player, rule: Plain, cards: tuple[str, ...], prize: str) -> int:
    money = player.coins * rule["coins"] + 3 * player.busts * rule["busts"]
    if rule["cards"] == "loose":
        now, then = (Counter(explain(hand).left_out) for hand in (player.cards, (*player.cards, prize)))
        cards = tuple((now & then & Counter(cards)).elements())
    return money + (0 if rule["cards"] == "none" else len(cards))


# --- runs -----------------------------------------------------------------------------------------------------------


def test_lengthening_a_run_matches_brute_force(share):
    dice = random.Random("runs")
    numbers, wilds = sorted(FACE), sorted(WILDS)
    for _ in range(share(small=150, whole=3_000)):
        hand = [*dice.choices(numbers, k=dice.randrange(8)), *dice.choices(wilds, k=dice.randrange(2))]
        card = dice.choice([*numbers, *wilds])
        assert lengthens_run(hand, card) == (best_total((*hand, card)) > best_total(hand)), (hand, card)


@pytest.mark.parametrize(
    ("hand", "card", "longer"),
    [
        ("", "b3", False),
        ("", "*#", False),
        ("b3", "b4", True),
        ("b3", "b5", False),
        ("b3", "g4", False),
        ("b3", "b#", True),
        ("b3", "g#", False),
        ("b3", "*4", True),
        ("b3", "*5", False),
        ("b1 b2", "*7", False),
        ("*7", "b8", True),
        ("b3 *#", "g4", False),
        ("b3 *#", "b5", True),
        ("b3 b4", "b4", False),
        ("b1 b2 b3 b4 b5 b6 b7 b8 b9", "b#", False),
        ("b1 b2 b3 b4 b5 b6 b7 b8", "*9", True),
    ],
)
def test_what_lengthens_a_run(hand, card, longer):
    assert lengthens_run(hand.split(), card) is longer
    assert (best_total((*hand.split(), card)) > best_total(hand.split())) is longer
