"""Every important state of a table, for screenshots (`make screenshots`) and for axe.

To get there, a game is played until `reached` is true of the state.json of the player to move. `who` is the viewer: the
"mover", another player ("other"), or a spectator ("nobody"). A new kind adds its states to the list.
"""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from games.kinds.tiles.pages.rows import near_rows, table_of
from tests.browser.server import MoveFilter, Site, State, Visitor, make_table, play

PlayedGame = tuple[list[Visitor], str, State]  # its people, its ID, and the state of the person to move
Setup = Callable[[list[Visitor], str], Any]
MAX_GAMES = 12  # to play until one reaches the state


def prefer_moves(*names: str) -> MoveFilter:
    return lambda state, legal: [move for move in legal if move["do"] in names]


def can(*names: str) -> Callable[[State], Any]:
    """Return a condition: the player to move can make all these moves."""
    return lambda state: set(names) <= state["choices"].keys()


def is_start(state: State) -> bool:
    return bool(state["version"] == 0)


def is_over(state: State) -> bool:
    return bool(state["status"] == "finished")


def do_nothing(people: list[Visitor], game: str) -> None:
    pass


class TableState(NamedTuple):
    """How to get to a state of a table, and who looks at it."""

    name: str
    kind: str
    reached: Callable[[State], Any]
    fields: Mapping[str, Any] = MappingProxyType({})
    people: int = 2
    prefer: MoveFilter | None = None
    who: str = "mover"
    setup: Setup = do_nothing  # what people do once the state is reached
    page: str = ""  # of the game, if it isn't the table
    guests: int = 0  # how many of the people are guests

    def make(self, site: Site) -> tuple[Visitor, str]:
        """Play a new game; return who looks at it, and the path."""
        return self.choose_view(site, self.play(site))

    def make_shared(self, site: Site) -> tuple[Visitor, str]:
        """Do the same, but reuse a game that was played for another state."""
        if self.setup is not do_nothing:
            return self.make(site)
        if self.recipe not in site.shared:
            first = next(state.name for state in STATES if state.recipe == self.recipe)
            site.seed(f"{Site.current_test.split('[')[0]}[{first}]")
            site.shared[self.recipe] = self.play(site)
        return self.choose_view(site, site.shared[self.recipe])

    @property
    def recipe(self) -> tuple[Any, ...]:
        """What decides how the game is played; states with the same recipe can share a game."""
        return self.kind, self.reached, tuple(sorted(self.fields.items())), self.people, self.prefer, self.guests

    def play(self, site: Site) -> PlayedGame:
        """Play games until one reaches the state."""
        for seed in range(MAX_GAMES):
            people = [site.guest() if number < self.guests else site.sign_up() for number in range(self.people)]
            game = make_table(people, self.kind, **self.fields)
            state = play(people, game, seed=seed, prefer=self.prefer, stop=self.reached)
            if self.reached(state):
                self.setup(people, game)
                return people, game, state
        raise AssertionError(f"{self.name} was not reached in {MAX_GAMES} games")

    def choose_view(self, site: Site, played: PlayedGame) -> tuple[Visitor, str]:
        people, game, state = played
        return self.choose_viewer(site, people, state), f"/games/{game}/{self.page}"

    def choose_viewer(self, site: Site, people: list[Visitor], state: State) -> Visitor:
        mover: Visitor = state["person"]
        if self.who == "nobody":
            return site.visitor()
        return mover if self.who == "mover" else next(person for person in people if person is not mover)


def has_many_numbers(state: State) -> bool:
    return "draw" in state["choices"] and len(state["view"]["tableau"]["numbers"]) >= 3


def is_rich_purchase(state: State) -> bool:
    """The player owns cards and can buy from a full market."""
    seat = state["view"]["seats"][state["seat"]]
    return bool(can("buy", "skip")(state) and len(state["view"]["market"]) >= 6 and len(seat["cards"]) >= 4)


def is_late(state: State) -> bool:
    """The table is full: there are many cards in the market and in everyone's runs."""
    return bool(can("draw")(state) and state["view"]["deck"] < 40)


def is_final_phase(state: State) -> bool:
    return bool(state["view"]["phase"] == "final")


def has_tiles(number: int) -> Callable[[State], bool]:
    return lambda state: len(state["view"]["board"]) >= number


def is_near_ten(state: State) -> bool:
    """A player has a row marked as near ten, and the board has grown."""
    table = table_of(state["view"])
    return len(state["view"]["board"]) >= 14 and any(near_rows(table, seat)[:1] for seat in (0, 1))


