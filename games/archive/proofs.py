"""The proof of a game: which cards came up when, and receipts of moves."""

from typing import NamedTuple

from games import play
from games.kinds import KINDS
from games.kinds.proof import DealtCard
from games.pages.tables import Table
from games.rules import hash_chain
from games.rules.base import make_setup
from games.rules.dealers import make_seed


class Receipt(NamedTuple):
    """The receipt a player was shown for a move."""

    number: int
    digits: str


def make_final_seed(table: Table) -> str:
    """Return the final seed of a finished game."""
    return make_seed(
        bytes.fromhex(table.game.server_seed), table.game.id, [seat.shuffle_seed for seat in table.seats]
    ).hex()


def list_receipts(table: Table, seat: int | None) -> list[Receipt]:
    """Return the receipts of that seat's moves."""
    if seat is None:
        return []
    moves = table.game.moves.filter(seat=seat, number__lte=table.game.version).values_list("number", "chain_link")
    server = bytes.fromhex(table.game.server_seed)
    return [Receipt(number, hash_chain.receipt(server, link)) for number, link in moves]


def list_cards(table: Table) -> list[DealtCard]:
    """Return every card of a finished game in the order it came up, read from stored events after the deal."""
    kind = table.kind
    start = kind.start(
        make_setup(kind, table.game.seat_count, table.game.options), play.make_dealer(table.game, table.seats)
    )
    moves = table.game.moves.filter(number__lte=table.game.version).values_list("number", "events")
    proof = KINDS[table.game.kind].proof
    return list(proof.list_dealt_cards(start, moves)) if proof else []
