"""One object for each kind of game, holding everything the site knows about it besides its rules.

Required parts are arguments without a default, so the type checker and Python notice if one is missing. Everything else
is optional, and pages leave out what a kind doesn't have.
"""

import json
import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.kinds.bots import RANDOM, STEADY, Bot, Pick
from games.kinds.figures import Figure, Sums
from games.kinds.odds import Chance
from games.kinds.plans import Plans
from games.kinds.presenter import People, PlanForms, Presenter
from games.kinds.review import Chapter, Judged
from games.kinds.typevars import C, C_co, V, V_co
from games.kinds.value import Model
from games.rules.base import Kind, Plain, Setup
from games.rules.replay import Replay
from games.rules.serialization import read_move

Words = Promise | str
Counted = tuple[str, str, int, int, float]  # what, key, n, won, total: see games.models.SiteCounter
Facts = dict[str, float]


@dataclass(frozen=True)
class Names:
    """The texts that describe a kind on the pages where one is chosen."""

    name: Words
    line: Words  # what you do in it, in one sentence
    players: Words  # the possible numbers of players, as text
    usual_seats: int  # the default in the form of a new game
    company: tuple[str, ...] = ()  # the bots of "Play now"; empty: one for each other usual seat
    offer: Words = ""  # how its button names them
    short: Words = ""  # the name without "TEN"
    thumbnail: str = "games/shared/_thumbnail.html"  # the template of its small picture

    @property
    def short_name(self) -> Words:
        return self.short or self.name


@dataclass(frozen=True)
class Pool:
    """A rating pool: games of a kind with certain numbers of seats."""

    key: str  # in stored ratings and URLs
    name: Words
    sizes: Collection[int]
    short: Words = ""  # used where it's clear that these are pools

    @property
    def short_name(self) -> Words:
        return self.short or self.name


@dataclass(frozen=True)
class Variant:
    """A value of an option that the game search can filter by."""

    option: str
    value: object
    words: str = ""  # its word in the `option_key` of results; empty: they lack the word `absent`
    absent: str = ""
    label: Words = ""  # empty: the label in the form of a new game

    @property
    def is_solo(self) -> bool:
        return self.value is None


@dataclass(frozen=True)
class Ladder:
    """Solo games against an opponent of the rules, level by level. Each edition has its own ladder."""

    labels: Mapping[str, str]  # by edition
    opponents: Mapping[str, str]
    levels: Mapping[str, Sequence[int]]
    edition_option: str
    level_option: str
    from_key: Callable[[str], tuple[str, int]]  # from an option key to edition and level (0: none)

    def edition(self, options: Mapping[str, Any]) -> str:
        return str(options.get(self.edition_option) or next(iter(self.labels)))

    def level(self, options: Mapping[str, Any]) -> int | None:
        found: int | None = options.get(self.level_option)
        return found

    def opponent(self, options: Mapping[str, Any]) -> str:
        return self.opponents[self.edition(options)]


class Pieces(NamedTuple):
    """What reviews call the things dealt by chance."""

    name: Words
    title: Words  # "Luck and decisions"
    kindest: Words  # says that %(name)s had the best luck


CARDS = Pieces(_("Luck"), _("Luck and decisions"), _("%(name)s had the best luck."))


@dataclass(frozen=True)
class PlanSupport(Generic[V, C]):
    """Plans: their rules, and their forms and sentences."""

    rules: Plans[V, C]
    forms: PlanForms[V, C]


@dataclass(frozen=True)
class Review:
    """How the decisions of a finished game are judged and described."""

    review: Callable[[Replay], list[Judged]]  # returns every decision that can be judged, in order
    about: Callable[[Judged, Any], Plain]  # describes a decision for the kind's template `_review_decision.html`
    loss: Callable[[float], str]  # formats a loss as a number
    loss_unit: Words  # the unit of that number
    page_size: int  # decisions per page; longer chapters stay whole
    chapter: Callable[[Any, int, int], Chapter]  # from a move's state, number and turn
    chapter_name: Callable[[Chapter, People], str]
    found: Callable[[Replay], list[Plain]] = lambda _game: []  # finds further facts, a line for each chapter
    told: Callable[[Plain, People], Plain] | None = None  # describes such a line for `chapter_template`
    chapter_template: str = ""
    chapter_help: Words = ""  # how to read what that template draws
    css: str = ""  # its own style sheet, under static/
    legend_template: str = ""  # shown once, before everything else


@dataclass(frozen=True)
class Odds(Generic[V, C]):
    """The odds a table shows to everyone, if the game has that option."""

    reckon: Callable[[V, C], Plain]  # from view and choices; {} if nothing is uncertain
    lines: Callable[[Plain, People], list[Chance]]


@dataclass(frozen=True)
class ValueModel:
    """The model of expected results, from which luck and skill are computed."""

    make: Callable[[Setup], Model]
    pieces: Pieces = CARDS


