"""A turn: drawing, taking and busting, and starting the next turn."""

from games.rules.base import Event, change
from games.rules.push.cards import FACE, WILDS, in_order
from games.rules.push.purchase import replace_player
from games.rules.push.state import (
    LIMIT,
    MOST_COINS,
    Auction,
    State,
    all_in_turn,
    coins_shown,
    is_deck_empty,
    is_jens_turn,
    net_total,
)


def reveal(state: State, events: list[Event]) -> State:
    """Turn up the next card: into the tableau, into an auction, or as a bust."""
    card = state.deck[state.drawn]
    events.append(Event("drew", {"seat": state.active, "card": card}))
    if card in WILDS:
        return change(state, drawn=state.drawn + 1, phase="auction", auction=Auction(card, ()))
    if card in FACE:
        state = change(state, drawn=state.drawn + 1, phase="draw", numbers=(*state.numbers, card))
        return _bust(state, "numbers", net_total(state), events)
    state = change(state, drawn=state.drawn + 1, phase="draw", currency=(*state.currency, card))
    return _bust(state, "currency", coins_shown(state), events)


def _bust(state: State, by: str, total: int, events: list[Event]) -> State:
    """Bust if the total is over the limit (R4); a number card never busts the solo opponent (R12)."""
    if total <= LIMIT or (by == "numbers" and is_jens_turn(state)):
        return state
    events.append(Event("bust", {"seat": state.active, "by": by, "total": total}))
    return change(state, phase="bust")


def take_numbers(state: State, events: list[Event]) -> State:
    """Give the active player the number cards, and everyone else the coins shown; then a card may be bought (R2)."""
    events.append(Event("took", {"seat": state.active, "what": "numbers", "cards": state.numbers}))
    state = get_numbers(state)
    return change(pay_others(state, events), phase="buy")


def take_currency(state: State, events: list[Event]) -> State:
    """Give the active player the coins shown, put the number cards in the market, and end the turn (R2)."""
    events.append(Event("took", {"seat": state.active, "what": "currency", "cards": state.currency}))
    active = (state.active,)
    state = numbers_to_market(_gain(state, active, events), events)
    return end_turn(discard_currency(state), events)


def get_numbers(state: State) -> State:
    """Give the number cards of the tableau to the active player."""
    player = state.players[state.active]
    player = change(player, cards=in_order(player.cards + state.numbers))
    return change(state, players=replace_player(state.players, state.active, player), numbers=())


def numbers_to_market(state: State, events: list[Event]) -> State:
    """Put the number cards of the tableau in the market."""
    if not state.numbers:
        return state
    events.append(Event("market", {"cards": state.numbers}))
    return change(state, market=in_order(state.market + state.numbers), numbers=())


def pay_others(state: State, events: list[Event]) -> State:
    """Give everyone but the active player the coins shown; then discard the currency cards."""
    others = tuple(who for who in range(len(state.players)) if who != state.active)
    return discard_currency(_gain(state, others, events))


def discard_currency(state: State) -> State:
    """Discard the currency cards of the tableau."""
    if not state.currency:
        return state
    return change(state, discards=state.discards + state.currency, currency=())


def gain_token(state: State, events: list[Event]) -> State:
    """Give the active player a bust token; they never run out (R3)."""
    events.append(Event("token", {"seat": state.active}))
    player = state.players[state.active]
    return change(state, players=replace_player(state.players, state.active, change(player, busts=player.busts + 1)))


def finish_bust(state: State, events: list[Event]) -> State:
    """Do the last steps of R4: only a bust by numbers gives the others the coins shown."""
    by_currency = coins_shown(state) > LIMIT
    state = discard_currency(state) if by_currency else pay_others(state, events)
    return end_turn(state, events)


def end_turn(state: State, events: list[Event]) -> State:
    """Begin the next player's turn, or after the last card one final purchase for each (R8)."""
    if not is_deck_empty(state):
        return change(state, phase="turn", active=(state.active + 1) % len(state.players))
    events.append(Event("final", {}))
    return change(state, phase="final", final=tuple(who for who in all_in_turn(state) if who < state.setup.seats))


def _gain(state: State, who: tuple[int, ...], events: list[Event]) -> State:
    """Give these players the coins shown, up to ten (R3)."""
    value = coins_shown(state)
    if not value:
        return state
    gains = tuple(
        min(value, MOST_COINS - player.coins) if index in who else 0 for index, player in enumerate(state.players)
    )
    events.append(Event("gained", {"value": value, "coins": gains}))
    players = [change(player, coins=player.coins + gains[index]) for index, player in enumerate(state.players)]
    return change(state, players=tuple(players))
