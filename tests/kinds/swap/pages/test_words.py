"""Texts at a table of swap: headlines, buttons, the log, and how the last hand ended."""

import pytest

from games.kinds.swap import pages
from games.rules import swap as rules
from games.rules.base import Resign, change
from games.rules.swap.moves import Accept, Block, Hold, Swap
from tests.kinds.swap.pages.games import context, people, render, through_json, view_and_choices
from tests.rules.swap.table import Stacked, lay

WHO = people(4)  # Ana, Ben, Cleo, Dora


def play_moves(state, *moves):
    """Make moves for the seats that have to decide, and return the state and all events."""
    events = []
    for move in moves:
        state, made = rules.play(state, rules.waiting(state)[0], move, Stacked())
        events += made
    return state, events


def write_log(events, you):
    """Write the log lines of a reader. Each is a sentence, but is returned without its period."""
    lines = [
        pages.sentence(through_json(event._asdict()), WHO, you)
        for event in events
        if event.readers is None or you in event.readers
    ]
    sentences = [str(line) for line in lines if line is not None]
    assert all(line.endswith(".") for line in sentences)
    return [line[:-1] for line in sentences]


def list_buttons(state, seat):
    return {act.do: (act.label, act.small, act.why) for act in context(state, seat)["acts"]}


def test_on_a_turn_a_player_keeps_or_swaps():
    shown = context(lay("7 W 5 2"), 0)
    assert shown["headline"] == shown["task"] == "Keep your Bunny, or swap with Ben?"
    assert list_buttons(lay("7 W 5 2"), 0) == {
        "hold": ("Keep your Bunny", "Ben is next", ""),
        "swap": ("Swap with Ben", "Cards 6 to 10 can block you", ""),
    }


def test_a_swap_is_with_the_next_player_still_in():
    assert context(lay("7 - 5 2 3"), 0)["headline"] == "Keep your Bunny, or swap with Cleo?"


def test_the_dealer_swaps_with_the_deck():
    state, _events = play_moves(lay("4 3 5 2", "10"), Hold(), Hold(), Hold())
    assert context(state, 3)["headline"] == "Keep your Two, or swap with the deck?"
    assert list_buttons(state, 3)["swap"][0] == "Swap with the deck"


def test_the_other_players_wait():
    state = lay("7 W 5 2")
    assert context(state, 1)["headline"] == context(state, None)["task"] == "Ana is choosing."
    assert context(state, 1)["detail"] == "You have the Wildcat. You're next."
    assert context(state, 3)["detail"] == "You have the Two. 3 players choose before you."
    assert "Hand 2" in context(state, None)["detail"]
    assert list_buttons(state, 1) == {}


def test_a_player_who_is_out_reads_how_to_come_back():
    assert "Wildcats" in context(lay("7 - 5 2 3"), 1)["detail"]


def test_a_swapped_card_says_who_gave_it():
    state, _events = play_moves(lay("W 3 5 2"), Swap())
    assert context(state, 1)["detail"] == "You got this card from Ana."
    assert list_buttons(change(state, turns=()), 0)["swap"][1] == "Cards 6 to 10 can block you"


@pytest.mark.parametrize(
    ("card", "risk"),
    [
        ("10", "The Owl blocks: no swap"),
        ("9", "The Wolf blocks: you'd lose a token"),
        ("8", "The Skunk blocks: you'd lose a token"),
        ("7", "The Bunny blocks: the swap moves on to the next player"),
    ],
)
def test_the_swap_button_warns_of_a_blocker_that_is_face_up(card, risk):
    assert list_buttons(lay(f"4 {card} 5 2", up=(1,)), 0)["swap"][1] == risk


def test_a_player_is_asked_to_swap():
    state, events = play_moves(lay("4 W 5 2", blocking="ask"), Swap())
    assert context(state, 1)["headline"] == context(state, 1)["task"] == "Swap your Wildcat with Ana?"
    assert context(state, 0)["headline"] == "You've asked Ben to swap."
    assert context(state, 2)["headline"] == "Ana has asked Ben to swap."
    assert list_buttons(state, 1)["block"][2] == "Only 6, 7, 8, 9 and 10 can block a swap."
    assert 'aria-disabled="true" data-why="Only 6' in render(state, 1)
    assert write_log(events, 1) == ["Ana asked you to swap"]
    assert write_log(events, 0) == ["You asked Ben to swap"]
    assert write_log(events, None) == ["Ana asked Ben to swap"]


