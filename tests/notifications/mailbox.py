"""An SMTP server that keeps the mails it accepts, and refuses on request."""

import email
import email.policy
import socketserver
import threading
from collections.abc import Callable
from email.message import EmailMessage


class Mailbox(socketserver.ThreadingTCPServer):
    """`replies` overrides the answer to an SMTP verb with a line, or a function from the client's line to one."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.mails: list[EmailMessage] = []
        self.envelopes: list[tuple[str, str]] = []
        self.replies: dict[str, str | Callable[[str], str]] = {}
        self.talks = 0
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def reply(self, verb: str, line: str, usual: str) -> str:
        said = self.replies.get(verb, "")
        return (said(line) if callable(said) else said) or usual

    def keep(self, sender: str, to: str, data: bytes) -> None:
        self.envelopes.append((sender, to))
        message = email.message_from_bytes(data, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class Conversation(socketserver.StreamRequestHandler):
    """One client."""

    server: Mailbox

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        self.server.talks += 1
        self.say(greeting := self.server.reply("CONNECT", "", "220 test"))
        self.sender = self.to = ""
        while greeting.startswith("220") and (line := self.rfile.readline().decode().strip()):
            verb = line.split(" ")[0].upper()
            if verb == "DATA":
                self.data(line)
            else:
                said = self.server.reply(verb, line, "221 bye" if verb == "QUIT" else "250 OK")
                if said.startswith("250"):
                    self.note(verb, line)
                self.say(said)
            if verb == "QUIT":
                return

    def note(self, verb: str, line: str) -> None:
        if verb == "MAIL":
            self.sender = line.split(":", 1)[1].split(" ")[0].strip("<> ")
        elif verb == "RCPT":
            self.to = line.split(":", 1)[1].strip("<> ")

    def data(self, line: str) -> None:
        begin = self.server.reply("DATA", line, "354 go on")
        self.say(begin)
        if not begin.startswith("354"):
            return
        lines = []
        while (line_read := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line_read.removeprefix(b".") if line_read.startswith(b"..") else line_read)
        if line_read:
            self.say(said := self.server.reply("MESSAGE", "", "250 taken"))
            if said.startswith("250"):
                self.server.keep(self.sender, self.to, b"".join(lines))
