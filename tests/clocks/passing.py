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

KEPT: dict[type[Model], set[str]] = {Move: {"made_at"}}  # a link of the chain holds it
MOMENTS: dict[type[Model], list[str]] = {
    model: names
    for app in ("games", "accounts")
    for model in apps.get_app_config(app).get_models()
    if (names := [field.name for field in model._meta.get_fields() if isinstance(field, DateTimeField)])
}


def passes(amount: timedelta, *, down: bool = False) -> None:
    """So much time goes by; `down`: and nobody was there to say that the site works."""
    with transaction.atomic():
        for model in filled():
            if model is not Heartbeat or down:
                kept = KEPT.get(model, set())
                model._base_manager.update(**{name: F(name) - amount for name in MOMENTS[model] if name not in kept})


def filled() -> list[type[Model]]:
    """The models of which there is a row, and in it a moment."""
    tables = {model._meta.db_table: model for model in MOMENTS}
    exists = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables]  # noqa: S608 (our own names)
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(exists))
        return [tables[name] for (name,) in cursor.fetchall()]


def lay(kind: str, seats: int, **extra) -> tuple[Game, list[User]]:
    """A game that has begun, whose clock is set; its players have no night, so that any hour is as good."""
    game, users = table(kind, seats, **extra)
    User.objects.update(quiet_from=0, quiet_to=0)
    play.apply_timeouts(game.pk)
    game.refresh_from_db()
    return game, users


def ring(game: Game) -> int:
    """All that the clock has to do there now; how many moves it made."""
    before = Move.objects.filter(game=game).count()
    for _ in range(20):
        if not play.apply_timeouts(game.pk):
            break
    game.refresh_from_db()
    return Move.objects.filter(game=game).count() - before


def asked(game: Game) -> Seat:
    """The seat that the game waits for."""
    return game.seats.get(is_to_move=True)


def is_small(game: Game) -> bool:
    """Whether the clock has a default for the decision that the game waits for."""
    kind, state = play.find_kind(game), play.parse_state(game)
    return bool(set(kind.DEFAULTS) & set(kind.choices(state, kind.waiting(state)[0])))


def bank_of(game: Game, seat: int, given: list[tuple[int, int]]) -> int:
    """The bank of a seat, folded from what its decisions cost and what it was given (after which move, how much)."""
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
