"""Every page except tables, and how to get to it."""

from typing import NamedTuple, Protocol

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.states import STATES, TableState
from tests.waiting import until


class Shown(Protocol):
    """Something to look at: a page, or a state of a table."""

    @property
    def name(self) -> str: ...

    def make(self, site: Site) -> tuple[Visitor, str]:
        """Create it; return who looks at it, and the path."""

    def make_shared(self, site: Site) -> tuple[Visitor, str]:
        """Do the same, but reuse a game that was created for another page or state."""


class PageState(NamedTuple):
    """A page as seen by a visitor who isn't logged in ("nobody"), a "guest", or a "player" with an account."""

    name: str
    path: str
    who: str = "nobody"
    status: int = 200

    def make(self, site: Site) -> tuple[Visitor, str]:
        reader = {"nobody": site.visitor, "guest": site.guest, "player": site.sign_up}[self.who]()
        if "{game}" in self.path or "{name}" in self.path:
            host = site.sign_up()
            return reader, self.path.format(game=host.new_game("swap", seats=5, bots="steady"), name=host.name)
        if "{over}" in self.path:  # seen by one of its players
            people, game, _ = find_finished_game(self.name.split("-")[1]).play(site)
            return people[0], self.path.format(over=game)
        if self.name == "home-queue":
            create_activity(reader, site.sign_up())
        if self.name == "notices-ledger":
            create_activity(reader, site.sign_up())
            until(lambda: 'class="ledger"' in reader.get(self.path).text, "the sweep")
        if self.name == "vacation-now":
            reader.post("/accounts/vacation/", {"do": "now", "days": 3}).must(302, 303)
        if self.name == "blocked-some":
            for do in ("block", "mute"):
                reader.post("/accounts/blocked/", {"name": site.sign_up().name, "do": do}).must(302, 303)
        if "{reader}" in self.path:
            create_history(reader, site.sign_up())
            return reader, self.path.format(reader=reader.name)
        if self.name == "friends-some":
            for _ in range(2):
                reader.post("/friends/", {"name": site.sign_up().name, "do": "add"}).must(302, 303)
        if self.name == "lobby":
            host = site.sign_up()
            host.new_game("push", seats=3)
            host.new_game("tiles", open="true")
        return reader, self.path

    def make_shared(self, site: Site) -> tuple[Visitor, str]:
        if "{over}" not in self.path:
            return self.make(site)
        reader, path = find_finished_game(self.name.split("-")[1]).make_shared(site)
        return reader, self.path.format(over=path.split("/")[2])


def find_finished_game(kind: str) -> TableState:
    return next(state for state in STATES if state.name == f"{kind}-over")


def create_activity(reader: Visitor, other: Visitor) -> None:
    """Fill the home page with games to play, an invitation, a rematch and finished games."""
    for pace in ("daily", "live", "untimed"):
        for kind, bots in (("push", ""), ("tiles", ""), ("swap", "easy,easy")):
            game = make_table([other, reader], kind, pace=pace, bots=bots, seats=4 if bots else 2)
            play([reader, other], game, stop=lambda state: state["person"] is reader and state["version"] > 2)
    over = make_table([reader, other], "tiles", pace="daily")
    other.post(f"/games/{over}/resign/").must(302, 303)
    other.post(f"/games/{over}/rematch/").must(302, 303)
    other.post(f"/games/{other.new_game('push', seats=3, pace='relaxed')}/invite/", {"name": reader.name}).must(
        302, 303
    )


def create_history(reader: Visitor, other: Visitor) -> None:
    """Finish three games of the reader: two wins, and the loss of a private game."""
    for kind in ("push", "tiles"):
        game = make_table([reader, other], kind, pace="daily")
        other.post(f"/games/{game}/resign/").must(302, 303)
    private = make_table([other, reader], "tiles", pace="live", visibility="link")
    reader.post(f"/games/{private}/resign/").must(302, 303)


PAGES = [
    PageState("home", "/"),
    PageState("home-queue", "/", "player"),
    PageState("home-guest", "/", "guest"),
    PageState("home-player", "/", "player"),
    PageState("lobby", "/games/", "player"),
    PageState("lobby-nobody", "/games/"),
    PageState("new", "/games/new/", "player"),
    PageState("new-push", "/games/new/?kind=push", "player"),
    PageState("new-tiles", "/games/new/?kind=tiles", "guest"),
    PageState("new-swap", "/games/new/?kind=swap"),
    PageState("room", "/games/{game}/", "player"),
    PageState("room-nobody", "/games/{game}/"),
    PageState("rules", "/rules/"),
    PageState("rules-push", "/rules/push/"),
    PageState("rules-tiles", "/rules/tiles/"),
    PageState("rules-swap", "/rules/swap/"),
    PageState("rules-time", "/rules/time/"),
    PageState("review-push", "/games/{over}/review/"),
    PageState("review-push-marked", "/games/{over}/review/?only=marked"),
    PageState("review-tiles", "/games/{over}/review/"),
    PageState("review-tiles-guess", "/games/{over}/review/?guess=1"),
    PageState("review-swap", "/games/{over}/review/"),
    PageState("person", "/players/{name}/"),
    PageState("person-played", "/players/{reader}/", "player"),
    PageState("ratings", "/players/{reader}/ratings/", "player"),
    PageState("opponents", "/players/{reader}/opponents/", "player"),
    PageState("leaders", "/leaders/"),
    PageState("leaders-tiles", "/leaders/tiles/", "player"),
    PageState("leaders-solo", "/leaders/solo/", "player"),
    PageState("stats", "/stats/"),
    PageState("history", "/players/{reader}/games/", "player"),
    PageState("history-searched", "/players/{reader}/games/?kind=tiles&pace=days", "player"),
    PageState("no-history", "/players/{name}/games/"),
    PageState("friends", "/friends/", "player"),
    PageState("friends-some", "/friends/", "player"),
    PageState("look", "/look/"),
    PageState("signup", "/accounts/signup/"),
    PageState("signup-guest", "/accounts/signup/", "guest"),
    PageState("login", "/accounts/login/"),
    PageState("guest", "/accounts/guest/"),
    PageState("logout", "/accounts/logout/", "player"),
    PageState("reset", "/accounts/password/reset/"),
    PageState("settings", "/accounts/settings/", "player"),
    PageState("settings-guest", "/accounts/settings/", "guest"),
    PageState("blocked", "/accounts/blocked/", "player"),
    PageState("blocked-some", "/accounts/blocked/", "player"),
    PageState("notices", "/accounts/notices/", "player"),
    PageState("notices-guest", "/accounts/notices/", "guest"),
    PageState("notices-ledger", "/accounts/notices/", "player"),
    PageState("vacation", "/accounts/vacation/", "player"),
    PageState("vacation-now", "/accounts/vacation/", "player"),
    PageState("report", "/report/?about={name}", "player"),
    PageState("reported", "/report/thanks/", "player"),
    PageState("password", "/accounts/password/change/", "player"),
    PageState("email", "/accounts/email/", "player"),
    PageState("sessions", "/accounts/sessions/", "player"),
    PageState("factors", "/accounts/2fa/", "player"),
    PageState("nowhere", "/there-is/nothing/", status=404),
    PageState("no-game", "/games/aaaaaaaaaa/", status=404),
    PageState("nobody-there", "/players/nobody-there/", status=404),
]
