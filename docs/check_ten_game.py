#!/usr/bin/env python3
"""Was my game of TEN dealt fairly?   python3 check_ten_game.py record.jsonl ...
Checks finished games (`ten-record/1`, one a line) without trusting the site: that the bytes of the server fit what was
published of them, that they and the bytes of the players give the seed, that the seed gives this deal (`ten-fair/1`),
and that no move was changed afterwards. Not whether the moves were legal. Needs Python 3.8 and nothing else.
"""

import hashlib
import hmac
import json
import sys

# push: how often each card is in the deck for 1-2, 3 and 4-5 seats, by what the card shows
LOW, MIDDLE, HIGH, WILD, ANY = (2, 3, 3), (2, 2, 3), (1, 1, 1), (1, 1, 2), (1, 1, 1)
FACES = [(str(n), LOW if n < 4 else MIDDLE if n < 7 else HIGH) for n in range(1, 10)]
COINS = [(f"${n}", (3, 4, 5) if n < 4 else (4, 5, 6)) for n in range(1, 6)]
PUSH = [(color + face, many) for color in "bgop" for face, many in FACES]
PUSH += [(f"*{n}", ANY) for n in range(1, 10)] + [(color + "#", WILD) for color in "bgop"] + [("*#", ANY)] + COINS
SWAP = {card: 5 if card in "54321" else 3 for card in [*map(str, range(10, -1, -1)), "00", "000", "0000", "W"]}
TILES = [1] * 5 + [2] * 5 + [3] * 5


def digest(key, message):
    return hmac.new(key, message.encode("ascii"), hashlib.sha256).digest()


def stream(seed, label):
    block = 0
    while True:
        numbers = digest(seed, f"{label}|{block}")
        for i in range(0, 32, 4):
            yield int.from_bytes(numbers[i : i + 4], "big")
        block += 1


def below(numbers, n):
    return next(number for number in numbers if number < 2**32 - 2**32 % n) % n


def shuffle(seed, label, cards):
    cards, numbers = list(cards), stream(seed, label)
    for i in range(len(cards) - 1, 0, -1):
        j = below(numbers, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def push_deal(seed, seats, _deal):
    many = 0 if seats < 3 else 1 if seats == 3 else 2
    first = below(stream(seed, "first"), seats) if seats > 1 else 0
    return {"first": first, "deck": shuffle(seed, "deck", [card for card, copies in PUSH for _ in range(copies[many])])}


def tiles_deal(seed, _seats, _deal):
    return {"first": below(stream(seed, "first"), 2), "stacks": [shuffle(seed, f"stack{s}", TILES) for s in (0, 1)]}


def swap_deal(seed, seats, deal):
    # the first shuffle is of all cards; a later one of those that the record names, as far as there are so many
    decks = []
    for k, deck in enumerate(deal["decks"], 1):
        many = {card: SWAP[card] if k == 1 else min(deck.count(card), SWAP[card]) for card in SWAP}
        decks.append(shuffle(seed, f"deck{k}", [card for card in SWAP for _ in range(many[card])]))
    return {"dealer": below(stream(seed, "dealer"), seats), "decks": decks}


def what_is_wrong(game):
    fair, server = game["fair"], bytes.fromhex(game["fair"]["server"] or "")
    if not server:
        return "not over yet: the server's bytes are not published"
    if hashlib.sha256(server).hexdigest() != fair["commit"]:
        return "the server's bytes are not those it committed itself to"
    seed = digest(server, "|".join(["ten-fair/1", game["id"]] + fair["players"]))
    deal = {"push": push_deal, "tiles": tiles_deal, "swap": swap_deal}[game["kind"]]
    if deal(seed, len(game["seats"]), game["deal"]) != game["deal"]:
        return "the seed gives another deal"
    link = hashlib.sha256("|".join(["ten-chain/1", game["id"], fair["commit"]]).encode()).hexdigest()
    for move in game["moves"]:
        text = json.dumps(move, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        link = hashlib.sha256((link + text).encode()).hexdigest()
    return "" if link == game["head"] else "a move was changed afterwards"


def main(files):
    wrong = 0
    for file in files:
        with open(file, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    game = json.loads(line)
                    name, fault = game["id"], what_is_wrong(game)
                except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                    name, fault = f"line {number}", f"this is not a record ({error!r})"
                wrong += bool(fault)
                print(f"{name}: {fault or 'dealt fairly'}")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
