"""Make games for tests/records: every kind, edition, option and number of seats, with bots, people and leavers.

Records of version 1 must verify with every later version of the code, so this refuses to overwrite a corpus. Use it to
make games for a new version of the rules.

    .venv/bin/python scripts/make_corpus.py tests/records
"""

import hashlib
import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from games.kinds import find_bot
from games.labs.arena import Match, make_match, make_record
from games.rules.base import BadSetup, Plain, Resign
from games.rules.dealers import BOT, SCHEME, FairDealer, NotedDealer, commitment, make_seed
from games.rules.record import Fair, Player, Record, item, write
from games.rules.registry import KINDS, find
from games.rules.verify import verify

MOVERS = (["steady"], ["sharp", "easy"], ["random"], ["easy", "steady", "sharp"], ["steady", "random"])
NAMES = ("ana", "Zoë", "李雷", "anonymous", "Ten Ten")
MORE = {"push": 1, "tiles": 5, "swap": 1}  # games of each setup
LEAVING = [("push", 2), ("push", 3), ("push", 4), ("push", 5), ("tiles", 2), ("swap", 4), ("swap", 5), ("swap", 7)]


def main(folder: Path) -> int:
    """Write a file for each kind, and one of games that players left."""
    files = {f"{slug}.jsonl": list(every_setup(slug)) for slug in KINDS} | {"leavers.jsonl": list(with_leavers())}
    if any((folder / name).exists() for name in files):
        print("There's already a corpus here. Choose an empty folder.")
        return 1
    sums = []
    for name, records in files.items():
        if any(verify(record) for record in records):
            print(f"{name} doesn't verify, so nothing was written.")
            return 1
        text = "".join(write(record) + "\n" for record in records)
        (folder / name).write_text(text, encoding="utf-8")
        sums.append(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n")
        print(f"{name}: {len(records)} games, {len(text.encode()):,} bytes")
    (folder / "SHA256SUMS").write_text("".join(sums))
    return 0


def every_setup(slug: str) -> Iterator[Record]:
    """Play games of every option and seat count, with various bots, and every third with a player in one seat."""
    kind, number = KINDS[slug], 0
    for seats, chosen in product(kind.SEATS, product(*([c.value for c in option.choices] for option in kind.OPTIONS))):
        options = {option.name: value for option, value in zip(kind.OPTIONS, chosen, strict=True)}
        for _ in range(MORE[slug]):
            try:
                match = make_match(slug, seats, options, MOVERS[number % len(MOVERS)], "corpus")
            except BadSetup:
                continue
            number += 1
            yield Table(match, number, {number % seats} if number % 3 == 0 else set()).play()


def with_leavers() -> Iterator[Record]:
    """Play games in which players leave, in some until only one remains (R40)."""
    for number, ((slug, seats), share) in enumerate(product(LEAVING, (0.01, 0.08)), 1):
        yield Table(make_match(slug, seats, {}, ["steady"], "leavers"), number, set(range(seats)), share).play()
    solo = make_match("push", 1, {"solo": 7, "edition": "gamefactory"}, ["steady"], "leavers")
    yield Table(solo, 99, {0}, 0.1).play()


class Table:
    """A game with players in some seats, whose moves have times, and who may leave."""

    def __init__(self, match: Match, number: int, people: set[int], leaving: float = 0) -> None:
        self.match, self.people, self.leaving = match, people, leaving
        self.dice = match.dice(number, -1)
        self.clock = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number)
        self.server = match.chance(number, "server")
        self.id = f"{match.kind}{number}" if not leaving else f"left{number}"
        self.movers = [find_bot(match.kind, name) for name in match.bots]

    def play(self) -> Record:
        """Play the game to its end."""
        kind, fair = find(self.match.kind), self.fair()
        dealer = NotedDealer(FairDealer(make_seed(self.server, self.id, fair.players)))
        state = kind.start(self.match.setup, dealer)
        moves: list[Plain] = []
        while waiting := kind.waiting(state):
            seat, move = self.decide(kind, state, waiting[0])
            moves.append(item(seat, move, self.time(), self.by(seat, move, state.left)))
            state, _ = kind.play(state, seat, move, dealer)
        return make_record(kind, state, self.id, self.seats(), fair, dealer, moves)

    def decide(self, kind: Any, state: Any, seat: int) -> tuple[int, Any]:
        leavers = [other for other in sorted(self.people) if "resign" in kind.choices(state, other)]
        if self.leaving and leavers and self.dice.random() < self.leaving:
            return self.dice.choice(leavers), Resign()
        return seat, self.movers[seat](kind.view(state, seat), kind.choices(state, seat), self.dice)

    def by(self, seat: int, move: Any, left: tuple[int, ...]) -> str | None:
        if seat not in self.people:
            return "bot"
        if seat in left:
            return "standin"
        if move.do == "resign":
            return self.dice.choice([None, "clock"])
        return self.dice.choice([None, None, None, "plan", "clock"])

    def time(self) -> str | None:
        if not self.people:
            return None
        self.clock += timedelta(milliseconds=self.dice.randrange(500, 40_000_000))
        return self.clock.strftime("%Y-%m-%dT%H:%M:%S.") + f"{self.clock.microsecond // 1000:03}Z"

    def seats(self) -> tuple[Player, ...]:
        names = random.Random(self.id).sample(NAMES, len(NAMES))  # noqa: S311 (no secret)  # nosec
        players = zip(range(len(self.match.bots)), self.match.bots, strict=True)
        return tuple(
            Player(names[seat % len(names)]) if seat in self.people else Player(f"{bot.capitalize()} {seat + 1}", bot)
            for seat, bot in players
        )

    def fair(self) -> Fair:
        players = [self.dice.randbytes(16).hex() if s in self.people else BOT for s in range(len(self.match.bots))]
        return Fair(SCHEME, commitment(self.server), self.server.hex(), tuple(players))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])) if len(sys.argv) == 2 else __doc__)
