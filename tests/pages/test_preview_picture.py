"""The preview picture of a table: a PNG of its public view, and the tags that refer to it."""

import random
import re
from io import BytesIO
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from PIL import Image, ImageFont

from games import play
from games.kinds.presenter import Person
from games.models import Game
from games.pages import board, drawings, preview_picture, tables
from tests.finished_games import load_finished_game
from tests.rules.contract import twists
from tests.secrecy.test_secrets import make_world
from tests.tables import as_user, one_move, table

pytestmark = pytest.mark.django_db
LARGE = [
    pytest.param("swap", 12, {}, marks=pytest.mark.proof("records")),
    pytest.param("push", 5, {"bust_buy": True}, marks=pytest.mark.proof("records")),
]
GAMES = [("push", 3, {}), ("push", 1, {"solo": 7}), ("tiles", 2, {}), ("swap", 6, {"blocking": "ask"})]


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_the_picture_does_not_depend_on_what_is_hidden(kind, seats, options, share):
    game, users = table(kind, seats, options=options)
    dice, pairs = random.Random(kind), 0
    while pairs < share(small=1, proofs=40, whole=200) and game.status == Game.Status.PLAYING:
        here = tables.load(game.pk)
        twin = twists(here.kind).twist(here.state, None, dice)
        if twin != here.state:
            pairs += 1
            assert preview_picture._render(here) == preview_picture._render(make_world(here, twin, None))
        for _ in range(5):
            if game.status == Game.Status.PLAYING:
                one_move(game, users, dice)
    assert pairs


def test_the_picture_depends_on_what_is_public():
    """So the comparison above can fail."""
    game, users = table("tiles", 2)
    here = tables.load(game.pk)
    one_move(game, users, random.Random(1))
    assert preview_picture._render(here) != preview_picture._render(tables.load(game.pk))


@pytest.mark.parametrize(("kind", "seats", "options"), [*GAMES, *LARGE])
def test_every_phase_of_a_game_has_a_picture_of_the_required_size(kind, seats, options, share):
    game, users = table(kind, seats, options=options)
    dice, seen = random.Random(1), set()
    moments = share(small=1, proofs=20, whole=20)  # besides the end
    while True:
        view = board.make_view(tables.load(game.pk), None)[0]
        moment = view.get("phase"), game.status
        is_over = game.status != Game.Status.PLAYING
        if is_over or (moment not in seen and len(seen) < moments):
            seen.add(moment)
            answer = as_user(None).get(f"/games/{game.pk}/table.png")
            assert answer.headers["Content-Type"] == "image/png"
            image = Image.open(BytesIO(answer.content))
            assert image.size == (1200, 630)
            assert len(image.getcolors(2**24)) > 200
            assert len(answer.content) < 300_000
        if is_over:
            break
        one_move(game, users, dice)
    assert len(seen) >= 2


def test_everyone_gets_the_same_picture_and_it_is_drawn_once(monkeypatch):
    game, users = table("swap", 4)
    drawn = []
    monkeypatch.setattr(
        preview_picture, "_render", lambda found, old=preview_picture._render: drawn.append(1) or old(found)
    )
    found = {as_user(user).get(f"/games/{game.pk}/table.png").content for user in [*users, None]}
    assert len(found) == len(drawn) == 1
    one_move(game, users, random.Random(1))
    assert as_user(None).get(f"/games/{game.pk}/table.png").content not in found


def test_the_picture_of_a_canceled_game_says_so():
    game, users = table("push", 2)
    one_move(game, users, random.Random(1))
    before = preview_picture.render_picture(tables.load(game.pk))
    for user in users:
        play.agree_to_cancel(game.pk, user, True)
    after = preview_picture.render_picture(tables.load(game.pk))
    assert before != after
    assert preview_picture._describe(tables.load(game.pk), {}, []) == "This game was canceled."


@pytest.mark.parametrize("path", ["", "replay/"])
def test_pages_have_the_tags_for_previews(path, settings):
    settings.SITE_URL = "https://ten.example"
    game, _users = load_finished_game("push", 3)
    page = as_user(None).get(f"/games/{game.pk}/{path}").content.decode()
    tags = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', page))
    assert tags["og:image"] == f"https://ten.example/games/{game.pk}/table.png?v={game.version}"
    assert tags["og:url"] == f"https://ten.example/games/{game.pk}/"
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["og:title"] == "TEN Push · Ana, Ben, Chloe"
    assert tags["og:image:alt"]
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")


