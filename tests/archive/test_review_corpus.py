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
def test_every_game_of_the_corpus_has_a_review_in_words(name, share):
    lines = (CORPUS / f"{name}.jsonl").read_text().splitlines()
    told = share(small=1, proofs=len(lines), whole=len(lines))
    for line in lines[-1 :: -max(1, len(lines) // told)]:
        written = record.read(line)
        game = replay(written)
        found, known = reviews.make_review(game), KINDS[written.kind].review
        people = [Person(seat, player.name, player.bot) for seat, player in enumerate(written.seats)]
        people.append(Person(len(people), "JEN", "rules"))
        for judged in found.judged:
            assert judged.mark == "" or judged.mark in MARKS
            assert judged.loss >= 0
            about = known.about(judged, people)
            html = render_to_string(f"games/{written.kind}/_review_decision.html", {"about": about, "judged": judged})
            assert str(about["title"]) in html.replace("&#x27;", "'")
        assert all(known.told(one, people) for one in found.extra)
        assert set(found.chapters) == set(range(1, len(game.steps) + 1))
        for seat, line_of in enumerate(found.course):
            assert len(line_of) == len(game.steps) + 1
            assert all(-1e-9 <= value <= 1 + 1e-9 for value in line_of)
            assert line_of[-1] == pytest.approx(found.shares[seat].result)
