"""`python -m ten_site.server`: find a port, prepare what is kept, serve. What stands in the way is said in a sentence.

Embedded (no `DATABASE_URL`, no `REDIS_URL`) it also brings the database up to date and runs the clock; at scale those
are `manage.py migrate` and `manage.py tick`.
"""

import contextlib
import errno
import fcntl
import hashlib
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

PORTS = range(8000, 9000)
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
CLOSED = (errno.EACCES, errno.EPERM, errno.EROFS)
ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ten_site.settings")
    data = Path(os.environ.get("TEN_DATA") or ROOT / "var").absolute()
    os.environ["TEN_DATA"] = str(data)
    listener = listen()
    port = listener.getsockname()[1]
    os.environ["PORT"] = str(port)
    with explained(data):
        make_folder(data)
        with (data / "start.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two that start at once prepare one after the other
            claim(data)
            prepare()
    run(listener, port)


def run(listener: socket.socket, port: int) -> None:
    """Serve at this socket."""
    from django.conf import settings

    from ten_site.listen import serve

    address = settings.SITE_URL or f"http://localhost:{port}"
    options = {}
    if os.environ.get("TEN_ACCESS_LOG"):
        from ten_site.logs import AccessLog

        options["action_logger"] = AccessLog(sys.stdout)
    serve(listener.fileno(), lambda: say(f"TEN is ready: {address}/"), works(), **options)


def works() -> list[Callable[[], object]]:
    """What is done once a second: the server says that it lives; embedded it is also what `manage.py tick` is."""
    from django.conf import settings

    from games.worker import loop

    return [loop.serve, *(loop.PERIODIC if settings.EMBEDDED else ())]


def listen() -> socket.socket:
    """A socket at the port that is asked for, or at the first free one."""
    host = os.environ.get("HOST") or "127.0.0.1"
    given = os.environ.get("PORT", "").strip()
    if not given:
        for port in PORTS:
            if found := bind(host, port):
                return found
        stop(f"No port from {PORTS.start} to {PORTS.stop - 1} is free. Name another one: make up PORT=9500")
    if not (given.isascii() and given.isdigit() and 0 < int(given) < 65536):
        stop(f"PORT must be a number from 1 to 65535, and not {given[:40]!r}.")
    return bind(host, int(given)) or stop(f"Port {given} is taken. Name another one, or none: make up PORT=9500")


def bind(host: str, port: int) -> socket.socket | None:
    """A listening socket, or None where the port is taken, be it by one that only listens as localhost over IPv6."""
    if host == "127.0.0.1" and socket.has_ipv6:
        try:
            socket.create_server(("::1", port), family=socket.AF_INET6).close()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return None
    try:
        return socket.create_server((host, port), backlog=1024)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return None
        stop(f"TEN cannot listen at {host}, port {port}: {error.strerror or error}.")


def make_folder(data: Path) -> None:
    """The folder of all that is kept, tried by writing into it."""
    data.mkdir(parents=True, exist_ok=True)
    probe = data / f".probe-{os.getpid()}"
    try:
        probe.write_bytes(b"." * 65536)
    finally:
        with contextlib.suppress(OSError):
            probe.unlink(missing_ok=True)


def claim(data: Path) -> None:
    """Hold the folder until this process ends: two servers can't share a database in a file, nor one memory."""
    from django.conf import settings

    if settings.EMBEDDED:
        file = os.open(data / "server.lock", os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stop(f"Another server uses {data}. Stop it, or name another folder: make up TEN_DATA=/some/folder")


def prepare() -> None:
    """Database and static files, each only where something has changed, once the settings are known to be safe."""
    import django

    django.setup()
    from django.conf import settings

    from ten_site.mail import private_folder
    from ten_site.startup_checks import unsafe

    settings.SECRET_KEY  # noqa: B018 (an empty one is found out by asking for it)
    if sentences := unsafe():
        stop("\n".join(sentences))
    private_folder(Path(settings.MAILS))
    if settings.EMBEDDED:
        migrate()
    collect(Path(settings.STATIC_ROOT))


def migrate() -> None:
    """Bring the database of this machine up to date, once it is known to be sound."""
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    with contextlib.suppress(PermissionError):  # another's file: as its owner wants it
        database = Path(str(connection.settings_dict["NAME"]))
        database.touch(mode=0o600)  # it knows every card: for nobody else on the machine, from its first byte on
        database.chmod(0o600)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        if (found := cursor.fetchone()[0]) != "ok":
            stop(damaged(str(found).splitlines()[0]))
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        say("Preparing the database ...")
        call_command("migrate", interactive=False, verbosity=0)
    connection.close()


def collect(folder: Path) -> None:
    """The static files, hashed and compressed."""
    from django.contrib.staticfiles.finders import get_finders
    from django.core.management import call_command

    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            found = Path(storage.path(name)).stat()
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    stamp = folder / ".collected"
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    say("Preparing styles and scripts ...")
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(digest.hexdigest())


@contextlib.contextmanager
def explained(data: Path) -> Iterator[None]:
    """What can go wrong on somebody's machine, in a sentence."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError
    from environs import EnvError

    try:
        yield
    except (OSError, shutil.Error) as error:
        stop(because(error, data))
    except DatabaseError as error:
        stop(because_database(str(error).strip(), data))
    except (ImproperlyConfigured, EnvError, ValueError) as error:
        stop(f"The settings do not fit: {' '.join(str(error).split())}")


def because(error: OSError, data: Path) -> str:
    number = error.errno
    if number in FULL:
        return f"The disk is full: TEN cannot write to {data}."
    if number in CLOSED:
        return f"TEN may not write to {data}. Name another folder: make up TEN_DATA=/some/folder"
    return f"The folder {data} cannot be used: {error.strerror or error}."


def because_database(said: str, data: Path) -> str:
    if "full" in said or "disk I/O" in said:
        return f"The disk is full or broken: the database in {data} cannot be written ({said})."
    if "readonly" in said or "unable to open" in said:
        return f"The database in {data} may not be read and written ({said})."
    if "locked" in said:
        return f"Another program holds the database in {data}: end it, and try again."
    return damaged(said)


def damaged(said: str) -> str:
    return (
        f"The database is damaged ({said}): put a copy from a backup in its place, or move ten.sqlite3 out of "
        f"{os.environ['TEN_DATA']} and start afresh."
    )


def say(sentence: str) -> None:
    with contextlib.suppress(OSError):  # whoever read it may have gone
        sys.stdout.write(f"{sentence}\n")
        sys.stdout.flush()


def stop(sentence: str) -> NoReturn:
    sys.exit(sentence)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # before it serves: nothing to end
        sys.exit(130)