@pytest.mark.parametrize(
    ("card", "small"),
    [
        ("10", "Reveal your Owl: no swap"),
        ("9", "Reveal your Wolf: Ana loses a token"),
        ("8", "Reveal your Skunk: Ana loses a token"),
        ("7", "Reveal your Bunny: the swap moves on to the next player"),
        ("6", "Reveal your Inn: no swap"),
    ],
)
def test_the_block_button_says_what_it_does(card, small):
    state, _events = play_moves(lay(f"4 {card} 5 2", blocking="ask"), Swap())
    assert list_buttons(state, 1)["block"] == ("Block", small, "")


def test_the_block_button_of_a_skunk_says_who_first_gave_the_card_away():
    state, _events = play_moves(lay("0 4 8 2", blocking="ask"), Swap(), Accept(), Swap())
    small = "Reveal your Skunk: Ben and Ana lose a token, and the card goes back"
    assert list_buttons(state, 2)["block"] == ("Block", small, "")


def test_the_log_of_a_swap_differs_by_reader():
    _state, events = play_moves(lay("4 0 5 2"), Swap())
    assert write_log(events, 0) == ["You swapped with Ben", "You gave the Four and got the <b>Stone (0)</b>"]
    assert write_log(events, 1) == ["Ana swapped with you", "You gave the Stone (0) and got the <b>Four</b>"]
    assert write_log(events, 2) == write_log(events, None) == ["Ana swapped with Ben"]


def test_the_log_of_a_block_by_a_wolf():
    _state, events = play_moves(lay("4 9 5 2"), Swap())
    assert write_log(events, 3) == [
        "<b>Ben blocked Ana</b> with the Wolf (9)",
        "Ana lost a token, <b>2 left</b>",
    ]
    assert write_log(events, 0)[0].startswith("<b>Ben blocked you</b>")
    assert write_log(events, 1)[0].startswith("<b>You blocked Ana</b>")


def test_a_swap_that_only_meets_bunnies_ends_without_a_swap():
    _state, events = play_moves(lay("4 7 7 7"), Swap())
    assert write_log(events, 0)[-1] == "No one was left to ask, so you keep your card"


def test_a_skunk_sends_the_card_back_the_way_it_came():
    state, events = play_moves(lay("4 3 2 8"), Swap(), Swap(), Swap())
    assert context(state, 3)["chains"] == [["Ana", "Ben", "Cleo"]]
    assert context(state, 0)["chains"] == [["you", "Ben", "Cleo"]]
    way = [line for line in write_log(events, None) if line.startswith("The card went back")]
    assert [name for name in ("Ana", "Ben", "Cleo") if name in way[0]] == ["Ana", "Ben", "Cleo"]
    assert way[0].index("Cleo") < way[0].index("Ben") < way[0].index("Ana")
    assert render(state, 3).count("swap-step") == 2
    assert {place.word for place in context(state, 3)["ring"]} == {"swap undone", "blocked by you"}


def test_each_seat_has_a_status():
    state, _events = play_moves(lay("4 9 5 2 3"), Swap(), Hold())
    words = {place.person.name: place.word for place in context(state, None)["ring"]}
    assert words == {
        "Ana": "blocked by Ben",
        "Ben": "kept",
        "Cleo": "choosing",
        "Dora": "next",
        "Emil": "dealer, last",
    }


def play_showdown(cards, **fields):
    """Play a hand in which everyone holds, to its end."""
    state = lay(cards, "10 9 8 6 5 5 5 5", **fields)
    return play_moves(state, *[Hold()] * len(state.order))


def test_the_showdown_stays_open_until_the_next_move():
    state, events = play_showdown("4 0 5 2")
    shown = context(state, 0)["showdown"]
    assert shown.title == "Hand 2: Ben had the lowest card, a Stone."
    assert shown.said == ["Ben lost a token."]
    assert [card.note for card in shown.cards if card.is_lowest] == ["lost a token"]
    assert shown.is_open
    assert "All cards were shown. Lowest: <b>Ben, a Stone</b>" in write_log(events, None)
    later, _events = play_moves(state, Hold())
    assert not context(later, 0)["showdown"].is_open


def test_the_showdown_speaks_to_the_loser():
    state, events = play_showdown("4 0 0 2")
    assert context(state, 1)["showdown"].title == "Hand 2: Cleo and you had the lowest cards, a Stone each."
    assert context(state, 1)["showdown"].said == ["Cleo and you lost a token."]
    assert "You lost a token, <b>2 left</b>" in write_log(events, 1)


