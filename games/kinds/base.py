"""One object for each kind of game, holding everything the site knows about it besides its rules.

What a kind must have is an argument without a default: leave it out, and neither the type checker nor Python makes the
object. The rest may be left out, and pages leave out what isn't there.
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
    line: Words  # what one does in it, in a sentence
    players: Words  # how many can play
    usual_seats: int  # how many the form of a new game proposes
    company: tuple[str, ...] = ()  # the bots of "Play now"; empty: as many as the usual seats have room for
    offer: Words = ""  # and how its button says so
    short: Words = ""  # the name without that of the site
    thumbnail: str = "games/shared/_thumbnail.html"  # the template of a small picture

    @property
    def short_name(self) -> Words:
        return self.short or self.name


@dataclass(frozen=True)
class Pool:
    """A rating pool: games of a kind with certain numbers of seats."""

    key: str  # as ratings keep it, and addresses
    name: Words
    sizes: Collection[int]
    short: Words = ""  # where it is clear that these are pools

    @property
    def short_name(self) -> Words:
        return self.short or self.name


@dataclass(frozen=True)
class Variant:
    """A value of an option that the game search can filter by."""

    option: str
    value: object
    words: str = ""  # what results keep of it among the words of `option_key`; empty: they don't have `absent`
    absent: str = ""
    label: Words = ""  # empty: as the form of a new game says it

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
    from_key: Callable[[str], tuple[str, int]]  # edition and level (0: none) from what results keep of the options

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
    title: Words  # with decisions
    kindest: Words  # to %(name)s


CARDS = Pieces(_("Luck"), _("Luck and decisions"), _("%(name)s had the best luck."))


@dataclass(frozen=True)
class PlanSupport(Generic[V, C]):
    """Plans: their rules, and their forms and sentences."""

    rules: Plans[V, C]
    forms: PlanForms[V, C]


@dataclass(frozen=True)
class Review:
    """How the decisions of a finished game are judged and described."""

    review: Callable[[Replay], list[Judged]]  # every decision that can be judged, in order
    about: Callable[[Judged, Any], Plain]  # one of them in words, for the template `_review_decision.html` of the kind
    loss: Callable[[float], str]  # how much was given up, as a number
    loss_unit: Words  # and of what
    page_size: int  # decisions on a page, or a whole chapter if that has more
    chapter: Callable[[Any, int, int], Chapter]  # of the move with that number, made in that state, in that turn
    chapter_name: Callable[[Chapter, People], str]
    found: Callable[[Replay], list[Plain]] = lambda _game: []  # what else is found out, a line for each chapter
    told: Callable[[Plain, People], Plain] | None = None  # one such line in words, for `chapter_template`
    chapter_template: str = ""
    chapter_help: Words = ""  # how what that template draws is read
    css: str = ""  # a style sheet of its own, under static/
    legend_template: str = ""  # what is shown once, before everything else
    needs_sprite: bool = True


@dataclass(frozen=True)
class Odds(Generic[V, C]):
    """The odds a table shows to everyone, if the game has that option."""

    reckon: Callable[[V, C], Plain]  # from view and choices; nothing uncertain: {}
    lines: Callable[[Plain, People], list[Chance]]


@dataclass(frozen=True)
class ValueModel:
    """The model of expected results, from which luck and skill are computed."""

    make: Callable[[Setup], Model]
    pieces: Pieces = CARDS


@dataclass(frozen=True)
class Calibration:
    """A comparison of predicted odds with what happened."""

    key: str  # under which the site counts it, by steps of five percent
    link: Words
    title: Words
    about: Words
    help: Words
    columns: tuple[Words, Words, Words, Words]


@dataclass(frozen=True)
class Statistics:
    """What is counted in finished games, and how it is shown."""

    count: Callable[[Replay], list[Facts]]  # of each seat, in sums
    figures: Callable[[Sums], Iterable[Figure]]  # of a player: of `games.stats.player.GameGroup`
    site: Callable[[Replay], list[Counted]] = lambda _game: []  # what shuffles brought
    dealt_titles: Mapping[str, Words] = field(default_factory=dict)  # by what it is counted as
    dealt_words: Mapping[str, Words] = field(default_factory=dict)  # by its key
    calibration: Calibration | None = None


@dataclass(frozen=True)
class Proof:
    """Which cards came up when, according to the events of the game."""

    list_dealt_cards: Callable[[Any, Any], Any]  # of the state after dealing, and the events of each move
    card_name: Callable[[Any], str]
    script: str = ""  # that deals again in the browser, under static/


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
    pools: tuple[Pool, ...]  # a game in none of them is never rated

    bots: Mapping[str, Bot[V, C]] = field(default_factory=dict)
    random_move: Pick[C] | None = None  # None: any of the presenter's legal moves
    rulings: range = range(0)  # its numbers in docs/rulings.md
    option_key: Callable[[Mapping[str, Any]], str] = lambda _options: ""  # the options in a word or two, for results
    option_words: Mapping[str, Words] = field(default_factory=dict)  # and what these words are called
    variants: Mapping[str, Variant] = field(default_factory=dict)  # by their word in the address of a search
    first_seat: Callable[[Any], int] | None = None  # who began, from the state after dealing; None: who moves first
    ladder: Ladder | None = None
    plans: PlanSupport[V, C] | None = None
    odds: Odds[V, C] | None = None
    review: Review | None = None
    value: ValueModel | None = None
    statistics: Statistics | None = None
    proof: Proof | None = None
    face: Callable[..., SafeString] | None = None  # draws a card or a tile, for pages that are no table
    face_name: Callable[[str], str] | None = None  # and what it is called
    drawing: Callable[[V], SafeString] | None = None  # a position as a small SVG, from the public view

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
        legal = self.presenter.legal(*json.loads(json.dumps([view, choices])))  # presenters read what went through JSON
        return read_move(self.rules, dice.choice(legal))


AnyKind = GameKind[Any, Any]  # for code that knows no kind: views and choices are plain data
