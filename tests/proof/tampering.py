"""Records with one change, which every checker must find."""

import copy
import json
import random
from collections.abc import Iterator

from games.rules.base import Plain


def tamper(line: str, dice: random.Random) -> Iterator[tuple[str, str]]:
    """Yield the record with each change, and the name of the change."""
    record = json.loads(line)
    for name, change in CHANGES.items():
        other = copy.deepcopy(record)
        if change(other, dice):
            assert other != record, name
            yield name, json.dumps(other, ensure_ascii=False, separators=(",", ":"))


def swap_two_cards(record: Plain, dice: random.Random) -> bool:
    deal = record["deal"]
    piles = deal.get("stacks") or deal.get("decks") or [deal["deck"]]
    pile = dice.choice(piles)
    pairs = [(a, b) for a in range(len(pile)) for b in range(a) if pile[a] != pile[b]]
    if not pairs:
        return False
    a, b = dice.choice(pairs)
    pile[a], pile[b] = pile[b], pile[a]
    return True


def change_first_seat(record: Plain, dice: random.Random) -> bool:
    name = "dealer" if "dealer" in record["deal"] else "first"
    seats = len(record["seats"])
    record["deal"][name] = (record["deal"][name] + 1) % seats
    return seats > 1


def change_share(record: Plain, dice: random.Random) -> bool:
    players = record["fair"]["players"]
    people = [seat for seat, given in enumerate(players) if given != "bot"]
    if people:
        seat = dice.choice(people)
        players[seat] = change_digit(players[seat], dice)
    return bool(people)


def change_server_seed(record: Plain, dice: random.Random) -> bool:
    record["fair"]["server"] = change_digit(record["fair"]["server"], dice)
    return True


def change_seal(record: Plain, dice: random.Random) -> bool:
    record["fair"]["commit"] = change_digit(record["fair"]["commit"], dice)
    return True


def change_time_of_move(record: Plain, dice: random.Random) -> bool:
    made = dice.choice(record["moves"])
    made["at"] = (
        "2026-11-18T21:00:00.001Z" if made.get("at") != "2026-11-18T21:00:00.001Z" else "2026-11-18T21:00:00.002Z"
    )
    return True


def change_maker_of_move(record: Plain, dice: random.Random) -> bool:
    made = dice.choice(record["moves"])
    made["by"] = "clock" if made.get("by") != "clock" else "plan"
    return True


def change_move(record: Plain, dice: random.Random) -> bool:
    made = dice.choice(record["moves"])
    made["move"] = {"do": "resign"} if made["move"]["do"] != "resign" else {"do": "pass"}
    return True


def drop_move(record: Plain, dice: random.Random) -> bool:
    del record["moves"][dice.randrange(len(record["moves"]))]
    return True


def swap_two_moves(record: Plain, dice: random.Random) -> bool:
    moves = record["moves"]
    pairs = [n for n in range(1, len(moves)) if moves[n] != moves[n - 1]]
    if pairs:
        n = dice.choice(pairs)
        moves[n], moves[n - 1] = moves[n - 1], moves[n]
    return bool(pairs)


def change_head(record: Plain, dice: random.Random) -> bool:
    record["head"] = change_digit(record["head"], dice)
    return True


def change_id(record: Plain, dice: random.Random) -> bool:
    record["id"] = "0" * 10 if record["id"] != "0" * 10 else "1" * 10
    return True


def change_digit(text: str, dice: random.Random) -> str:
    """Change one hexadecimal digit of a text."""
    place = dice.randrange(len(text))
    return text[:place] + dice.choice("0123456789abcdef".replace(text[place], "")) + text[place + 1 :]


CHANGES = {
    change.__name__: change
    for change in (
        swap_two_cards,
        change_first_seat,
        change_share,
        change_server_seed,
        change_seal,
        change_time_of_move,
        change_maker_of_move,
        change_move,
        drop_move,
        swap_two_moves,
        change_head,
        change_id,
    )
}
