"""Every important state of a table: for pictures (`make screenshots`) and for axe.

A state is reached by playing until `reached` is true of the state.json of the player to move. `who` looks at it: the
"mover", another player ("other"), or a spectator ("nobody"). A kind adds its states to the list.
"""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from games.kinds.tiles.pages.rows import near_rows, table_of
from tests.browser.server import Among, Site, State, Visitor, make_table, play

Played = tuple[list[Visitor], str, State]  # the people, the game, and the state of the one who would move next
Then = Callable[[list[Visitor], str], Any]
TRIES = 12  # games, where chance does not lead to the state


def moves_of(*names: str) -> Among:
    """Prefer these moves."""
    return lambda state, legal: [move for move in legal if move["do"] in names]


def may(*names: str) -> Callable[[State], Any]:
    """The mover may do all this now."""
    return lambda state: set(names) <= state["choices"].keys()


def begun(state: State) -> bool:
    return bool(state["version"] == 0)


def over(state: State) -> bool:
    return bool(state["status"] == "finished")


def nothing(people: list[Visitor], game: str) -> None:
    """They leave it at that."""


class TableState(NamedTuple):
    """How to come to a state of a table, and who looks at it."""

    name: str
    kind: str
    reached: Callable[[State], Any]
    fields: Mapping[str, Any] = MappingProxyType({})
    people: int = 2
    among: Among | None = None
    who: str = "mover"
    then: Then = nothing  # what else they do there
    page: str = ""  # of the game, where it is not the table
    guests: int = 0  # among the people

    def make(self, site: Site) -> tuple[Visitor, str]:
        """Who looks, and the path of the page. Nobody has looked at the game before."""
        return self.shown(site, self.played(site))

    def make_shared(self, site: Site) -> tuple[Visitor, str]:
        """The same in a game that other states may show too, to other people or on other pages."""
        if self.then is not nothing:
            return self.make(site)
        if self.way not in site.shared:
            site.seed(f"{Site.test.split('[')[0]}[{next(state.name for state in STATES if state.way == self.way)}]")
            site.shared[self.way] = self.played(site)
        return self.shown(site, site.shared[self.way])

    @property
    def way(self) -> tuple[Any, ...]:
        """What two states have in common that can be shown in the same game."""
        return self.kind, self.reached, tuple(sorted(self.fields.items())), self.people, self.among, self.guests

    def played(self, site: Site) -> Played:
        """A game in which the state is reached."""
        for seed in range(TRIES):
            people = [site.guest() if number < self.guests else site.sign_up() for number in range(self.people)]
            game = make_table(people, self.kind, **self.fields)
            state = play(people, game, seed=seed, among=self.among, stop=self.reached)
            if self.reached(state):
                self.then(people, game)
                return people, game, state
        raise AssertionError(f"{self.name} was not reached in {TRIES} games")

    def shown(self, site: Site, played: Played) -> tuple[Visitor, str]:
        people, game, state = played
        return self.reader(site, people, state), f"/games/{game}/{self.page}"

    def reader(self, site: Site, people: list[Visitor], state: State) -> Visitor:
        mover: Visitor = state["person"]
        if self.who == "nobody":
            return site.visitor()
        return mover if self.who == "mover" else next(person for person in people if person is not mover)


def many_cards(state: State) -> bool:
    return "draw" in state["choices"] and len(state["view"]["tableau"]["numbers"]) >= 3


def rich(state: State) -> bool:
    """A purchase from a market with something in it, by somebody who owns cards."""
    seat = state["view"]["seats"][state["seat"]]
    return bool(may("buy", "skip")(state) and len(state["view"]["market"]) >= 6 and len(seat["cards"]) >= 4)


def late(state: State) -> bool:
    """A full table: many cards in the market, and in everybody's runs."""
    return bool(may("draw")(state) and state["view"]["deck"] < 40)


def in_final(state: State) -> bool:
    return bool(state["view"]["phase"] == "final")


def tiles_laid(number: int) -> Callable[[State], bool]:
    return lambda state: len(state["view"]["board"]) >= number


