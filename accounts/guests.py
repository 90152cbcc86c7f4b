"""Guests: people who play right away under a generated name. When they sign up, `adapter` makes them an account."""

import secrets

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts import names
from accounts.models import User

BACKEND = "accounts.backends.Backend"
ANIMALS = (
    "Badger", "Beaver", "Bison", "Camel", "Condor", "Crane", "Dolphin", "Falcon", "Finch", "Gazelle", "Gecko", "Heron",
    "Ibex", "Jaguar", "Kestrel", "Kiwi", "Koala", "Lemur", "Llama", "Lynx", "Marmot", "Marten", "Moose", "Newt", "Orca",
    "Otter", "Panda", "Pelican", "Penguin", "Plover", "Puffin", "Quokka", "Raven", "Robin", "Salmon", "Seal", "Shrew",
    "Stork", "Tapir", "Toucan", "Turtle", "Viper", "Walrus", "Weasel", "Wombat", "Yak", "Zebra",
)  # fmt: skip


def make_name() -> str:
    """Make a friendly name. Chosen names have no spaces, so this one is recognizably a guest's."""
    return f"{secrets.choice(ANIMALS)} {secrets.randbelow(9000) + 1000}"


def log_in_guest(request: HttpRequest) -> User:
    """Create a guest and log them in."""
    guest = create()
    login(request, guest, backend=BACKEND)
    return guest


def create() -> User:
    """Create a guest with a name that isn't taken."""
    while True:
        guest = User(username=make_name(), is_guest=True)
        guest.set_unusable_password()
        if User.objects.filter(name_skeleton=names.skeleton(guest.username)).exists():
            continue
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:  # the name was taken at the same moment
            continue
        return guest


def is_guest(request: HttpRequest) -> bool:
    """Whether the request comes from a guest."""
    return bool(getattr(request.user, "is_guest", False))
