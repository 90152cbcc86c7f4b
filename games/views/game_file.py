"""Look at a game file, uploaded or pasted, step by step. Nothing is stored; the page sends the file with each step."""

import json
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.shortcuts import render as render_page
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import refusals
from games.archive import replay as replays
from games.archive.replay import ALL
from games.kinds.presenter import read_number
from games.pages import form_fields, labels
from games.refusals import Denied
from games.rules.base import Refused
from games.rules.recovery import recover
from games.views import replay, responses
from games.views.responses import Request

MOST = 1024 * 1024  # bytes
LISTED = 500  # how many games of a file are listed to choose from


class FileEntry(NamedTuple):
    """One of several games in a file."""

    number: int
    line: int  # line in the text
    kind: str
    names: str
    moves: int | None  # None if it can't be read
    why: str = ""  # what is wrong with it


@require_http_methods(["GET", "HEAD", "POST"])
def game_file(request: Request) -> HttpResponse:
    """Show the form, the submitted game at one step, or the choice between several games."""
    if request.method != "POST":
        return render_page(request, "games/game_file/game_file.html", {"most": MOST})
    try:
        return _respond(request)
    except Refused as no:
        return _refuse(request, no)


def _respond(request: Request) -> HttpResponse:
    text = _read_text(request)
    lines, which = split_records(text), form_fields.read_one(request.POST, "which")
    if len(lines) > 1 and not which:
        context = {"most": MOST, "text": text, "entries": list_entries(text), "unlisted": len(lines) - LISTED}
        return render_page(request, "games/game_file/game_file.html", context)
    number = read_number(which, 6) if which else 1
    if number is None or not 1 <= number <= len(lines):
        raise Denied("look.which", which=which, last=len(lines))
    context = _make_context(request, lines[number - 1]) | {"text": text, "which": number}
    return HttpResponse(replay.render_step(context)) if request.htmx else replay.render(request, context)


def _read_text(request: Request) -> str:
    texts = request.POST.getlist("record")
    if len(texts) > 1:
        raise Denied("form.twice", field="record")
    text = str(texts[0]).strip().removeprefix("\ufeff") if texts else ""
    if not text:
        raise Denied("look.empty")
    if len(text.encode(errors="replace")) > MOST:
        raise Denied("look.long")
    return text


def split_records(text: str) -> list[str]:
    """Split the text into records: a single one in any layout, or one per line, some of which may be damaged."""
    lines = [line for _number, line in _lines(text)]
    if len(lines) == 1 or _is_object(text):
        return [text]
    return lines if _is_object(lines[0]) or any(map(_is_record, lines)) else [text]


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that aren't empty, with their line numbers."""
    return [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _is_object(text: str) -> bool:
    return isinstance(_parse(text), dict)


def _is_record(line: str) -> bool:
    """Whether this line by itself is a record. A record spread over many lines can also have objects in some."""
    found = _parse(line) if '"format"' in line else None
    return isinstance(found, dict) and "format" in found


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def list_entries(text: str) -> list[FileEntry]:
    return [_make_entry(number, *line) for number, line in enumerate(_lines(text)[:LISTED], 1)]


def _make_entry(number: int, place: int, line: str) -> FileEntry:
    record, bad = recover(line)
    why = _explain(bad, _("It isn't valid JSON.")) if bad else ""
    if record is None:
        return FileEntry(number, place, "", "", None, why)
    names = ", ".join(player.name for player in record.seats)
    return FileEntry(number, place, labels.kind_name(record.kind), names, len(record.moves), why)


def _make_context(request: Request, line: str) -> dict[str, Any]:
    record, bad = recover(line)
    if record is None:
        raise bad or Denied("look.empty")
    playback = replays.read_playback(record)
    context = replay.make_context(playback, replay.read_view(playback, request.POST, None, default=ALL), None, "")
    error = playback.history.error or bad
    if error:
        why = _explain(error, _("The rest isn't valid JSON. The file is cut off or damaged."))
        context["replay"]["error"] = _("Readable up to step %(last)s. %(why)s") % {"last": playback.last, "why": why}
    context["replay"]["back"] = reverse("game-file")
    return context | {"game": None}


def _explain(no: Refused, unreadable: str) -> str:
    """Return the sentence, in simpler words if the text isn't JSON."""
    return unreadable if no.code == "record.not-json" else refusals.explain(no.code, no.facts)


def _refuse(request: Request, no: Refused) -> HttpResponse:
    """Say what is wrong, and keep the text in the form."""
    if request.htmx or responses.wants_json(request):
        return responses.respond_to_refusal(request, no)
    text = request.POST.get("record", "")
    sentence = _explain(no, _("This isn't a game file: it isn't valid JSON."))
    context = {"most": MOST, "text": text[:MOST], "refused": sentence, "rule": refusals.rule_url(no.code)}
    return render_page(request, "games/game_file/game_file.html", context, status=refusals.http_status(no))
