"""Guests: people who play at once, with a name that was made for them, and may become an account later."""

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


def name() -> str:
    """A friendly name. Names that people choose have no space, so it is seen to be a guest's."""
    return f"{secrets.choice(ANIMALS)} {secrets.randbelow(9000) + 1000}"


def welcome(request: HttpRequest) -> User:
    """A new guest, logged in."""
    guest = make()
    login(request, guest, backend=BACKEND)
    return guest


def make() -> User:
    """A new guest with a name that nobody has."""
    while True:
        guest = User(username=name(), is_guest=True)
        guest.set_unusable_password()
        if User.objects.filter(skeleton=names.skeleton(guest.username)).exists():
            continue
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:  # somebody got the same name in this very moment
            continue
        return guest


def is_guest(request: HttpRequest) -> bool:
    """Whether a guest asks."""
    return bool(getattr(request.user, "is_guest", False))
