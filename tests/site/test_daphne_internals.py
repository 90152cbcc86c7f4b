"""Which internals of Daphne, Twisted and Autobahn `ten_site/server/daphne_server.py` relies on.

They have no promise to stay. If an update removes or renames one, these tests say which.
"""

import inspect

import daphne.server  # type: ignore[import-untyped]
import pytest
from autobahn.websocket import protocol
from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne.http_protocol import WebRequest  # type: ignore[import-untyped]
from daphne.ws_protocol import WebSocketProtocol  # type: ignore[import-untyped]
from twisted.web.http import HTTPChannel

from ten_site.server import daphne_server

CLASSES = (
    *(daphne_server.Request, daphne_server.Channel, daphne_server.PageFactory, daphne_server.Socket),
    *(daphne_server.SocketFactory, daphne_server.Server),
)
OWN = {  # what these classes add, rather than replace
    "Request": {"wait_until_sent"},
    "Server": {"start_work", "stop_gracefully", "close"},
}
USED = [  # without replacing it
    (daphne.server.Server, {"run", "stop", "handle_reply", "protocol_connected", "protocol_disconnected"}),
    (WebRequest, {"registerProducer", "unregisterProducer"}),
    (WebSocketProtocol, {"sendFrame", "sendCloseFrame", "sendData", "STATE_OPEN"}),
    (HTTPChannel, {"loseConnection", "_respondToBadRequestAndDisconnect", "lineLengthExceeded"}),
]


@pytest.mark.parametrize("ours", CLASSES, ids=lambda each: each.__name__)
def test_every_replaced_method_exists_with_as_many_parameters(ours: type) -> None:
    own = OWN.get(ours.__name__, set())
    for name, method in vars(ours).items():
        if not inspect.isfunction(method) or name == "__init__" or name in own:
            continue
        replaced = getattr(ours.__mro__[1], name, None)
        assert replaced is not None, f"{ours.__name__}.{name} replaces nothing any more"
        given, wanted = (list(inspect.signature(each).parameters) for each in (method, replaced))
        assert len(given) == len(wanted), f"{ours.__name__}.{name} is called with {wanted}"
    for name in own:
        assert not hasattr(ours.__mro__[1], name), f"{ours.__name__}.{name} replaces something now"


@pytest.mark.parametrize(("theirs", "names"), USED, ids=lambda each: getattr(each, "__name__", ""))
def test_every_used_method_exists(theirs: type, names: set[str]) -> None:
    assert not [name for name in names if not hasattr(theirs, name)]


def test_daphne_looks_for_its_factories_where_ours_are() -> None:
    assert daphne.server.HTTPFactory is daphne_server.PageFactory
    assert daphne.server.WebSocketFactory is daphne_server.SocketFactory
    source = inspect.getsource(daphne.server.Server.run)
    assert "HTTPFactory(self)" in source
    assert "WebSocketFactory(self" in source


def test_a_socket_knows_whether_compression_was_agreed() -> None:
    assert "_perMessageCompress" in inspect.getsource(protocol)
    accepted = daphne_server.accept_deflate([PerMessageDeflateOffer()])
    assert isinstance(accepted, PerMessageDeflateOfferAccept)
