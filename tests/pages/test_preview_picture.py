"""The picture of a table: a PNG of its public view, the same whatever is hidden, and tags that lead to it."""

import random
import re
from io import BytesIO

import pytest
from PIL import Image

from games import play
from games.kinds.presenter import Person
from games.models import Game
from games.pages import board, preview_picture
from games.pictures.canvas import SERIF, SERIF_BOLD, Canvas
from games.pictures.drawings import symbols, transforms
from games.pictures.paths import polygons
from games.pictures.text import headline
from tests.played import over
from tests.rules.contract import twists
from tests.secrecy.test_secrets import world
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
        here = board.load(game.pk)
        twin = twists(here.kind).twist(here.state, None, dice)
        if twin != here.state:
            pairs += 1
            assert preview_picture._drawn(here) == preview_picture._drawn(world(here, twin, None))
        for _ in range(5):
            if game.status == Game.Status.PLAYING:
                one_move(game, users, dice)
    assert pairs


def test_the_check_would_bite():
    """What all may see makes another picture."""
    game, users = table("tiles", 2)
    here = board.load(game.pk)
    one_move(game, users, random.Random(1))
    assert preview_picture._drawn(here) != preview_picture._drawn(board.load(game.pk))


@pytest.mark.parametrize(("kind", "seats", "options"), [*GAMES, *LARGE])
def test_every_moment_of_a_game_has_a_picture_of_the_size_that_previews_want(kind, seats, options, share):
    game, users = table(kind, seats, options=options)
    dice, seen = random.Random(1), set()
    moments = share(small=1, proofs=20, whole=20)  # besides the end
    while True:
        view = board.view_of(board.load(game.pk), None)[0]
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


def test_all_get_the_same_picture_and_it_is_drawn_once(monkeypatch):
    game, users = table("swap", 4)
    drawn = []
    monkeypatch.setattr(
        preview_picture, "_drawn", lambda found, old=preview_picture._drawn: drawn.append(1) or old(found)
    )
    found = {as_user(user).get(f"/games/{game.pk}/table.png").content for user in [*users, None]}
    assert len(found) == len(drawn) == 1
    one_move(game, users, random.Random(1))
    assert as_user(None).get(f"/games/{game.pk}/table.png").content not in found


def test_a_game_that_was_called_off_says_so():
    game, users = table("push", 2)
    one_move(game, users, random.Random(1))
    before = preview_picture.picture(board.load(game.pk))
    for user in users:
        play.agree_off(game.pk, user, True)
    after = preview_picture.picture(board.load(game.pk))
    assert before != after
    assert preview_picture._said(board.load(game.pk), {}, []) == "This game was called off."


@pytest.mark.parametrize("path", ["", "replay/"])
def test_the_page_tells_previews_where_the_picture_is(path, settings):
    settings.SITE_URL = "https://ten.example"
    game, _users = over("push", 3)
    page = as_user(None).get(f"/games/{game.pk}/{path}").content.decode()
    tags = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', page))
    assert tags["og:image"] == f"https://ten.example/games/{game.pk}/table.png?v={game.version}"
    assert tags["og:url"] == f"https://ten.example/games/{game.pk}/"
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["og:title"] == "TEN Push · Ana, Ben, Chloe"
    assert tags["og:image:alt"]
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")


def test_every_drawing_of_the_pages_can_be_drawn():
    blank = Canvas(60, 60).image.tobytes()
    for name, found in symbols().items():
        if "viewBox" in found.attrib:
            canvas = Canvas(60, 60)
            canvas.symbol(name, 5, 5, 50)
            assert canvas.image.tobytes() != blank, name


def test_paths_are_cut_into_straight_lines():
    (square, closed), (line, is_closed) = polygons("M0 0h4v4H0zm6 0L8 2")
    assert (square, closed) == ([(0, 0), (4, 0), (4, 4), (0, 4)], True)
    assert (line, is_closed) == ([(6, 0), (8, 2)], False)
    ((curve, _),) = polygons("M0 0C0 10 10 10 10 0S20-10 20 0Q25 10 30 0T40 0A5 5 0 0 1 50 0")
    assert curve[0] == (0, 0)
    assert curve[-1] == pytest.approx((50, 0))
    assert max(y for _, y in curve[:15]) == pytest.approx(7.5)  # the top of a cubic curve
    assert min(y for _, y in curve[15:29]) == pytest.approx(-7.5)  # it goes on smoothly, to the other side
    assert min(y for _, y in curve[57:]) == pytest.approx(-5)  # half a circle
    assert transforms("translate(3 4) scale(2)") == [(1, 0, 0, 1, 3, 4), (2, 0, 0, 2, 0, 0)]


def test_names_in_letters_of_the_second_font_file_are_drawn():
    canvas = Canvas(300, 80)
    wide = canvas.text(10, 60, "Ągnė", 40, SERIF_BOLD)
    assert wide == pytest.approx(canvas.width("Ągnė", 40, SERIF_BOLD))
    assert wide > 40


@pytest.mark.parametrize("name", ["Ana", "Ólafur.Þórðarson", "Łukasz", "Šárka-2"])
def test_a_name_in_latin_letters_is_drawn_as_it_is(name):
    assert preview_picture._named(Person(2, name)).name == name


@pytest.mark.parametrize("name", ["李小龍的朋友", "Иван", "Ωμέγα", "שרה", "สมชาย"])
def test_a_name_that_the_fonts_do_not_have_is_a_number_and_not_boxes(name):
    assert preview_picture._named(Person(2, name)).name == "Player 3"


@pytest.mark.parametrize(("lines", "most"), [(1, 2), (5, 0)])
@pytest.mark.parametrize("name", ["M" * 24, "Wilhelmina-Abernathy_99", "Bo"])
def test_the_sentence_stays_in_its_room_and_leaves_out_no_word(name, lines, most, monkeypatch):
    canvas, drawn = Canvas(1200, 630), []
    monkeypatch.setattr(canvas, "text", lambda x, y, said, size, font: drawn.append((said, size)))
    said = f"{name} won with 16 points."
    room = 1088 if most else 430
    below = headline(canvas, said, 56, 172, room, lines=lines, most=most)
    assert " ".join(line for line, _size in drawn).split()[1:] == said.split()[1:]
    assert all(canvas.width(line, size, SERIF) <= room for line, size in drawn)
    assert not most or below <= 238  # where the figures begin
