"""`check.js` and the rules agree on the published vectors and on thousands of random ones."""

import json
import random
from pathlib import Path

from games.rules import hash_chain, registry
from games.rules.base import make_setup
from games.rules.dealers import FairDealer, NotedDealer, commitment, make_seed
from tests.proof.in_browser import run

VECTORS = json.loads((Path(__file__).parents[1] / "rules/fair-vectors.json").read_text())
PUBLISHED = ("commit", "seed", "numbers", "below", "shuffled")
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


def make_vector(dice: random.Random) -> dict:
    """Make a vector for a random kind, with a chain of random moves."""
    server, slug = dice.randbytes(32), dice.choice(sorted(registry.KINDS))
    kind = registry.KINDS[slug]
    seats = dice.choice(kind.SEATS)
    game_id = "".join(dice.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=dice.randint(1, 32)))
    players = ["bot" if dice.random() < 0.3 else dice.randbytes(16).hex() for _ in range(seats)]
    seed = make_seed(server, game_id, players)
    dealer, fair = NotedDealer(FairDealer(seed)), FairDealer(seed)
    options = {"solo": 7} if slug == "push" and seats == 1 else {}
    kind.start(make_setup(kind, seats, options), dealer)
    moves = [make_move(dice) for _ in range(dice.randint(0, 5))]
    commit = commitment(server)
    head = hash_chain.last_link(game_id, commit, moves)
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
        "receipt": hash_chain.receipt(server, head),
    }


def make_move(dice: random.Random) -> dict:
    """Make an entry of a chain: keys out of order, nested, with characters that JSON can write in several ways."""
    letters = ["a", "z", "é", "\u2028", "\x7f", '"', "\\", "/", "\n", "\x1f", "🂡", "<"]
    text = "".join(dice.choices(letters, k=dice.randint(0, 5)))
    return {
        "seat": dice.randint(0, 11),
        "move": {"do": text, "b": [dice.randint(0, 99), None, True], "a": {"2": -1, "10": text, "1": 2**40}, "": {}},
        "at": "2026-11-18T09:00:00.123Z",
    }


def test_the_browser_and_the_rules_agree(chromium_path, share):
    """On the published vectors, and on many more."""
    dice = random.Random("vectors")
    made = [make_vector(dice) for _ in range(share(small=150, proofs=3_000, whole=12_000))]
    results = run(chromium_path, SAY, [*VECTORS, *made])
    for known, found in zip(VECTORS, results, strict=False):
        assert {name: found[name] for name in PUBLISHED} == {name: known[name] for name in PUBLISHED}
        deal = known["deal"]
        assert found["deal"] == (deal | {"decks": [deal["decks"][0]]} if known["kind"] == "swap" else deal)
    for known, found in zip(made, results[len(VECTORS) :], strict=True):
        assert found == {name: value for name, value in known.items() if name in found}
