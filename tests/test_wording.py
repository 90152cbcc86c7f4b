"""The check of texts on pages finds nonsense and nothing else."""

import pytest

from tests.wording import odd

WRONG = [
    *("Result None", "Won by NaN", "undefined cards", "Luck: null", "Hello {{ name }}.", "%(count)s games", "%d turns"),
    *("You won..", "Pass, , then", "Pass,, then", "Which?.", "Done.,", "Your turn .", "Bid (2 )", "Cards ()"),
    *(
        "1 points",
        "0 game",
        "12 coin",
        "2 <b>card</b> left",
        "1 <span>days</span>",
        "They lost 3 token",
        "Over.Rematch",
    ),
    *("130 %", "104.5%", "-3 %", "−0.4 %", "Step 0 of 0", "Waiting for seat 0", "for for"),
    *('<button aria-label="Take 1 cards"></button>', "<svg><title>−3 %</title></svg>"),
]
RIGHT = [
    *(
        "1 card, 2.1 points; 11 points, +1 coin.",
        "1,000 games",
        "A 1 turns a row of 9 into ten.",
        "a 7-card hand",
        "wild <svg></svg>.",
        "None yet. Go on …",
    ),
    *("100 % (0.5–99.5 %)", "Step 1 of 10", "<script>null</script>", "1818<b>?</b><i>, provisional</i>"),
]


@pytest.mark.parametrize("said", WRONG)
def test_nonsense_is_found(said: str) -> None:
    assert odd(f"<p>{said}</p>")


@pytest.mark.parametrize("said", RIGHT)
def test_correct_text_is_accepted(said: str) -> None:
    assert odd(f"<p>{said}</p>") == []
