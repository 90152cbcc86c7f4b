"""A player's page, what others can see on it, and statistics."""

import random
import re
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Outcome, PlayerTotals, Rating, SiteCounter
from games.rules.base import Result
from games.stats import collector
from games.stats.site_page import judge_deviation
from tests.finished_games import play_once
from tests.tables import person, play_to_the_end, table

pytestmark = pytest.mark.django_db


def play_counted_games() -> list[User]:
    """Play and count two games of each kind; return the players."""

    def make():
        for seed in range(2):
            for kind, seats in (("push", 3), ("tiles", 2), ("swap", 4)):
                game, users = table(kind, seats, rated=kind == "tiles")
                play_to_the_end(game, users, random.Random(seed))
        collector.collect_all()
        return game, None

    return play_once("statistics", 4, make)[1]


def load_page(name, reader=None) -> str:
    collector.collect_all()
    client = Client()
    if reader:
        client.force_login(person(reader))
    answer = client.get(f"/players/{quote(name, safe='')}/")
    assert answer.status_code == 200
    return answer.content.decode()


def read_row(shown, kind) -> list[str]:
    """Return the cells of a kind in the table of games: played, won."""
    row = shown.partition(f'<th scope="row">{kind}</th>')[2].partition("</tr>")[0]
    return [cell.partition("</td>")[0] for cell in row.split("<td>")[1:]]


def test_a_player_page_shows_the_name_and_since_when():
    person("Ana")
    shown = load_page("Ana")
    assert "<h1>Ana</h1>" in shown
    assert "Joined" in shown


@pytest.mark.parametrize("path", ["", "games/", "ratings/", "opponents/"])
def test_a_player_without_games_sees_a_friendly_message(path):
    person("Ana")
    client = Client()
    assert "Ana hasn't finished a" in client.get(f"/players/Ana/{path}").content.decode()
    client.force_login(person("Ana"))
    own = client.get(f"/players/Ana/{path}").content.decode()
    assert "You haven't finished a" in own or "You haven't finished a game yet" in own
    assert own.count(f'href="/players/Ana/{path}" aria-current="page"') == 1


def test_recent_games_show_the_place_if_there_were_more_than_two_players():
    ana = play_counted_games()[0]
    for place in Outcome.objects.filter(user=ana, kind="push").values_list("rank", flat=True):
        assert f'title="TEN Push: place {place} of 3"><span aria-hidden="true">{place}</span>' in load_page("Ana")
    game, users = table("tiles", 2)
    play.resign(game.pk, users[0])
    assert 'class="form-lost" title="TEN Tiles: lost"><span aria-hidden="true">L</span>' in load_page("Ana")


@pytest.mark.parametrize("path", ["/players/Ana/", "/players/Ana/opponents/", "/stats/"])
def test_pages_say_that_a_game_is_still_being_counted(path):
    game, users = table("tiles", 2)
    play.resign(game.pk, users[0])
    assert "still being counted" in Client().get(path).content.decode()
    collector.collect_all()
    assert "still being counted" not in Client().get(path).content.decode()


def test_only_players_are_told_that_a_private_game_is_being_counted():
    game, users = table("tiles", 2, public=False)
    play.resign(game.pk, users[0])
    client = Client()
    for path in ("/players/Ana/", "/players/Ana/opponents/"):
        assert "still being counted" not in client.get(path).content.decode()


def test_a_player_page_counts_games_played_and_won():
    for user in play_counted_games()[:3]:
        won = Outcome.objects.filter(user=user, kind="push", rank=1).count()
        assert read_row(load_page(user.username), "TEN Push") == ["2", f"{won} <small>{50 * won}%</small>"]


def test_a_draw_is_not_a_win():
    game, users = table("tiles", 2)
    play.resign(game.pk, users[1])
    assert read_row(load_page("Ana"), "TEN Tiles") == ["1", "1 <small>100%</small>"]
    drawn = Result("played", (1, 1), None, ({}, {}))
    results = play.results.make_outcomes(game, list(game.seats.all()), drawn, timezone.now())
    assert {outcome.result for outcome in results} == {"shared"}


