"""Every kind that knows plans, in one visible list."""

from games.plans import push, swap
from games.plans.base import Plans

PLANS: dict[str, Plans] = {"push": push, "swap": swap}
