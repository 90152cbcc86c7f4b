"""proof.js and the rules agree: on the published vectors, and on thousands made for the purpose."""

import json
import random
from pathlib import Path

import pytest

from games.rules import chain, registry
from games.rules.base import make_setup
from games.rules.deal import FairDealer, NotedDealer, commitment, make_seed
from tests.proof.in_browser import run

pytestmark = pytest.mark.volume
VECTORS = json.loads((Path(__file__).parents[1] / "rules/fair-vectors.json").read_text())
SAY = """async (vector) => {
  const { server, id, players } = vector;
  const bytes = await tenProof.seedOf(server, id, players), seed = await tenProof.key(bytes);
  const numbers = [], deck = tenProof.stream(seed, "deck"), below = {};
  for (let n = 0; n < 10; n += 1) numbers.push(await deck(2 ** 32));
  for (const n of Object.keys(vector.below)) below[n] = await tenProof.stream(seed, "lot")(Number(n));
  const links = await tenProof.chain(id, vector.commit, vector.moves ?? []);
  return {
    commit: await tenProof.sha256(tenProof.unhex(server)), seed: tenProof.hex(bytes), numbers, below,
    shuffled: await tenProof.shuffle(seed, "five", [..."abcde"]),
    deal: await tenProof.deal(vector.kind, seed, players.length, vector.deal),
    head: links.at(-1), receipt: await tenProof.receipt(server, links.at(-1)),
  };
}"""


def test_the_published_vectors(chromium_path):
    for vector, said in zip(VECTORS, run(chromium_path, SAY, VECTORS), strict=True):
        assert {name: said[name] for name in ("commit", "seed", "numbers", "below", "shuffled")} == {
            name: vector[name] for name in ("commit", "seed", "numbers", "below", "shuffled")
        }
        told = vector["deal"]
        assert said["deal"] == (told | {"decks": [told["decks"][0]]} if vector["kind"] == "swap" else told)


def vector(dice: random.Random) -> dict:
    """One of any kind, with a chain of moves in which there are letters of all sorts."""
    server, slug = dice.randbytes(32), dice.choice(sorted(registry.KINDS))
    kind = registry.KINDS[slug]
    seats = dice.choice(kind.SEATS)
    game_id = "".join(dice.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=dice.randint(1, 32)))
    players = ["bot" if dice.random() < 0.3 else dice.randbytes(16).hex() for _ in range(seats)]
    seed = make_seed(server, game_id, players)
    dealer, fair = NotedDealer(FairDealer(seed)), FairDealer(seed)
    options = {"solo": 7} if slug == "push" and seats == 1 else {}
    kind.start(make_setup(kind, seats, options), dealer)
    moves = [anything(dice) for _ in range(dice.randint(0, 5))]
    commit = commitment(server)
    head = chain.last_link(game_id, commit, moves)
    numbers = FairDealer(seed)._stream("deck")
    bounds = [1, 2, 5, dice.randint(1, 2**32), 2**31 + 1, 2**32]
    return {
        "server": server.hex(),
        "id": game_id,
        "players": players,
        "kind": slug,
        "moves": moves,
        "commit": commit,
        "seed": seed.hex(),
        "numbers": [next(numbers) for _ in range(10)],
        "below": {str(n): fair.below("lot", n) for n in bounds},
        "shuffled": list(fair.shuffle("five", "abcde")),
        "deal": json.loads(json.dumps(kind.to_deal(dealer.drawn))),
        "head": head,
        "receipt": chain.receipt(server, head),
    }


def anything(dice: random.Random) -> dict:
    """What could stand in a chain: names out of order, nested, with letters that JSON writes in several ways."""
    letters = ["a", "z", "é", "\u2028", "\x7f", '"', "\\", "/", "\n", "\x1f", "🂡", "<"]
    text = "".join(dice.choices(letters, k=dice.randint(0, 5)))
    return {
        "seat": dice.randint(0, 11),
        "move": {"do": text, "b": [dice.randint(0, 99), None, True], "a": {"2": -1, "10": text, "1": 2**40}, "": {}},
        "at": "2026-11-18T09:00:00.123Z",
    }


def test_thousands_of_vectors(chromium_path, share):
    dice = random.Random("vectors")
    made = [vector(dice) for _ in range(share(small=1_500, whole=12_000))]
    for told, said in zip(made, run(chromium_path, SAY, made), strict=True):
        assert said == {name: value for name, value in told.items() if name in said}
