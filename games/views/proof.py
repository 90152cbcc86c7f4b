"""The proof that nobody stacked the deck: the commitment during the game, every step once it is over."""

from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render as render_page
from django.views.decorators.http import require_safe

from games.archive import proofs
from games.kinds import KINDS
from games.pages import tables
from games.pages.tables import Table
from games.views import responses
from games.views.responses import Request

SCRIPT = settings.BASE_DIR / "docs" / "check_ten_game.py"


class Share(NamedTuple):
    """A seat's part of the shuffle seed, as far as this reader may know it."""

    name: str
    digits: str
    is_reader: bool


@require_safe
@responses.handle_refusals
def proof(request: Request, game_id: str) -> HttpResponse:
    """Show the proof of one game, as far as it is public yet."""
    table = tables.load(game_id)
    seat = tables.find_seat(table, request.user)
    is_over = table.is_over and table.has_begun
    context = {
        "game": table.game,
        "kind": table.game.kind,
        "begun": table.has_begun,
        "over": is_over,
        "off": table.is_over and not is_over,
        "you": seat,
        "shares": list_shares(table, seat),
        "receipts": proofs.list_receipts(table, seat) if table.has_begun else [],
        **(_reveal(table) if is_over else {}),
    }
    return render_page(request, "games/proof/proof.html", context)


def list_shares(table: Table, seat: int | None) -> list[Share]:
    """Return everyone's seed once the cards are dealt, as in the record. Until then, readers see only their own."""
    return [
        Share(taken.name, taken.shuffle_seed if table.has_begun or taken.number == seat else "", taken.number == seat)
        for taken in table.seats
        if taken.is_taken
    ]


def _reveal(table: Table) -> dict[str, Any]:
    """Return what was secret until the end."""
    kind, names = KINDS[table.game.kind].proof, [person.name for person in table.people]
    cards = [
        {"came": came, "word": kind.card_name(came.card) if kind else came.card, "name": names[came.seat]}
        for came in proofs.list_cards(table)
    ]
    file = f"{table.game.id}.jsonl"
    return {
        "server": table.game.server_seed,
        "seed": proofs.make_final_seed(table),
        "cards": cards,
        "deal_script": kind.script if kind else "",
        "file": file,
        "script": SCRIPT.name,
        "by_script": f"python3 {SCRIPT.name} {file}",
        "by_command": f"python3 manage.py verify {file}",
    }


@require_safe
def check_script(request: Request) -> HttpResponse:
    """Download the program that checks game files without this site."""
    headers = {"Content-Disposition": f'attachment; filename="{SCRIPT.name}"'}
    return HttpResponse(SCRIPT.read_bytes(), content_type="text/x-python; charset=utf-8", headers=headers)
