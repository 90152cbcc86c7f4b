"""Swaps between seats: a seat that is asked swaps or blocks (R31), and what a block does (R32)."""

from games.rules.base import Event, EventLog, IllegalMove, change
from games.rules.swap.cards import BLOCKERS, BUNNY, SKUNK, WOLF
from games.rules.swap.state import State, Turn, card_of, next_in, replace_at, set_aside, to_move
from games.rules.swap.tokens import crown, take_tokens


def ask(state: State, whom: int, events: EventLog) -> State:
    """Ask the seat, or let its card answer at once (R31); back at the swapper, nothing happens (R32)."""
    swapper = to_move(state)
    if whom == swapper:
        events.append(Event("nobody", {"seat": swapper}))
        return end_turn(state, Turn("blocked"))
    if state.setup.options["blocking"] == "ask":
        events.append(Event("asked", {"seat": swapper, "whom": whom}))
        return change(state, asked=whom)
    if card_of(state, whom) in BLOCKERS:
        return refuse(state, whom, events)
    return exchange(state, whom, events)


def accept(state: State, seat: int, events: EventLog) -> State:
    """Let the swap happen (R31)."""
    check_asked(state)
    return exchange(state, seat, events)


def block(state: State, seat: int, events: EventLog) -> State:
    """Block with a card from 6 to 10 (R31)."""
    check_asked(state)
    card = card_of(state, seat)
    if card not in BLOCKERS:
        raise IllegalMove("answer.cannot-block", card=card)
    return refuse(state, seat, events)


def check_asked(state: State) -> None:
    """Refuse an answer if no seat was asked."""
    if state.asked is None:
        raise IllegalMove("answer.not-asked")


def end_turn(state: State, turn: Turn) -> State:
    """End a turn; after the dealer's, all cards are shown."""
    return change(state, turns=(*state.turns, turn), asked=None)


def exchange(state: State, whom: int, events: EventLog) -> State:
    """Exchange two cards, which only these two seats see."""
    swapper = to_move(state)
    gave, got = state.holds[swapper], state.holds[whom]
    events.append(Event("swapped", {"seat": swapper, "whom": whom}))
    cards = {"gave": state.dealt[gave], "got": state.dealt[got]}
    events.append(Event("traded", {"seat": swapper, "whom": whom, **cards}, (swapper, whom)))
    return end_turn(trade(state, swapper, whom), Turn("swapped", whom, gave, got))


def trade(state: State, one: int, other: int) -> State:
    """Let two seats trade their cards."""
    holds = replace_at(state.holds, one, state.holds[other])
    return change(state, holds=replace_at(holds, other, state.holds[one]))


def refuse(state: State, whom: int, events: EventLog) -> State:
    """Turn up the blocking card, and apply its effect (R32)."""
    swapper, card = to_move(state), card_of(state, whom)
    if state.holds[whom] not in state.up:
        state = change(state, up=(*state.up, state.holds[whom]))
    events.append(Event("blocked", {"seat": whom, "card": card, "swapper": swapper}))
    if card == BUNNY:
        events.pause(state, asked=None)
        return ask(state, next_in(state, whom), events)
    state = end_turn(state, Turn("blocked", whom))
    events.pause(state)
    if card == WOLF:
        return punish(state, (swapper,), "wolf", events)
    if card == SKUNK:
        return send_back(state, swapper, events)
    return state


def send_back(state: State, swapper: int, events: EventLog) -> State:
    """Apply a Skunk: the offered card goes back to the seat it was dealt to, which first gave it away."""
    offered = state.holds[swapper]
    # A card moves on only when it is offered to a seat whose turn is still to come, and each seat on its way offered it
    # in its own turn, without a penalty. So no other exchange came between, and none of these seats is out (R33)†.
    turns, path = list(state.turns), [swapper]
    for index, turn in reversed(list(enumerate(turns))):
        if turn.did == "swapped" and turn.gave == offered:
            turns[index] = change(turn, did="undone")
            path.append(state.order[index])
            state = trade(state, path[-1], path[-2])
    state = change(state, turns=tuple(turns))
    if path == [swapper]:
        return punish(state, (swapper,), "skunk", events)
    events.append(Event("undone", {"seats": tuple(path)}))
    events.extend(Event("card", {"seat": seat, "card": card_of(state, seat)}, (seat,)) for seat in path)
    events.pause(state)
    return punish(state, (swapper, offered), "skunk", events)


def punish(state: State, seats: tuple[int, ...], why: str, events: EventLog) -> State:
    """Take a token from these seats; one with none left is out at once, and its card is set aside (R33)†."""
    state = take_tokens(state, seats, why, events)
    for seat in seats:
        if not state.tokens[seat]:
            state = set_aside(state, seat)
    return crown(state, events)