@pytest.mark.parametrize(("public", "reader", "seen"), [(True, None, True), (False, None, False), (False, "Ana", True)])
def test_private_games_are_shown_to_their_players_only(public, reader, seen):
    game, users = table("tiles", 2, public=public)
    play.resign(game.pk, users[1])
    assert (f"/games/{game.pk}/" in load_page("Ana", reader)) == seen


def test_running_public_games_are_shown():
    shown, hidden = table("tiles", 2)[0], table("tiles", 2, public=False)[0]
    text = load_page("Ana")
    assert shown.pk in text
    assert hidden.pk not in text


def test_guests_are_marked():
    User.objects.create_user("Otter 1234", is_guest=True)
    assert "Guest" in load_page("Otter 1234").partition("<main")[2]


@pytest.mark.parametrize("name", ["Ñandú", "张伟", "O.k_-", "Otter 77", "Кот"])
def test_names_in_any_script_have_a_url(name):
    user = User.objects.create_user(name)
    assert f"<h1>{user.username}</h1>" in load_page(name)


def test_another_spelling_of_the_name_redirects():
    person("Ana")
    answer = Client().get("/players/aNA/")
    assert (answer.status_code, answer["Location"]) == (302, "/players/Ana/")


@pytest.mark.database
@pytest.mark.parametrize("name", ["nobody", "%3Cscript%3E", "'%20OR%201=1", "x" * 3000, "..", "%F0%9F%92%A9", "%FF"])
def test_an_unknown_player_is_404(name):
    assert Client().get(f"/players/{name}/").status_code == 404


@pytest.mark.parametrize("path", ["", "games/", "games.jsonl", "ratings/", "opponents/"])
def test_the_404_of_an_unknown_player_says_so(path):
    answer = Client().get(f"/players/nobody/{path}")
    assert answer.status_code == 404
    assert "No player by that name." in answer.content.decode()


def test_a_closed_account_is_not_found():
    User.objects.create_user("Gone", is_active=False)
    assert Client().get("/players/Gone/").status_code == 404


def test_ratings_are_shown_with_their_uncertainty():
    ana = play_counted_games()[0]
    rating = Rating.objects.get(user=ana)
    shown = load_page("Ana")
    assert f"{round(rating.mu)}" in shown
    assert f"± {round(rating.sigma)}" in shown
    assert "provisional" in shown
    answer = Client().get("/players/Ana/ratings/")
    assert "The last 2 rated games" in answer.content.decode()
    for outcome in Outcome.objects.filter(user=ana, is_rated=True):
        assert f"<td>{round(outcome.mu_after)}</td>" in answer.content.decode()


def test_statistics_of_push_match_the_games():
    ana = play_counted_games()[0]
    shown = load_page("Ana")
    points = list(Outcome.objects.filter(user=ana, kind="push").values_list("points", flat=True))
    assert f'<b class="numeral">{sum(points) / 2:.1f}</b> <span>points per game</span>' in shown
    tally = PlayerTotals.objects.get(user=ana, kind="push")
    assert f"{100 * tally.facts['busts'] / tally.facts['draws']:.1f}%</b> <span>of draws busted</span>" in shown
    assert f"{100 * tally.facts['odds'] / tally.facts['draws']:.1f}% predicted" in shown
    assert "<span>luck</span>" in shown


def test_the_highest_solo_level_is_shown():
    user = person("Ana")
    for level, won in ((3, 2), (7, 1), (9, 0)):
        PlayerTotals.objects.create(
            user=user, kind="push", seat_count=1, option_key=f"aeg solo{level}", has_bots=True, games=2, wins=won
        )
    assert '<b class="numeral">7</b> <span>highest solo level beaten</span> <small>AEG (English)</small>' in load_page(
        "Ana"
    )


def test_statistics_of_swap_say_how_tokens_were_lost():
    play_counted_games()
    loser = next(tally.user.username for tally in PlayerTotals.objects.filter(kind="swap") if tally.facts["lowest"])
    assert "of tokens lost to the lowest card" in load_page(loser)


