"""Make game files from stored games."""

from collections.abc import Iterable

from games import play
from games.models import Game
from games.pages.tables import Table
from games.refusals import Denied
from games.rules.base import Plain, change
from games.rules.dealers import SCHEME, FairDealer, NotedDealer, make_seed
from games.rules.record import Fair, Player, Record, RecordResult
from games.rules.replay import redact_record, replay


def make_record(table: Table, seat: int | None) -> Record:
    """Return the game as a record; during the game, only what that seat may know. Raise Denied before the start."""
    game, over = table.game, table.is_over
    if not table.has_begun:
        raise Denied("game.open" if game.status == Game.Status.OPEN else "game.off")
    fair = Fair(SCHEME, game.commitment, game.server_seed, tuple(player.shuffle_seed for player in table.seats))
    dealer = NotedDealer(FairDealer(make_seed(bytes.fromhex(game.server_seed), game.id, fair.players)))
    record = Record(
        id=game.id,
        kind=game.kind,
        rules=game.rules_version,
        options=game.options,
        seats=tuple(Player(player.name, player.bot) for player in table.seats),
        fair=fair,
        deal=None,
        moves=tuple(_list_items(table, seat)),
        result=_make_result(game),
        head=game.chain_head if over else None,
    )
    replay(record, dealer)
    record = change(record, deal=table.kind.to_deal(dealer.drawn))
    return redact_record(record, seat)


def _list_items(table: Table, seat: int | None) -> Iterable[Plain]:
    moves = table.game.moves.filter(number__lte=table.game.version)
    # without "game", each move would query its game
    for move in moves.only("game", "number", "seat", "move", "made_at", "made_by"):
        item: Plain = {"seat": move.seat, "move": move.move, "at": play.format_time(move.made_at)}
        by = table.find_maker(move, seat)
        yield item | ({"by": by} if by else {})


def _make_result(game: Game) -> RecordResult | None:
    if game.status == Game.Status.ABORTED:
        return RecordResult("aborted", None, None)
    if game.result is None:
        return None
    points = game.result["points"]
    return RecordResult(game.result["end"], tuple(game.result["places"]), None if points is None else tuple(points))