def is_swap_offered(state: State) -> bool:
    return bool(state["view"]["phase"] == "answer")


def is_swap_undone(state: State) -> bool:
    """A Skunk has sent a card back."""
    return any(turn["did"] == "undone" for turn in state["view"]["turns"])


def has_open_cards(state: State) -> bool:
    return any(state["view"]["up"]) and len(state["view"]["turns"]) >= 2


def has_player_out(state: State) -> bool:
    return bool(state["view"]["out"]) and state["status"] == "playing"


def is_second_hand(state: State) -> bool:
    return bool(state["view"]["hand"] >= 2 and state["view"]["last"])


def make_plans(*plans: State) -> Setup:
    """Make these plans for everyone who isn't to move now."""

    def setup(people: list[Visitor], game: str) -> None:
        states = [(person, person.state(game)) for person in people]
        for person in [person for person, state in states if state["seat"] not in state["waiting"]]:
            for plan in plans:
                person.post(f"/games/{game}/plans/", {"plan": json.dumps(plan)}, Accept="application/json").must(200)

    return setup


def chat(people: list[Visitor], game: str) -> None:
    """Send chat messages and write notes."""
    messages = (
        "Good luck!",
        "And to you. It has been a while since anyone bid five for a 4.",
        "One" + "e" * 60,
        "Yes.",
    )
    for number, text in enumerate(3 * messages):
        person = people[number % len(people)]
        person.post(f"/games/{game}/talk/", {"text": text}, Accept="application/json").must(200)
    for person in people:
        person.post(f"/games/{game}/note/", {"note": "Bids one more than one thinks."}).must(200, 303)


def agree_to_cancel(number: int) -> Setup:
    """Have this many players agree to cancel the game."""

    def setup(people: list[Visitor], game: str) -> None:
        for person in people[:number]:
            person.post(f"/games/{game}/off/", {"yes": "true"}).must(303)

    return setup


def start_vacations(people: list[Visitor], game: str) -> None:
    for person in people:
        person.post("/accounts/vacation/", {"do": "now", "days": 3}).must(302, 303)


def ask_for_rematch(people: list[Visitor], game: str) -> None:
    """Have the second player resign and the first ask for a rematch."""
    people[1].post(f"/games/{game}/resign/").must(302, 303)
    people[0].post(f"/games/{game}/rematch/").must(302, 303)


def resign(people: list[Visitor], game: str) -> None:
    """Have the first player resign, so that a substitute can take the seat."""
    people[0].post(f"/games/{game}/resign/").must(302, 303)