def test_the_picture_is_made_without_the_fonts_of_the_machine(monkeypatch):
    """Otherwise it would look different on each machine."""
    asked = []
    monkeypatch.setattr(preview_picture.resvg_py, "svg_to_bytes", lambda **how: asked.append(how) or b"")
    game, _users = table("push", 2)
    preview_picture._render(tables.load(game.pk))
    assert asked[0]["skip_system_fonts"] is True
    assert {Path(name).name for name in asked[0]["font_files"]} == {"besley-600.ttf", "besley-800.ttf"}
    families = set(re.findall(r'font-family="([^"]*)"', asked[0]["svg_string"]))
    assert {family.split(",")[0] for family in families} == {"Besley"}


@pytest.mark.parametrize(("kind", "seats"), [("push", 3), ("tiles", 2), ("swap", 4)])
def test_the_picture_contains_the_drawing_that_pages_show(kind, seats):
    """It is the same SVG in the colors of the light theme, with the symbols it refers to."""
    game, users = table(kind, seats)
    one_move(game, users, random.Random(1))
    here = tables.load(game.pk)
    drawn = drawings.draw_position(here)
    svg = render_to_string("games/shared/_preview_picture.svg", preview_picture._context(here))
    assert drawn in svg
    flat = preview_picture.resolve_colors(svg)
    assert not re.search(r"var\(|light-dark|\{[{%#]", flat)
    assert {*re.findall(r'href="#([^"]+)"', drawn)} <= {*re.findall(r' id="([^"]+)"', flat)}


def test_colors_are_those_of_the_light_theme():
    assert preview_picture.resolve_colors("fill: var(--ink)") == "fill: #16191B"
    assert preview_picture.resolve_colors("var(--table)") == "#DFE6DC"  # light-dark(#DFE6DC, #13211C)
    assert preview_picture.resolve_colors("var(--line)") == "rgba(22,25,27,0.18)"
    assert preview_picture.resolve_colors("light-dark(rgb(1 2 3 / 4%), rgb(255 255 255 / 24%))") == "rgba(1,2,3,0.04)"


FONT_FILES = [Path(preview_picture._find_file(name)) for name in preview_picture.FONTS]
LETTERS = [sign for sign in map(chr, range(0x21, 0x180)) if sign.isprintable() and preview_picture.is_drawable(sign)]


@pytest.mark.parametrize("path", FONT_FILES, ids=lambda path: path.name)
def test_the_fonts_have_every_drawable_letter(path):
    """A missing letter is drawn like U+FFFF, which no font has."""
    font = ImageFont.truetype(str(path), 20)
    none = bytes(font.getmask("\uffff"))
    assert len(LETTERS) > 300
    assert [sign for sign in [*LETTERS, *"–—‘’‚“”„…‹›−"] if bytes(font.getmask(sign)) == none] == []


def test_no_text_is_wider_than_estimated():
    font = ImageFont.truetype(str(FONT_FILES[0]), 100)
    wide = [
        sign
        for sign in [*LETTERS, *"–—‘’“”„…‹›−"]
        if font.getlength(sign) > preview_picture.estimate_width(sign, 100) + 2
    ]
    assert wide == []
    for said in ("Wilhelmina-Abernathy_99 won with 16 points.", "M" * 24, "Ágnė Łukasz"):
        assert font.getlength(said) <= preview_picture.estimate_width(said, 100)


@pytest.mark.parametrize("name", ["Ana", "Ólafur.Þórðarson", "Łukasz", "Šárka-2"])
def test_a_name_in_latin_letters_is_drawn_unchanged(name):
    assert preview_picture._make_drawable(Person(2, name)).name == name


@pytest.mark.parametrize("name", ["李小龍的朋友", "Иван", "Ωμέγα", "שרה", "สมชาย"])
def test_a_name_that_the_fonts_cannot_draw_is_replaced_with_a_number(name):
    assert preview_picture._make_drawable(Person(2, name)).name == "Player 3"


@pytest.mark.parametrize("name", ["M" * 24, "Wilhelmina-Abernathy_99", "Bo"])
@pytest.mark.parametrize("said", ["{} won with 16 points.", "{} may take a card of {} or swap with {}, or block it."])
def test_the_sentence_fits_its_space_without_losing_words(name, said):
    said = said.replace("{}", name)
    lines, size = preview_picture.break_lines(said)
    words = [(word, full) for word, full in zip(" ".join(lines).split(), said.split(), strict=True)]
    assert all(word == full or (len(full) > 20 and word.endswith("…")) for word, full in words)
    assert all(preview_picture.estimate_width(line, size) <= preview_picture.TEXT_ROOM for line in lines)
    assert 165 + len(lines) * size * 1.14 <= preview_picture.NAMES_TOP - 22  # where the names start


@pytest.mark.parametrize("count", [1, 2, 5, 6, 7, 12])
def test_the_names_of_all_players_fit_their_space(count):
    places = preview_picture._place_names(["W" * 24] * count)
    assert len({(x, y) for x, y, _name in places}) == count
    assert all(y <= 600 and x + preview_picture.estimate_width(name, 22) <= 490 for x, y, name in places)