@dataclass(frozen=True)
class Calibration:
    """A comparison of predicted odds with what happened."""

    key: str  # of its site counter, in steps of five percent
    link: Words
    title: Words
    about: Words
    help: Words
    columns: tuple[Words, Words, Words, Words]


@dataclass(frozen=True)
class Statistics:
    """What is counted in finished games, and how it is shown."""

    count: Callable[[Replay], list[Facts]]  # returns the facts to add up for each seat
    figures: Callable[[Sums], Iterable[Figure]]  # of a player's games; see `games.stats.player.GameGroup`
    site: Callable[[Replay], list[Counted]] = lambda _game: []  # counts what shuffles dealt
    dealt_titles: Mapping[str, Words] = field(default_factory=dict)  # by name of the counter
    dealt_words: Mapping[str, Words] = field(default_factory=dict)  # by key
    calibration: Calibration | None = None


@dataclass(frozen=True)
class Proof:
    """Which cards came up when, according to the events of the game."""

    list_dealt_cards: Callable[[Any, Any], Any]  # from the state after dealing and the events of each move
    card_name: Callable[[Any], str]
    script: str = ""  # under static/; repeats the deal in the browser


class Rules(Kind, Protocol[V_co, C_co]):
    """The rules of a kind, with the types of its views and choices."""

    def view(self, state: Any, seat: int | None) -> V_co: ...

    def choices(self, state: Any, seat: int) -> C_co: ...


@dataclass(frozen=True)
class GameKind(Generic[V, C]):
    """Everything the site knows about a kind besides its rules."""

    rules: Rules[V, C]
    names: Names
    presenter: Presenter[V, C]
    pools: tuple[Pool, ...]  # games outside all pools are unrated

    bots: Mapping[str, Bot[V, C]] = field(default_factory=dict)
    random_move: Pick[C] | None = None  # None: choose among the presenter's legal moves
    rulings: range = range(0)  # its numbers in docs/rulings.md
    option_key: Callable[[Mapping[str, Any]], str] = lambda _options: ""  # the options in a word or two, for results
    option_words: Mapping[str, Words] = field(default_factory=dict)  # the labels of these words
    variants: Mapping[str, Variant] = field(default_factory=dict)  # by their word in URLs of searches
    first_seat: Callable[[Any], int] | None = None  # who began, from the state after dealing; None: whoever moves first
    ladder: Ladder | None = None
    plans: PlanSupport[V, C] | None = None
    odds: Odds[V, C] | None = None
    review: Review | None = None
    value: ValueModel | None = None
    statistics: Statistics | None = None
    proof: Proof | None = None
    face: Callable[..., SafeString] | None = None  # draws a card or tile for pages other than tables
    face_name: Callable[[str], str] | None = None  # its name
    drawing: Callable[[V], SafeString] | None = None  # draws the public view as a small SVG
    symbols: str = ""  # an SVG file under static/ with parts of drawings that are too large for every page

    @property
    def slug(self) -> str:
        """Its name in URLs and records."""
        return self.rules.SLUG

    @property
    def known_plans(self) -> PlanSupport[V, C]:
        """Return its plans; only for kinds that have some."""
        if self.plans is None:
            raise AssertionError(f"{self.slug} knows no plans")
        return self.plans

    @property
    def stand_in(self) -> str:
        """The bot that replaces players who left, and the default for bot seats."""
        return STEADY if STEADY in self.bots else next(iter(self.bots), RANDOM)

    @property
    def company(self) -> tuple[str, ...]:
        """The bots of "Play now"."""
        return self.names.company or (self.stand_in,) * (self.names.usual_seats - 1)

    @property
    def offer(self) -> Words:
        """The second line of the "Play now" button: the opponents."""
        many = len(self.company)
        if self.names.offer or not many:
            return self.names.offer
        return ngettext("Against a bot", "Against %(many)s bots", many) % {"many": many}

    def pool(self, size: int) -> str:
        """Return the rating pool for that number of seats; empty if there is none."""
        return next((pool.key for pool in self.pools if size in pool.sizes), "")

    def began(self, start: Any) -> int:
        """Return the seat that began."""
        return self.rules.waiting(start)[0] if self.first_seat is None else self.first_seat(start)

    def is_solo(self, size: int) -> bool:
        """Whether a game with that many seats counts for the solo ladder."""
        return self.ladder is not None and size == 1

    def pick(self, view: V, choices: C, dice: random.Random) -> Any:
        if self.random_move is not None:
            return self.random_move(choices, dice)
        legal = self.presenter.legal(*json.loads(json.dumps([view, choices])))  # as presenters expect
        return read_move(self.rules, dice.choice(legal))


AnyKind = GameKind[Any, Any]  # for code that works with any kind: views and choices are plain data