def near_ten(state: State) -> bool:
    """Somebody has a row that is marked, and the board has grown."""
    table = table_of(state["view"])
    return len(state["view"]["board"]) >= 14 and any(near_rows(table, seat)[:1] for seat in (0, 1))


def asked(state: State) -> bool:
    return bool(state["view"]["phase"] == "answer")


def undone(state: State) -> bool:
    """A Skunk has sent a card back."""
    return any(turn["did"] == "undone" for turn in state["view"]["turns"])


def some_up(state: State) -> bool:
    return any(state["view"]["up"]) and len(state["view"]["turns"]) >= 2


def some_out(state: State) -> bool:
    return bool(state["view"]["out"]) and state["status"] == "playing"


def second_hand(state: State) -> bool:
    return bool(state["view"]["hand"] >= 2 and state["view"]["last"])


def plan(*plans: State) -> Callable[[list[Visitor], str], None]:
    """All people who are not asked now have these plans."""

    def make(people: list[Visitor], game: str) -> None:
        states = [(person, person.state(game)) for person in people]
        for person in [person for person, state in states if state["seat"] not in state["waiting"]]:
            for each in plans:
                person.post(f"/games/{game}/plans/", {"plan": json.dumps(each)}, Accept="application/json").must(200)

    return make


def talk(people: list[Visitor], game: str) -> None:
    """They talk, and keep a note."""
    said = ("Good luck!", "And to you. It has been a while since anyone bid five for a 4.", "One" + "e" * 60, "Yes.")
    for number, words in enumerate(3 * said):
        person = people[number % len(people)]
        person.post(f"/games/{game}/talk/", {"text": words}, Accept="application/json").must(200)
    for person in people:
        person.post(f"/games/{game}/note/", {"note": "Bids one more than one thinks."}).must(200, 303)


def off(number: int) -> Callable[[list[Visitor], str], None]:
    """So many of them wants to cancel the game."""

    def agree(people: list[Visitor], game: str) -> None:
        for person in people[:number]:
            person.post(f"/games/{game}/off/", {"yes": "true"}).must(303)

    return agree


def away(people: list[Visitor], game: str) -> None:
    """All of them go on vacation."""
    for person in people:
        person.post("/accounts/vacation/", {"do": "now", "days": 3}).must(302, 303)


def rematch(people: list[Visitor], game: str) -> None:
    """One leaves, and the first asks for another game."""
    people[1].post(f"/games/{game}/resign/").must(302, 303)
    people[0].post(f"/games/{game}/rematch/").must(302, 303)


