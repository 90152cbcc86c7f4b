"""The review of a finished game: who may read it, what the page shows, and its JSON."""

import random
import re
import threading

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import kinds, play
from games.archive import records, reviews
from games.kinds.review import Chapter, Judged, Share
from games.models import Game, Move, Outcome
from games.pages import lists, tables
from games.refusals import Denied
from games.stats import collector
from games.templatetags.review import percentages, signed
from games.views.review import find_leader
from games.worker import bots
from tests.finished_games import load_finished_game, play_once
from tests.tables import as_user, one_move, table

pytestmark = pytest.mark.django_db
KINDS = [("push", 2, {}), ("push", 1, {"solo": 5}), ("tiles", 2, {}), ("tiles", 2, {"open": True}), ("swap", 4, {})]
JSON = {"Accept": "application/json"}


@pytest.fixture
def _empty_cache():
    """Without it, all tests of the same game share one review."""
    reviews._reviews.items.clear()


def page(game: Game, user=None, query: str = "") -> str:
    answer = as_user(user).get(f"/games/{game.pk}/review/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def data(game: Game, user=None) -> dict:
    return as_user(user).get(f"/games/{game.pk}/review/", headers=JSON).json()


def list_numbers(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'<article class="judged[^"]*" id="d(\d+)"', html)]


# --- who may read it, and when --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seats"), [("push", 2), ("tiles", 2), ("swap", 4)])
def test_there_is_no_review_during_the_game(kind, seats):
    game, users = table(kind, seats)
    one_move(game, users, random.Random(1))
    for user in [*users, None]:
        answer = as_user(user).get(f"/games/{game.pk}/review/")
        assert answer.status_code == 409
        assert "You can review it once it" in answer.content.decode()
        found = as_user(user).get(f"/games/{game.pk}/review/", headers=JSON)
        assert (found.status_code, found.json()["code"]) == (409, "review.early")
        assert "/review/" not in as_user(user).get(f"/games/{game.pk}/").content.decode()


def test_there_is_no_review_before_the_start_or_of_a_canceled_game():
    room = play.create_game(table("tiles", 2)[1][0], kind="push", seats=3, options={})
    assert as_user("Ana").get(f"/games/{room.pk}/review/", headers=JSON).json()["code"] == "review.early"
    game, users = table("tiles", 2)
    one_move(game, users, random.Random(1))
    for user in users:
        play.agree_to_cancel(game.pk, user, True)
    answer = as_user(users[0]).get(f"/games/{game.pk}/review/", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "review.off")
    assert "/review/" not in as_user(users[0]).get(f"/games/{game.pk}/").content.decode()


@pytest.mark.usefixtures("_empty_cache")
@pytest.mark.parametrize("stored", ["none", "none, and no version", "all but the last", "all but the first"])
def test_there_is_no_review_if_moves_are_missing(stored):
    """Otherwise the value of the position at the start would look like a result."""
    game, users = load_finished_game("tiles", 2)
    lost = {"all but the last": [game.version], "all but the first": [1]}.get(stored, range(1, game.version + 1))
    Move.objects.filter(game=game, number__in=lost).delete()
    if stored == "none, and no version":  # as in games of `manage.py fill`
        Game.objects.filter(pk=game.pk).update(version=0)
    answer = as_user(users[0]).get(f"/games/{game.pk}/review/", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "review.moves")
    html = as_user(users[0]).get(f"/games/{game.pk}/review/").content.decode()
    assert "Some moves of this game are missing" in html
    assert "Result" not in html


