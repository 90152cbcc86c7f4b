"""Notice a broken connection without asking the server.

With CONN_HEALTH_CHECKS, Django asks the server before each request whether it is still there, which takes as long as a
statement. But a server or proxy that has closed a connection has left a message in its socket, and a lost machine is
noticed by the settings for TCP (DATABASES in ten_site/settings.py).
"""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, but it only looks at the socket."""

    def is_usable(self) -> bool:
        """Whether the connection works; ask the server only if it has sent something unexpectedly."""
        if self.connection is None or self.connection.broken or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN | select.POLLERR | select.POLLHUP)
        return bool(super().is_usable()) if poll.poll(0) else True