def resigned(people: list[Visitor], game: str) -> None:
    """Whose seat is free for a substitute."""
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
BUYING = moves_of("draw", "bid", "buy")
DRAWING = moves_of("draw")
SWAPPING = moves_of("swap")
TAKING = moves_of("draw", "take", "buy", "bid")
SOLO = {"seats": 1, "solo": "5"}
STATES = [
    TableState("push-begin", "push", begun),
    TableState("push-odds", "push", many_cards, {"odds": "true"}, among=DRAWING),
    TableState("tiles-odds", "tiles", tiles_laid(9), {"odds": "true"}, who="nobody"),
    TableState("swap-odds", "swap", begun, {"seats": 4, "odds": "true"}, people=4),
    TableState("push-draw", "push", many_cards, {"seats": 4, "bots": "easy,easy"}, among=DRAWING),
    TableState("push-auction", "push", may("bid"), among=BUYING),
    TableState("push-auction-waits", "push", may("bid"), among=BUYING, who="other"),
    TableState("push-buy", "push", rich, among=TAKING),
    TableState("push-buy-watched", "push", rich, among=TAKING, who="nobody"),
    TableState("push-bust", "push", may("token"), {"bust_buy": "true"}, among=moves_of("draw", "buy")),
    TableState("push-final", "push", in_final, among=TAKING),
    TableState("push-solo", "push", many_cards, SOLO, people=1, among=DRAWING),
    TableState("push-solo-over", "push", over, SOLO, people=1, among=TAKING),
    TableState("push-late", "push", late, {"seats": 5, "bots": "steady,steady,steady"}, among=TAKING),
    TableState("push-solo-auction", "push", may("bid"), SOLO, people=1, among=TAKING),
    TableState("push-over", "push", over, among=TAKING),
    TableState("tiles-begin", "tiles", begun),
    TableState("tiles-place", "tiles", tiles_laid(9)),
    TableState("tiles-place-waits", "tiles", tiles_laid(9), who="other"),
    TableState("tiles-open", "tiles", tiles_laid(9), {"open": "true"}),
    TableState("tiles-open-watched", "tiles", tiles_laid(6), {"open": "true"}, who="nobody"),
    TableState("tiles-near", "tiles", near_ten),
    TableState("tiles-late", "tiles", tiles_laid(25)),
    TableState("tiles-shift", "tiles", may("shift")),
    TableState("tiles-shift-waits", "tiles", may("shift"), who="other"),
    TableState("tiles-over", "tiles", over, guests=1),
    TableState("swap-begin", "swap", begun, {"seats": 4, "bots": "easy,easy"}),
    TableState("swap-asked", "swap", asked, {"seats": 4, "blocking": "ask"}, people=4, among=SWAPPING),
    TableState("swap-blocks", "swap", may("block"), {"seats": 4, "blocking": "ask"}, people=4, among=SWAPPING),
    TableState("swap-chain", "swap", undone, {"seats": 6}, people=6, among=SWAPPING),
    TableState("swap-second", "swap", second_hand, {"seats": 4}, people=4, among=moves_of("swap", "accept")),
    TableState("swap-waits", "swap", second_hand, {"seats": 4}, people=4, who="other"),
    TableState("swap-watched", "swap", some_up, {"seats": 6}, people=6, among=SWAPPING, who="nobody"),
    TableState("swap-out", "swap", some_out, {"seats": 6, "bots": "easy,easy,easy,easy"}),
    TableState("swap-twelve", "swap", second_hand, {"seats": 12, "bots": ",".join(["easy"] * 10)}),
    TableState("swap-over", "swap", over, {"seats": 4, "bots": "easy,easy"}),
    TableState("days-push", "push", may("bid"), DAILY, among=BUYING),
    TableState("days-tiles", "tiles", tiles_laid(9), DAILY, who="other"),
    TableState("days-swap", "swap", second_hand, {**DAILY, "seats": 4}, people=4),
    TableState("days-live", "tiles", tiles_laid(4), {"pace": "live"}),
    TableState("days-plans", "push", many_cards, DAILY, people=3, among=DRAWING, who="other", then=plan(BIDS, DRAWS)),
    TableState(
        "days-plans-swap", "swap", begun, {**DAILY, "seats": 4, "blocking": "ask"}, 4, None, "other", plan(BLOCKS)
    ),
    TableState("days-talk", "push", many_cards, DAILY, people=3, among=DRAWING, then=talk),
    TableState("days-off-asked", "push", many_cards, DAILY, people=3, among=DRAWING, then=off(1)),
    TableState("days-off", "tiles", tiles_laid(5), DAILY, then=off(2)),
    TableState("days-vacation", "tiles", tiles_laid(5), DAILY, who="other", then=away),
    TableState("days-rematch", "tiles", tiles_laid(5), DAILY, who="other", then=rematch),
    TableState("days-substitute", "push", many_cards, DAILY, people=3, among=DRAWING, who="nobody", then=resigned),
    TableState("replay-push", "push", over, among=TAKING, page="replay/?step=40"),
    TableState("replay-tiles", "tiles", over, page="replay/?step=3&seat=1", guests=1),
    TableState("replay-swap", "swap", over, {"seats": 4, "bots": "easy,easy"}, page="replay/?step=7"),
    TableState("replay-over", "push", over, among=TAKING, page="replay/?step=0&seat=public", who="nobody"),
    TableState("replay-running", "push", may("bid"), among=BUYING, page="replay/"),
]
