"""`python -m ten_site.server`: find a port, prepare the data, serve; or say what is in the way.

Embedded (no `DATABASE_URL`, no `REDIS_URL`), it also migrates the database and runs the periodic work; at scale, that
is done by `manage.py migrate` and `manage.py tick`.
"""

import contextlib
import errno
import fcntl
import gc
import hashlib
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

PORTS = range(8000, 9000)
DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
NO_PERMISSION = (errno.EACCES, errno.EPERM, errno.EROFS)
ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ten_site.settings")
    data = Path(os.environ.get("TEN_DATA") or ROOT / "var").absolute()
    os.environ["TEN_DATA"] = str(data)
    listener = open_port()
    port = listener.getsockname()[1]
    os.environ["PORT"] = str(port)
    with explain_errors(data):
        make_folder(data)
        with (data / "start.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # servers that start at the same time prepare in turn
            lock_folder(data)
            prepare()
    run(listener, port)


def run(listener: socket.socket, port: int) -> None:
    """Serve on this socket."""
    from django.conf import settings

    from ten_site.server.daphne_server import serve

    address = settings.SITE_URL or f"http://localhost:{port}"
    options = {}
    if os.environ.get("TEN_ACCESS_LOG"):
        from ten_site.logs import AccessLog

        options["action_logger"] = AccessLog(sys.stdout)
    load_all()
    gc.freeze()  # exclude everything loaded so far from garbage collection
    gc.set_threshold(*gc.get_threshold()[:2], 100)  # a full collection stops all threads for 50 ms, so make few
    gc.enable()
    serve(listener.fileno(), lambda: print_line(f"TEN is ready: {address}/"), list_periodic_work(), **options)


def load_all() -> None:
    """Load the views of all URLs and compile the boards' templates now, so that no visitor waits for it."""
    from django.urls import reverse

    from ten_site.jinja import compile_templates

    reverse("home")
    compile_templates()


def list_periodic_work() -> list[Callable[[], object]]:
    """Return the jobs done once a second: the heartbeat and, embedded, everything `manage.py tick` does."""
    from django.conf import settings

    from games.worker import loop

    return [loop.heartbeat, *(loop.PERIODIC if settings.EMBEDDED else ())]


def open_port() -> socket.socket:
    """Listen on the requested port, or on the first free one."""
    host = os.environ.get("HOST") or "127.0.0.1"
    given = os.environ.get("PORT", "").strip()
    if not given:
        for port in PORTS:
            if found := bind(host, port):
                return found
        stop(f"No port from {PORTS.start} to {PORTS.stop - 1} is free. Choose another one: make up PORT=9500")
    if not (given.isascii() and given.isdigit() and 0 < int(given) < 65536):
        stop(f"PORT must be a number from 1 to 65535, not {given[:40]!r}.")
    return bind(host, int(given)) or stop(f"Port {given} is in use. Choose another one: make up PORT=9500")


def bind(host: str, port: int) -> socket.socket | None:
    """Return a listening socket, or None if the port is taken, even if only over IPv6 on localhost."""
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
        stop(f"TEN can't listen on {host}, port {port}: {error.strerror or error}.")


def make_folder(data: Path) -> None:
    """Create the data folder, and test it by writing a file."""
    data.mkdir(parents=True, exist_ok=True)
    probe = data / f".probe-{os.getpid()}"
    try:
        probe.write_bytes(b"." * 65536)
    finally:
        with contextlib.suppress(OSError):
            probe.unlink(missing_ok=True)


def lock_folder(data: Path) -> None:
    """Lock the folder until this process ends: two servers can't share an SQLite file or their memory."""
    from django.conf import settings

    if settings.EMBEDDED:
        file = os.open(data / "server.lock", os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stop(f"Another server is using {data}. Stop it or choose another folder: make up TEN_DATA=/some/folder")


def prepare() -> None:
    """Check the settings, then bring database and static files up to date."""
    import django

    django.setup()
    from django.conf import settings
    from django.db import OperationalError

    from ten_site.mail_backend import private_folder
    from ten_site.startup_checks import list_errors

    settings.SECRET_KEY  # noqa: B018 (reading it raises an error if it is empty)
    if sentences := list_errors():
        stop("\n".join(sentences))
    private_folder(Path(settings.MAILS))
    if settings.EMBEDDED:
        migrate()
    else:
        with contextlib.suppress(OperationalError):  # an unreachable database may come back while the server runs
            refuse_foreign_database()
    collect_static(Path(settings.STATIC_ROOT))


def migrate() -> None:
    """Check the local database, and migrate it."""
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    with contextlib.suppress(PermissionError):  # the file's owner decides
        database = Path(str(connection.settings_dict["NAME"]))
        database.touch(mode=0o600)  # it contains every card, so no other user may ever read it
        database.chmod(0o600)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        if (found := cursor.fetchone()[0]) != "ok":
            stop(describe_damage(str(found).splitlines()[0]))
    refuse_foreign_database()
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print_line("Preparing the database ...")
        call_command("migrate", interactive=False, verbosity=0)
    connection.close()


def refuse_foreign_database() -> None:
    """Stop if the database was filled by another version."""
    from ten_site import foreign_database

    if foreign_database.is_foreign():
        stop(f"{foreign_database.SENTENCE} {foreign_database.HINT}")


def collect_static(folder: Path) -> None:
    """Collect static files, hashed and compressed, if they have changed."""
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
    print_line("Preparing styles and scripts ...")
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(digest.hexdigest())


@contextlib.contextmanager
def explain_errors(data: Path) -> Iterator[None]:
    """Turn errors caused by the machine or its settings into a sentence."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError
    from environs import EnvError

    try:
        yield
    except (OSError, shutil.Error) as error:
        stop(describe_os_error(error, data))
    except DatabaseError as error:
        stop(describe_database_error(str(error).strip(), data))
    except (ImproperlyConfigured, EnvError, ValueError) as error:
        stop(f"The settings are invalid: {' '.join(str(error).split())}")


def describe_os_error(error: OSError, data: Path) -> str:
    number = error.errno
    if number in DISK_FULL:
        return f"The disk is full: TEN can't write to {data}."
    if number in NO_PERMISSION:
        return f"TEN has no permission to write to {data}. Choose another folder: make up TEN_DATA=/some/folder"
    return f"The folder {data} can't be used: {error.strerror or error}."


def describe_database_error(said: str, data: Path) -> str:
    if "full" in said or "disk I/O" in said:
        return f"The disk is full or broken. TEN can't write to the database in {data} ({said})."
    if "readonly" in said or "unable to open" in said:
        return f"TEN has no permission to read and write the database in {data} ({said})."
    if "locked" in said:
        return f"Another program has locked the database in {data}. Close it and try again."
    return describe_damage(said)


def describe_damage(said: str) -> str:
    return (
        f"The database is damaged ({said}). Restore a backup, or move ten.sqlite3 out of "
        f"{os.environ['TEN_DATA']} to start with an empty site."
    )


def print_line(sentence: str) -> None:
    with contextlib.suppress(OSError):  # nobody may be reading the output any more
        sys.stdout.write(f"{sentence}\n")
        sys.stdout.flush()


def stop(sentence: str) -> NoReturn:
    sys.exit(sentence)
