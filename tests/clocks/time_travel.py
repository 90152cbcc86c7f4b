"""Let time pass without waiting, by moving everything stored into the past."""

from collections.abc import Iterable
from datetime import timedelta

from django.apps import apps
from django.db import connection, transaction
from django.db.models import DateTimeField, F, Model

from accounts.models import User
from games import play
from games.clocks import rules
from games.models import Game, Heartbeat, Move, Seat
from tests.tables import table

KEPT: dict[type[Model], set[str]] = {Move: {"made_at"}}  # part of the hash chain
MOMENTS: dict[type[Model], list[str]] = {
    model: names
    for app in ("games", "accounts")
    for model in apps.get_app_config(app).get_models()
    if (names := [field.name for field in model._meta.get_fields() if isinstance(field, DateTimeField)])
}


def pass_time(amount: timedelta, *, down: bool = False) -> None:
    """Let time pass; if `down`, without heartbeats, as if no server was running."""
    with transaction.atomic():
        for model in list_filled_models():
            if model is not Heartbeat or down:
                kept = KEPT.get(model, set())
                model._base_manager.update(**{name: F(name) - amount for name in MOMENTS[model] if name not in kept})


def list_filled_models() -> list[type[Model]]:
    """List the models with date fields that have rows."""
    tables = {model._meta.db_table: model for model in MOMENTS}
    exists = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables]  # noqa: S608 (our own names)
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(exists))
        return [tables[name] for (name,) in cursor.fetchall()]


def start_game(kind: str, seats: int, **extra) -> tuple[Game, list[User]]:
    """Start a game and set its clock. Its players have no quiet hours, so the time of day doesn't matter."""
    game, users = table(kind, seats, **extra)
    User.objects.update(quiet_from=0, quiet_to=0)
    play.apply_timeouts(game.pk)
    game.refresh_from_db()
    return game, users


def apply_clock(game: Game) -> int:
    """Apply everything due in the game; return how many moves the clock made."""
    before = Move.objects.filter(game=game).count()
    for _ in range(20):
        if not play.apply_timeouts(game.pk):
            break
    game.refresh_from_db()
    return Move.objects.filter(game=game).count() - before


def get_seat_to_move(game: Game) -> Seat:
    """Return the seat whose turn it is."""
    return game.seats.get(is_to_move=True)


def is_small(game: Game) -> bool:
    """Whether the clock has a default for the decision that the game waits for."""
    kind, state = play.find_kind(game), play.parse_state(game)
    return bool(set(kind.DEFAULTS) & set(kind.choices(state, kind.waiting(state)[0])))


def recompute_bank(game: Game, seat: int, given: list[tuple[int, int]]) -> int:
    """Compute a seat's time bank from its moves and the time it was given (after which move, and how much)."""
    decisions, known = [], 0
    for move in Move.objects.filter(game=game, seat=seat, spent_ms__isnull=False):
        gifts = [time for version, time in given[known:] if version < move.number]
        known += len(gifts)
        decisions.append((move.spent_ms or 0, move.made_by == "clock", sum(gifts)))
    return compute_bank(rules.PACES[game.pace], decisions) + sum(time for _version, time in given[known:])


def compute_bank(pace: rules.Pace, decisions: Iterable[tuple[int, bool, int]]) -> int:
    """Compute the time bank from all decisions of a seat, of which the stored one is a cached copy.

    Each is given as the time it took, whether the clock answered, and the time given since the one before, in
    milliseconds.
    """
    bank = rules.to_ms(pace.bank)
    for spent, by_clock, given in decisions:
        bank = rules.bank_after(pace, bank + given, spent, by_clock)
    return bank
