"""Every page that is no table, and who may see it."""

from typing import NamedTuple, Protocol

from tests.browser.server import Site, Visitor


class Shown(Protocol):
    """Something to be seen: a page, or a state of a table."""

    @property
    def name(self) -> str: ...

    def make(self, site: Site) -> tuple[Visitor, str]:
        """Who looks, and the path of the page."""


class PageState(NamedTuple):
    """A page, for somebody who is not logged in ("nobody"), a "guest", or a "player" with an account."""

    name: str
    path: str
    who: str = "nobody"
    status: int = 200

    def make(self, site: Site) -> tuple[Visitor, str]:
        """Who looks, and the path of the page."""
        reader = {"nobody": site.visitor, "guest": site.guest, "player": site.sign_up}[self.who]()
        if "{game}" in self.path or "{name}" in self.path:
            host = site.sign_up()
            return reader, self.path.format(game=host.new_game("swap", seats=5, bots="steady"), name=host.name)
        if self.name == "lobby":  # with something in it
            host = site.sign_up()
            host.new_game("push", seats=3)
            host.new_game("tiles", open="true")
        return reader, self.path


PAGES = [
    PageState("home", "/"),
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
    PageState("person", "/players/{name}/"),
    PageState("signup", "/accounts/signup/"),
    PageState("signup-guest", "/accounts/signup/", "guest"),
    PageState("login", "/accounts/login/"),
    PageState("guest", "/accounts/guest/"),
    PageState("logout", "/accounts/logout/", "player"),
    PageState("reset", "/accounts/password/reset/"),
    PageState("settings", "/accounts/settings/", "player"),
    PageState("settings-guest", "/accounts/settings/", "guest"),
    PageState("blocked", "/accounts/blocked/", "player"),
    PageState("password", "/accounts/password/change/", "player"),
    PageState("email", "/accounts/email/", "player"),
    PageState("sessions", "/accounts/sessions/", "player"),
    PageState("factors", "/accounts/2fa/", "player"),
    PageState("nowhere", "/there-is/nothing/", status=404),
    PageState("no-game", "/games/aaaaaaaaaa/", status=404),
    PageState("nobody-there", "/players/nobody-there/", status=404),
]