def test_a_player_who_loses_the_last_token_is_out():
    state, events = play_showdown("4 0 5 2", tokens=(3, 1, 3, 3))
    assert context(state, 1)["showdown"].said == ["You lost your last token and are out."]
    assert context(state, 0)["showdown"].said == ["Ben lost their last token and is out."]
    assert "<b>You lost your last token</b> and are out" in write_log(events, 1)
    assert "out" in {place.word for place in context(state, 0)["ring"]}


def test_wildcats_protect_their_holders_and_bring_players_back():
    state, events = play_showdown("W W - 2")
    lines = context(state, 2)["showdown"].said
    assert lines == ["Two or more Wildcats: their holders lose nothing.", "You're back with one token."]
    assert "<b>Cleo is back</b> with one token" in write_log(events, 0)


def test_no_token_is_lost_if_everyone_would_be_out():
    state, events = play_showdown("4 4 - -", dealer=1, tokens=(1, 1, 0, 0))
    assert context(state, 0)["showdown"].said == ["Everyone still in would be out, so no one loses a token."]
    assert "Everyone still in would be out, so no one loses a token" in write_log(events, 3)


def test_the_end_of_a_game():
    state, events = play_showdown("4 0 - -", dealer=1, tokens=(2, 1, 0, 0), gone=(0, 0, 1, 1))
    assert context(state, 0)["headline"] == context(state, 0)["task"] == "You won."
    assert context(state, 1)["headline"] == "Ana won."
    assert {place.word for place in context(state, 0)["ring"]} == {"2nd, out in hand 2", "3rd, out in hand 1"}
    assert context(state, 0)["own"].word == "1st"
    assert write_log(events, 1)[-1] == "<b>Ana won</b>"


def test_a_player_wins_when_everyone_else_has_left():
    state = lay("4 3 5 2")
    for seat in (1, 2, 3):
        state, events = rules.play(state, seat, Resign(), Stacked())
    assert context(state, 0)["headline"] == "You won."
    assert context(state, 1)["detail"] == "You left the game."
    assert write_log(events, 0) == ["Dora left the game"]


def test_a_bot_that_plays_on_cannot_win():
    state, _events = rules.play(lay("4 0 - -", dealer=1, tokens=(2, 1, 0, 0)), 0, Resign(), Stacked())
    state, _events = play_moves(state, Hold(), Hold())
    assert context(state, 1)["headline"] == "The game is over."
    assert context(state, None)["own"] is None


def test_after_an_answer_the_player_who_was_asked_chooses():
    asked, _events = play_moves(lay("4 9 5 2", blocking="ask"), Swap())
    accepted, _events = play_moves(asked, Accept())
    blocked, _events = play_moves(asked, Block())
    assert context(accepted, 1)["headline"] == "Keep your Four, or swap with Cleo?"
    assert context(blocked, 1)["headline"] == "Keep your Wolf, or swap with Cleo?"


@pytest.mark.parametrize("name", rules.EVENTS)
def test_every_event_is_in_the_table_of_lines(name):
    """Also those that need no line."""
    from games.kinds.swap.pages.log import LINES

    assert name in LINES


def test_an_unknown_event_has_no_line():
    assert pages.sentence({"name": "unheard", "facts": {}}, WHO, 0) is None


def test_lists_of_games_use_the_same_words():
    state = lay("7 W 5 2")
    for seat in (0, 1, None):
        view, choices = view_and_choices(state, seat)
        assert pages.task(view, WHO) == pages.headline(view, choices, WHO).text


def test_the_card_of_the_winner_is_in_the_middle_at_the_end():
    state, _events = play_showdown("4 0 - -", dealer=1, tokens=(2, 1, 0, 0))
    crown = context(state, None)["crown"]
    assert crown["name"] == "Ana"
    assert "#creature-4" in crown["card"]


def test_a_hidden_card_of_the_winner_stays_hidden():
    """A Wolf takes the last token of the last rival, and the game ends before the cards are shown."""
    state, events = play_moves(lay("4 9 - -", dealer=1, tokens=(1, 2, 0, 0)), Swap())
    assert write_log(events, None)[-1] == "<b>Ben won</b>"
    assert "#creature-9" in context(state, None)["crown"]["card"], "it was turned up to block"
    left = lay("4 9 5 2")
    for seat in (0, 2, 3):
        left, _events = rules.play(left, seat, Resign(), Stacked())
    assert "#swap-back" in context(left, None)["crown"]["card"]
    assert "#creature-9" in context(left, 1)["crown"]["card"]