def test_an_unknown_game_has_no_review():
    answer = as_user(None).get("/games/nothing000/review/", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (404, "game.unknown")


def test_anyone_with_the_link_can_read_the_review():
    game, users = load_finished_game("tiles", 2, public=False)
    assert list_numbers(page(game)) == list_numbers(page(game, users[0])) == list_numbers(page(game, "Hedy")) != []
    assert data(game)["id"] == game.pk


def test_the_review_only_allows_get():
    game, _users = load_finished_game("tiles", 2)
    assert as_user("Ana").post(f"/games/{game.pk}/review/").status_code == 405


# --- what it shows --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seats", "options"), KINDS)
def test_every_decision_is_listed_once_and_by_parts_of_the_game(kind, seats, options):
    game, users = load_finished_game(kind, seats, options)
    judged = reviews.get_review(tables.load(game.pk)).judged
    found, pages = [], max(map(int, re.findall(r"page=(\d+)#every", page(game))), default=1)
    for number in range(1, pages + 1):
        html = page(game, users[0], f"?page={number}")
        found += list_numbers(html)
        for one in list_numbers(html):
            mover = next(judged_one.seat for judged_one in judged if judged_one.number == one)
            assert f'href="/games/{game.pk}/replay/?step={one - 1}&amp;seat={mover}"' in html
    assert found == [one.number for one in judged]
    assert "<h1>" in page(game)
    assert len(re.findall(r"<h1", page(game))) == 1


@pytest.mark.parametrize(("kind", "seats", "options"), KINDS)
def test_luck_and_skill_add_up_to_the_result_of_each_player(kind, seats, options):
    game, _users = load_finished_game(kind, seats, options)
    html, found = page(game), data(game)
    assert len(found["players"]) == seats
    for player in found["players"]:
        share = player["share"]
        parts = share["prior"] + share["luck"] + share["skill"] + share["others"]
        assert parts == pytest.approx(share["result"], abs=1e-9)
        assert player["course"][-1] == pytest.approx(share["result"], abs=1e-9)
        assert len(player["course"]) == game.version + 1
    assert html.count('class="course"') == seats
    words = re.findall(r"<dd[^>]*>([+−]?)(\d+)</dd>", html)
    figures = [int(number) * (-1 if sign == "−" else 1) for sign, number in words]
    for *parts, result in zip(*[iter(figures)] * (5 if seats > 1 else 4), strict=True):
        assert sum(parts) == result


@pytest.mark.parametrize(("kind", "seats", "options"), KINDS)
def test_the_summary_says_who_was_lucky_and_who_decided_best(kind, seats, options):
    game, _users = load_finished_game(kind, seats, options)
    shown = re.findall(r'<p class="lead review-summary">(.*?)</p>', page(game))
    if seats == 1:
        assert shown == []
        return
    expected = []
    for part, form in (
        ("luck", "{} had the best luck."),
        ("skill", "{} made the best decisions."),
    ):
        first, second, *_rest = sorted(data(game)["players"], key=lambda one: -one["share"][part])
        if first["share"][part] - second["share"][part] >= 0.02:
            expected.append(form.format(first["name"]))
    assert shown == [" ".join(expected)] * bool(expected)


def test_small_differences_are_not_mentioned():
    assert find_leader([(0.30, "Ana"), (0.29, "Ben")]) == ""
    assert find_leader([(0.30, "Ana"), (0.27, "Ben"), (-0.5, "Chloe")]) == "Ana"
    assert find_leader([(0.30, "Ana")]) == ""


@pytest.mark.parametrize(("kind", "seats", "options"), KINDS)
def test_important_decisions_are_marked_and_listed_first(kind, seats, options):
    game, _users = load_finished_game(kind, seats, options)
    marked = [one for one in data(game)["decisions"] if one["mark"]]
    html = page(game)
    listed = html[html.index('id="mattered"') : html.index('id="every"')]
    worst = sorted(marked, key=lambda one: (-one["loss"], one["number"]))[: reviews.MATTERED]
    assert [int(number) for number in re.findall(r'#d(\d+)"', listed)] == [one["number"] for one in worst]
    for one in worst:  # the link leads to its page
        where = re.search(rf'href="(\?[^"#]*)#d{one["number"]}"', listed).group(1)
        assert one["number"] in list_numbers(page(game, None, where.replace("&amp;", "&")))
    alone = page(game, None, "?only=marked")
    assert list_numbers(alone) == [one["number"] for one in marked][: len(list_numbers(alone))]


@pytest.mark.parametrize(("kind", "seats", "options"), KINDS)
def test_the_list_of_mistakes_says_what_was_better(kind, seats, options):
    game, _users = load_finished_game(kind, seats, options)
    html = page(game)
    listed = html[html.index('id="mattered"') : html.index('id="every"')]
    shown = re.findall(r'<span class="review-instead">(.*?)</span>', listed)
    assert len(shown) == len(re.findall(r"<li>", listed))
    assert [
        words
        for words in shown
        if not words.startswith(("Better: ", "There was a winning row of ten: ", "There were "))
    ] == []


@pytest.mark.parametrize(("kind", "seats", "options"), KINDS)
def test_each_step_of_the_replay_links_to_its_review(kind, seats, options):
    game, users = load_finished_game(kind, seats, options)
    judged = [one["number"] for one in data(game)["decisions"]]
    for number in {*range(1, game.version, 1 + game.version // 4), game.version}:
        replayed = as_user(users[0]).get(f"/games/{game.pk}/replay/?step={number}").content.decode()
        assert f'href="/games/{game.pk}/review/?move={number}#d{number}"' in replayed
        html = page(game, None, f"?move={number}")
        near = number if number in judged else next((one for one in judged if one > number), judged[-1])
        assert near in list_numbers(html)
        if number in judged:  # and its part of the game is open
            part = html[: html.index(f'id="d{number}"')].rpartition('<details class="review-part"')[2]
            assert part.startswith(" open>")
    first = as_user(users[0]).get(f"/games/{game.pk}/replay/?step=0").content.decode()
    assert "?move=" not in first
    for wrong in ("0x", "-1", str(game.version + 1), "\u0663", "9" * 20):
        assert as_user(None).get(f"/games/{game.pk}/review/", {"move": wrong}).status_code == 404


def test_hands_of_swap_are_shown_with_their_decisions_but_not_while_guessing():
    game, _users = load_finished_game("swap", 4)
    whole = page(game)
    parts = whole.split('<details class="review-part"')[1:]
    assert parts
    for part in parts:
        assert part.count('class="strands"') == 1
        number = re.search(r"<h3>Hand (\d+)</h3>", part).group(1)
        assert f"<title>Swaps in hand {number}</title>" in part
        assert part.index('class="strands"') < part.index("<article")
    assert 'class="strands"' in page(game, None, "?seat=1")
    assert 'class="strands"' not in page(game, None, "?guess=1")


@pytest.mark.parametrize(("kind", "seats", "options"), KINDS)
def test_while_guessing_the_question_is_shown_but_not_the_decision(kind, seats, options):
    game, _users = load_finished_game(kind, seats, options)
    found = {one["number"]: one for one in data(game)["decisions"]}
    articles = re.findall(r'<article class="judged".*?</article>', page(game, None, "?guess=1"), re.S)
    assert articles
    for article in articles:
        before, _mark, after = article.partition('<details class="judged-guess">')
        assert "?</p>" in before  # a question
        assert 'class="judged-title"' in after
        assert not any(word in before for word in ("judged-title", "best", "chosen", "Better", "safer"))
        facts = found[int(re.search(r'id="d(\d+)"', before).group(1))]["facts"]
        if kind == "push" and facts["what"] == "draw":
            assert before.count('class="card ') == len(facts["numbers"]) + len(facts["currency"])


@pytest.mark.parametrize(
    ("kind", "seats", "options"),
    [("swap", 9, {"blocking": "ask"}), pytest.param("push", 5, {}, marks=pytest.mark.proof("records"))],
)
def test_pages_of_games_with_many_players_stay_small(kind, seats, options):
    game, _users = load_finished_game(kind, seats, options)
    pages = max(map(int, re.findall(r"page=(\d+)#every", page(game))), default=1)
    sizes = [len(page(game, None, f"?page={number}").encode()) for number in range(1, pages + 1)]
    assert max(sizes) < 150_000, sizes


def play_with_stand_in(kind: str, seats: int) -> tuple[Game, list]:
    """Play a game that a player leaves after six moves; a bot plays on."""

    def make():
        game, users = table(kind, seats)
        for _ in range(6):
            one_move(game, users, random.Random(3))
        play.resign(game.pk, users[0])
        game.refresh_from_db()
        dice = random.Random(4)
        while game.status == Game.Status.PLAYING:
            bots.play_all(game.pk)
            game.refresh_from_db()
            if game.status == Game.Status.PLAYING:
                one_move(game, users, dice)
        return game, None

    return play_once(f"left {kind}{seats}", seats, make)[:2]


@pytest.mark.parametrize(("kind", "seats"), [("push", 3), ("swap", 4)])
def test_a_stand_ins_decisions_do_not_count_for_the_player_who_left(kind, seats):
    game, users = play_with_stand_in(kind, seats)
    by = {made.number: made.made_by for made in game.moves.all()}
    decisions = [one for one in data(game)["decisions"] if one["seat"] == 0]
    instead = [one["number"] for one in decisions if by[one["number"]] == "standin"]
    assert [one["number"] for one in decisions if one.get("by")] == instead != []
    html = page(game, None, "?seat=0")
    for number in list_numbers(html):
        heading = re.search(rf'<h4 id="d{number}-who">(.*?)</h4>', html, re.S).group(1)
        assert ("played by a bot" in heading) == (number in instead)
    row = next(part for part in html.split('<li class="review-row">') if f">{users[0].username}<" in part)
    own = len(decisions) - len(instead)
    assert f"{own} decision" in row
    assert f"{len(instead)} made by a bot or the clock" in row


def test_the_review_can_be_filtered_by_player():
    game, users = load_finished_game("tiles", 2)
    for seat in (0, 1):
        mine = [one["number"] for one in data(game)["decisions"] if one["seat"] == seat]
        assert list_numbers(page(game, users[0], f"?seat={seat}")) == mine[: kinds.KINDS["tiles"].review.page_size]


@pytest.mark.parametrize(
    "query", ["?seat=2", "?seat=x", "?seat=-1", "?seat=٣", "?page=0", "?page=99", "?page=x", "?page="]
)
def test_pages_that_do_not_exist_are_404(query):
    game, _users = load_finished_game("tiles", 2)
    assert as_user("Ana").get(f"/games/{game.pk}/review/{query}").status_code == 404


def test_hostile_fields_are_ignored_without_an_error():
    game, _users = load_finished_game("tiles", 2)
    everything = list_numbers(page(game))
    for query in ("?only=%00", "?only=<script>", "?only=all&only=marked2", "?nothing=1", "?seat=&page=1"):
        html = page(game, None, query)
        assert list_numbers(html) == everything
        assert "<script>" not in html.replace("<script src", "")


# --- computing and caching ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_empty_cache")
def test_a_review_is_computed_once_for_all_readers(monkeypatch):
    made, real = [], reviews.make_review
    monkeypatch.setattr(reviews, "make_review", lambda game: made.append(game) or real(game))
    game, users = load_finished_game("tiles", 2)
    for user in [*users, None]:
        page(game, user)
        page(game, user, "?only=marked")
        data(game, user)
    assert len(made) == 1


@pytest.mark.usefixtures("_empty_cache")
def test_two_requests_at_once_get_the_same_review(monkeypatch):
    game, _users = load_finished_game("tiles", 2)
    here, made, real = tables.load(game.pk), [], reviews.make_review
    record = records.make_record(here, None)
    monkeypatch.setattr(records, "make_record", lambda table, seat: record)  # threads have no database here
    started, go_on = threading.Event(), threading.Event()

    def slowly(game):
        started.set()
        go_on.wait(10)
        made.append(game)
        return real(game)

    monkeypatch.setattr(reviews, "make_review", slowly)
    found = []
    threads = [threading.Thread(target=lambda: found.append(reviews.get_review(here))) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert started.wait(10)
    go_on.set()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert all(one == found[0] for one in found)


@pytest.mark.usefixtures("_empty_cache")
def test_the_number_of_reviews_computed_at_once_is_limited(monkeypatch):
    """A review takes CPU time, so readers who ask for many must not keep others from moving."""
    game, users = load_finished_game("tiles", 2)
    monkeypatch.setattr(reviews, "PATIENCE", 0.01)
    for _ in range(reviews.AT_ONCE):
        reviews._makers.acquire()
    try:
        answer = as_user(users[0]).get(f"/games/{game.pk}/review/", headers=JSON)
    finally:
        for _ in range(reviews.AT_ONCE):
            reviews._makers.release()
    assert (answer.status_code, answer.json()["code"]) == (503, "review.busy")
    assert answer["Retry-After"] == "5"
    assert list_numbers(page(game, users[0]))


@pytest.mark.usefixtures("_empty_cache")
def test_a_failed_review_frees_its_place(monkeypatch):
    game, users = load_finished_game("tiles", 2)

    def never(*_):
        raise Denied("game.unknown")

    with monkeypatch.context() as patched:
        patched.setattr(reviews, "make_review", never)
        for _ in range(reviews.AT_ONCE + 1):
            assert as_user(users[0]).get(f"/games/{game.pk}/review/").status_code == 404
    assert list_numbers(page(game, users[0]))


def test_the_number_of_cached_reviews_is_limited():
    assert reviews._reviews.most == reviews.KEPT <= 100


@pytest.mark.usefixtures("_empty_cache")
def test_a_page_takes_few_queries_however_long_the_game():
    game, users = load_finished_game("push", 2)
    browser = as_user(users[0])
    browser.get(f"/games/{game.pk}/review/")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        browser.get(f"/games/{game.pk}/review/")
    assert len(queries) <= 9
    reviews._reviews.items.clear()
    tables._tables.items.clear()
    with CaptureQueriesContext(connection) as queries:
        browser.get(f"/games/{game.pk}/review/")
    assert len(queries) <= 9


def make_judged(number: int, mark: str = "", loss: float = 0.0) -> Judged:
    return Judged(number, 0, {}, None, loss, mark, {})


def test_long_games_have_pages_that_do_not_split_turns():
    judged = [make_judged(number) for number in range(1, 301)]
    parts = {number: Chapter("hand", (number - 1) // 7) for number in range(1, 301)}
    pages = reviews.paginate(judged, parts, 40)
    assert [one for page in pages for _part, in_it in page for one in in_it] == judged
    assert all(sum(len(in_it) for _part, in_it in page) <= 40 for page in pages)
    starts = [page[0][0] for page in pages]
    ends = [page[-1][0] for page in pages]
    assert all(end != start for end, start in zip(ends, starts[1:], strict=False))
    assert reviews.paginate(judged, dict.fromkeys(parts, Chapter("hand", 1)), 40) == [[(Chapter("hand", 1), judged)]]
    assert reviews.paginate([], {}, 40) == []


# --- links to it ----------------------------------------------------------------------------------------------------


def test_the_table_and_the_home_page_link_to_the_review():
    game, users = load_finished_game("tiles", 2)
    link = f'href="/games/{game.pk}/review/"'
    for user in [*users, None]:
        assert link in as_user(user).get(f"/games/{game.pk}/").content.decode()
    assert link in as_user(users[0]).get("/").content.decode()
    assert lists.list_just_finished(users[0], 5)


# --- unusual games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seats"), [("push", 2), ("tiles", 2), ("push", 1)])
def test_a_game_that_a_player_left_at_once_has_an_empty_review(kind, seats):
    game, users = table(kind, seats, options={"solo": 4} if seats == 1 else {})
    play.resign(game.pk, users[0])
    html = page(game, users[0])
    assert list_numbers(html) == []
    assert "No decisions match." in html
    assert data(game)["decisions"] == []
    assert page(game, None, "?only=marked")


@pytest.mark.parametrize(("kind", "seats"), [("push", 3), ("swap", 4)])
def test_decisions_of_a_stand_in_are_judged_too(kind, seats):
    game, _users = play_with_stand_in(kind, seats)
    found = data(game)
    after = [one for one in found["decisions"] if one["seat"] == 0 and one["number"] > 7]
    assert after
    assert list_numbers(page(game, None, "?seat=0"))
    for player in found["players"]:
        assert player["course"][-1] == pytest.approx(player["share"]["result"])


@pytest.mark.parametrize(("kind", "seats", "options"), [KINDS[1], KINDS[3], KINDS[4]])
def test_the_statistics_have_the_same_luck_and_skill(kind, seats, options):
    game, _users = load_finished_game(kind, seats, options)
    collector.collect_game(game.pk)
    shares = {player["seat"]: player["share"] for player in data(game)["players"]}
    outcomes = list(Outcome.objects.filter(game=game))
    assert len(outcomes) == seats
    for outcome in outcomes:
        assert outcome.luck == pytest.approx(shares[outcome.seat]["luck"], abs=1e-12)
        assert outcome.skill == pytest.approx(shares[outcome.seat]["skill"], abs=1e-12)


def test_figures_are_rounded_so_that_they_add_up():
    dice = random.Random(5)
    for _ in range(500):
        prior, luck, skill, others = (dice.uniform(-1.5, 1.5) for _ in range(4))
        result = prior + luck + skill + others
        parts = percentages(Share(result, prior, luck, skill, others))
        assert parts.prior + parts.luck + parts.skill + parts.others == parts.result == round(100 * result)
        for exact, shown in zip((result, prior, luck, skill, others), parts, strict=True):
            assert abs(100 * exact - shown) < 2


@pytest.mark.parametrize(("number", "shown"), [(0.4, "0"), (-0.4, "0"), (12.5, "+12"), (-3, "−3")])
def test_figures_have_a_sign(number, shown):
    assert signed(number) == shown