BIDS = {"for": "auction", "which": "any", "bid": "one-more", "most": 4, "once": False}
DRAWS = {
    "for": "turn",
    "net": 7,
    "risk": 30,
    "take": "numbers",
    "buy": {"cards": ["b4"], "lengthens": 5},
    "once": False,
}
BLOCKS = {"for": "answer", "block": True, "once": False}
DAILY = {"pace": "daily"}
BUYING = prefer_moves("draw", "bid", "buy")
DRAWING = prefer_moves("draw")
SWAPPING = prefer_moves("swap")
TAKING = prefer_moves("draw", "take", "buy", "bid")
SOLO = {"seats": 1, "solo": "5"}
STATES = [
    TableState("push-begin", "push", is_start),
    TableState("push-odds", "push", has_many_numbers, {"odds": "true"}, prefer=DRAWING),
    TableState("tiles-odds", "tiles", has_tiles(9), {"odds": "true"}, who="nobody"),
    TableState("swap-odds", "swap", is_start, {"seats": 4, "odds": "true"}, people=4),
    TableState("push-draw", "push", has_many_numbers, {"seats": 4, "bots": "easy,easy"}, prefer=DRAWING),
    TableState("push-auction", "push", can("bid"), prefer=BUYING),
    TableState("push-auction-waits", "push", can("bid"), prefer=BUYING, who="other"),
    TableState("push-buy", "push", is_rich_purchase, prefer=TAKING),
    TableState("push-buy-watched", "push", is_rich_purchase, prefer=TAKING, who="nobody"),
    TableState("push-bust", "push", can("token"), {"bust_buy": "true"}, prefer=prefer_moves("draw", "buy")),
    TableState("push-final", "push", is_final_phase, prefer=TAKING),
    TableState("push-solo", "push", has_many_numbers, SOLO, people=1, prefer=DRAWING),
    TableState("push-solo-over", "push", is_over, SOLO, people=1, prefer=TAKING),
    TableState("push-late", "push", is_late, {"seats": 5, "bots": "steady,steady,steady"}, prefer=TAKING),
    TableState("push-solo-auction", "push", can("bid"), SOLO, people=1, prefer=TAKING),
    TableState("push-over", "push", is_over, prefer=TAKING),
    TableState("tiles-begin", "tiles", is_start),
    TableState("tiles-place", "tiles", has_tiles(9)),
    TableState("tiles-place-waits", "tiles", has_tiles(9), who="other"),
    TableState("tiles-open", "tiles", has_tiles(9), {"open": "true"}),
    TableState("tiles-open-watched", "tiles", has_tiles(6), {"open": "true"}, who="nobody"),
    TableState("tiles-near", "tiles", is_near_ten),
    TableState("tiles-late", "tiles", has_tiles(25)),
    TableState("tiles-shift", "tiles", can("shift")),
    TableState("tiles-shift-waits", "tiles", can("shift"), who="other"),
    TableState("tiles-over", "tiles", is_over, guests=1),
    TableState("swap-begin", "swap", is_start, {"seats": 4, "bots": "easy,easy"}),
    TableState("swap-asked", "swap", is_swap_offered, {"seats": 4, "blocking": "ask"}, people=4, prefer=SWAPPING),
    TableState("swap-blocks", "swap", can("block"), {"seats": 4, "blocking": "ask"}, people=4, prefer=SWAPPING),
    TableState("swap-chain", "swap", is_swap_undone, {"seats": 6}, people=6, prefer=SWAPPING),
    TableState("swap-second", "swap", is_second_hand, {"seats": 4}, people=4, prefer=prefer_moves("swap", "accept")),
    TableState("swap-waits", "swap", is_second_hand, {"seats": 4}, people=4, who="other"),
    TableState("swap-watched", "swap", has_open_cards, {"seats": 6}, people=6, prefer=SWAPPING, who="nobody"),
    TableState("swap-out", "swap", has_player_out, {"seats": 6, "bots": "easy,easy,easy,easy"}),
    TableState("swap-twelve", "swap", is_second_hand, {"seats": 12, "bots": ",".join(["easy"] * 10)}),
    TableState("swap-over", "swap", is_over, {"seats": 4, "bots": "easy,easy"}),
    TableState("daily-push", "push", can("bid"), DAILY, prefer=BUYING),
    TableState("daily-tiles", "tiles", has_tiles(9), DAILY, who="other"),
    TableState("daily-swap", "swap", is_second_hand, {**DAILY, "seats": 4}, people=4),
    TableState("live-tiles", "tiles", has_tiles(4), {"pace": "live"}),
    TableState(
        "daily-plans",
        "push",
        has_many_numbers,
        DAILY,
        people=3,
        prefer=DRAWING,
        who="other",
        setup=make_plans(BIDS, DRAWS),
    ),
    TableState(
        "daily-plans-swap",
        "swap",
        is_start,
        {**DAILY, "seats": 4, "blocking": "ask"},
        4,
        None,
        "other",
        make_plans(BLOCKS),
    ),
    TableState("daily-chat", "push", has_many_numbers, DAILY, people=3, prefer=DRAWING, setup=chat),
    TableState(
        "daily-cancel-asked", "push", has_many_numbers, DAILY, people=3, prefer=DRAWING, setup=agree_to_cancel(1)
    ),
    TableState("daily-canceled", "tiles", has_tiles(5), DAILY, setup=agree_to_cancel(2)),
    TableState("daily-vacation", "tiles", has_tiles(5), DAILY, who="other", setup=start_vacations),
    TableState("daily-rematch", "tiles", has_tiles(5), DAILY, who="other", setup=ask_for_rematch),
    TableState(
        "daily-substitute", "push", has_many_numbers, DAILY, people=3, prefer=DRAWING, who="nobody", setup=resign
    ),
    TableState("replay-push", "push", is_over, prefer=TAKING, page="replay/?step=40"),
    TableState("replay-tiles", "tiles", is_over, page="replay/?step=3&seat=1", guests=1),
    TableState("replay-swap", "swap", is_over, {"seats": 4, "bots": "easy,easy"}, page="replay/?step=7"),
    TableState("replay-over", "push", is_over, prefer=TAKING, page="replay/?step=0&seat=public", who="nobody"),
    TableState("replay-running", "push", can("bid"), prefer=BUYING, page="replay/"),
]