def test_opponents_are_named_and_compared():
    for seed in range(4):
        game, users = table("tiles", 2)
        play.resign(game.pk, users[seed == 0])  # Ana loses three of four
    collector.collect_all()
    shown = Client().get("/players/Ana/opponents/?against=Ben").content.decode()
    assert "Ana vs. Ben" in shown
    row = shown.partition('<th scope="row">TEN Tiles</th>')[2].partition("</tr>")[0]
    assert [cell.partition("</td>")[0] for cell in row.split("<td>")[1:]] == ["4", "1", "0", "3"]
    assert "Toughest opponents" in shown
    assert "Toughest opponents" not in Client().get("/players/Ben/opponents/").content.decode()


@pytest.mark.parametrize(
    ("against", "said"),
    [
        ("Zoe", "Ana and Zoe haven't finished a public game together."),
        ("nobody", "No player by that name."),
        ("<script>alert(1)</script>", "No player by that name."),
        ("\x00", "Most played"),
        ("x" * 3000, "No player by that name."),
    ],
)
def test_comparing_with_any_name_works(against, said):
    game, users = table("tiles", 2)
    play.resign(game.pk, users[1])
    person("Zoe")
    collector.collect_all()
    answer = Client().get("/players/Ana/opponents/", {"against": against})
    assert answer.status_code == 200
    assert said in answer.content.decode()
    assert b"<script>alert" not in answer.content


def test_blocked_players_are_not_compared():
    game, users = table("tiles", 2)
    play.resign(game.pk, users[1])
    collector.collect_all()
    client = Client()
    client.force_login(users[0])
    path = "/players/Ben/opponents/?against=Ana"
    assert "Ben vs. Ana" in client.get(path).content.decode()
    client.post("/accounts/blocked/", {"name": "Ben", "do": "block"})
    assert "Ben vs. Ana" not in client.get(path).content.decode()


def test_site_statistics_count_games_and_test_the_shuffle():
    assert "No games have been finished yet" in Client().get("/stats/").content.decode()
    play_counted_games()
    shown = Client().get("/stats/").content.decode()
    assert "Games finished per day" in shown
    assert "First player: TEN Push, 3 seats" in shown
    assert "Consistent with chance." in shown
    even, counts = re.search(r"(\d+) of (\d+) counts are consistent with chance", shown).groups()
    assert int(even) == shown.count('<p class="muted">Consistent with chance')
    assert int(counts) == shown.count('class="check-head">') - shown.partition('id="seats"')[2].count("check-head")
    assert "Bust odds: predicted and actual" in shown
    draws = sum(SiteCounter.objects.filter(name="bust push").values_list("count", flat=True))
    assert draws == sum(tally.facts.get("draws", 0) for tally in PlayerTotals.objects.filter(kind="push"))


@pytest.mark.database
def test_the_number_of_queries_of_player_pages_does_not_depend_on_games():
    paths = ["/players/Ana/", "/players/Ana/ratings/", "/players/Ana/opponents/", "/stats/"]
    client, costs = Client(), []
    client.force_login(person("Zoe"))
    for resigned in (1, 8):
        for seed in range(resigned):
            game, users = table("tiles", 2, rated=True)
            play.resign(game.pk, users[seed % 2])
        game, users = table("tiles", 2, rated=True)
        play_to_the_end(game, users, random.Random(resigned))
        collector.collect_all()
        costs.append([count_queries(client, path) for path in paths])
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 10


def count_queries(client: Client, path: str) -> int:
    """Count the queries of the page when it is requested again."""
    client.get(path)
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


@pytest.mark.parametrize(
    ("likely", "said"),
    [
        (1.0, "99%"),
        (0.08, "8%"),
        (0.0104, "1%"),
        (0.0049, "0.5%"),
        (0.001, "0.1%"),
        (0.00099, "less than 0.1%"),
        (0.0, "less than 0.1%"),
    ],
)
def test_the_verdict_about_chance_depends_on_the_likelihood(likely, said):
    verdict = judge_deviation(likely)
    assert f"happens by chance {said} of the time." in verdict
    assert verdict.startswith("Consistent with chance." if "less" not in said else "More than chance can explain.")
