"""How each kind tells what was found out about a decision, in one visible list."""

from collections.abc import Callable

from games.review.base import Judged
from games.rules.base import Plain
from games.tables.base import Person
from games.tables.push import review as push

About = Callable[[Judged, list[Person]], Plain]

ABOUT: dict[str, About] = {"push": push.about}
