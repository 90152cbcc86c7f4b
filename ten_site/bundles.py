"""Scripts and style sheets that a page loads as one file, so that a table needs few requests.

`HashedStaticFiles` (ten_site/storage.py) makes the bundles when static files are collected. Without collected files, in
tests and commands, pages load the parts instead (`{% scripts %}` and `{% styles %}`).
"""

HEAD = (  # not deferred, because these change what is painted first
    *("ten/shared/theme.js", "vendor/htmx/htmx.min.js", "ten/shared/site.js", "ten/shared/times.js"),
    *("ten/table/panels.js", "ten/table/since_last_visit.js"),
)
# In this order: the scripts of a table, with those of its kind after `visit.js`, and the socket that counts games last.
TABLE = (
    "shared/socket",
    "shared/live",
    "shared/receipts",
    "table/animations",
    "table/beats",
    "table/table",
    "table/visit",
)
BESIDE = (
    *("table/next_game", "chat/chat", "table/draft", "plans/plans", "notifications/this_device", "table/notes"),
    "shared/turn_count",
)
TABLE_STYLES = (
    *("shared/base", "table/table", "chat/chat", "plans/plans", "table/panels", "table/since_last_visit"),
    "notifications/notifications",
)


def list_bundles() -> dict[str, tuple[str, ...]]:
    """Return the parts of each bundle by its name."""
    from games.kinds import KINDS  # only once all apps are loaded

    bundles: dict[str, tuple[str, ...]] = {"ten/bundles/head.js": HEAD}
    for slug, kind in KINDS.items():
        scripts, styles = kind.presenter.JS, kind.presenter.CSS
        own = (scripts,) if scripts else ()
        bundles[f"ten/bundles/table-{slug}.js"] = (*_name(TABLE, "js"), *own, *_name(BESIDE, "js"))
        bundles[f"ten/bundles/table-{slug}.css"] = (*_name(TABLE_STYLES, "css"), *((styles,) if styles else ()))
    return bundles


def _name(parts: tuple[str, ...], ending: str) -> tuple[str, ...]:
    return tuple(f"ten/{part}.{ending}" for part in parts)
