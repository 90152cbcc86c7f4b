"""Games of all kinds, editions and options can be reviewed and put into words."""

from pathlib import Path

import pytest
from django.template.loader import render_to_string

from games.archive import reviews
from games.kinds import KINDS
from games.kinds.presenter import Person
from games.rules import record
from games.rules.replay import replay
from games.templatetags.review import MARKS

CORPUS = Path(__file__).parent.parent / "records"


@pytest.mark.parametrize("name", ["leavers", "push", "swap", "tiles"])
def test_every_game_of_the_corpus_can_be_reviewed(name, share):
    lines = (CORPUS / f"{name}.jsonl").read_text().splitlines()
    count = share(small=1, proofs=len(lines), whole=len(lines))
    for line in lines[-1 :: -max(1, len(lines) // count)]:
        written = record.read(line)
        game = replay(written)
        found, review = reviews.make_review(game), KINDS[written.kind].review
        people = [Person(seat, player.name, player.bot) for seat, player in enumerate(written.seats)]
        people.append(Person(len(people), "JEN", "rules"))
        for judged in found.judged:
            assert judged.mark == "" or judged.mark in MARKS
            assert judged.loss >= 0
            about = review.about(judged, people)
            html = render_to_string(f"games/{written.kind}/_review_decision.html", {"about": about, "judged": judged})
            assert str(about["title"]) in html.replace("&#x27;", "'")
        assert all(review.told(one, people) for one in found.extra)
        assert set(found.chapters) == set(range(1, len(game.steps) + 1))
        for seat, course in enumerate(found.course):
            assert len(course) == len(game.steps) + 1
            assert all(-1e-9 <= value <= 1 + 1e-9 for value in course)
            assert course[-1] == pytest.approx(found.shares[seat].result)
