"""All kinds, by slug."""

from games.rules import push, swap, tiles
from games.rules.base import BadSetup, Kind, short

KINDS: dict[str, Kind] = {kind.SLUG: kind for kind in (push, tiles, swap)}


def find(slug: object, rules: object = None) -> Kind:
    """Return the kind with that slug and rules version (None: the current one), or raise BadSetup."""
    if not isinstance(slug, str) or slug not in KINDS:
        raise BadSetup("setup.kind", kind=short(slug), known=", ".join(KINDS))
    kind = KINDS[slug]
    if rules is not None and (type(rules) is not int or rules != kind.RULES):
        raise BadSetup("setup.rules", kind=slug, rules=short(rules), known=kind.RULES)
    return kind
