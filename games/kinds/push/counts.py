"""What is counted in TEN Push.

| of each seat | what |
|---|---|
| points, scored | final points if played to the end; 1 if there are any |
| turns, draws, busts, coin_busts | turns, chosen draws, and how many of those bust (by currency) |
| odds | the sum of the exact chances to bust at these draws |
| runs | colors with a run of 1 to 9 at the end |
| wilds, wild_coins, wild_points | auctions won, what was paid (R6), points the wilds brought |
| bought | cards bought in the market |

| of the site | key | n | won | total |
|---|---|---|---|---|
| `deck push`, `last push` | class of the first, of the last card of the deck | times | | expected |
| `bust push` | chance to bust at a draw, in steps of five percent: 00, 05 ... | draws | busts | sum of the chances |
"""

from collections.abc import Iterator

from games.kinds.base import Counted, Facts
from games.kinds.counts import count_shuffled_card
from games.kinds.push.bots.knowledge import busts_by
from games.rules.base import Plain
from games.rules.push.cards import COINS, WILDS
from games.rules.push.moves import Draw
from games.rules.push.payment import BUST
from games.rules.push.scoring import POINTS, explain, score
from games.rules.push.state import Player, State, coins_shown, net_total
from games.rules.replay import Replay, Step

NAMES = ("moves", "turns", "draws", "busts", "coin_busts", "odds", "wilds", "wild_coins", "bought")


def count(game: Replay) -> list[Facts]:
    """Return the counts of each seat, without the solo opponent."""
    found: list[Facts] = [dict.fromkeys(NAMES, 0) for _ in range(game.setup.seats)]
    found[game.start.active]["turns"] += 1
    for step, chance, bust in chosen_draws(game):
        facts = found[step.seat]
        facts["draws"] += 1
        facts["odds"] += chance
        facts["busts"] += bool(bust)
        facts["coin_busts"] += bust == "currency"
    for step in game.steps:
        for event in step.events:
            seat = event.facts.get("seat")
            if seat is not None and seat < len(found):
                _count_event(found[seat], event.name, event.facts)
    if game.kind.result(game.state) and game.state.phase == "over":
        for facts, player in zip(found, game.state.players, strict=False):
            facts |= _at_the_end(player)
    return found


def chosen_draws(game: Replay) -> Iterator[tuple[Step, float, str]]:
    """Yield each draw a player chose: the chance that it busts, and what it busted by (empty: it didn't)."""
    before = game.start
    for step in game.steps:
        if type(step.move) is Draw:
            # the card is the first event; a bust after other events belongs to a later turn
            bust = step.events[1].facts["by"] if len(step.events) > 1 and step.events[1].name == "bust" else ""
            yield step, bust_chance(before), bust
        before = step.state


def bust_chance(state: State) -> float:
    """Return the chance that the next card busts, from open information."""
    net, shown, unseen = net_total(state), coins_shown(state), state.deck[state.drawn :]
    return sum(bool(busts_by(card, net, shown)) for card in unseen) / len(unseen)


def _count_event(facts: Facts, name: str, about: Plain) -> None:
    if name == "turn":
        facts["turns"] += 1
    elif name == "bought":
        facts["bought"] += 1
    elif name == "won":
        facts["wilds"] += 1
        pay = about["pay"]
        facts["wild_coins"] += pay["coins"] + BUST * pay["busts"] + len(pay["cards"])


def _at_the_end(player: Player) -> Facts:
    points = score(player.cards)
    runs = sum(run.points == POINTS[-1] for run in explain(player.cards).runs)
    without = score([card for card in player.cards if card not in WILDS])
    return {"points": points, "scored": 1, "runs": runs, "wild_points": points - without}


def site(game: Replay) -> list[Counted]:
    """Count what the shuffle dealt, and whether predicted busts happened."""
    deck = [_class(card) for card in game.start.deck]
    found = [*count_shuffled_card("deck push", deck[0], deck), *count_shuffled_card("last push", deck[-1], deck)]
    for _step, chance, bust in chosen_draws(game):
        bucket = min(int(chance * 20), 19) * 5
        found.append(("bust push", f"{bucket:02d}", 1, int(bool(bust)), chance))
    return found


def _class(card: str) -> str:
    return "wild" if card in WILDS else "coin" if card in COINS else "number"
