"""How staff look at what is stored: they see what they need, and change only what is theirs to change."""

from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest


class Looked(ModelAdmin):  # type: ignore[type-arg]
    """Nothing is made or deleted here, and nothing is shown, sorted, filtered or found that is not named."""

    editable: tuple[str, ...] = ()
    lookups: frozenset[str] = frozenset()  # beside those of `list_filter`
    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whoever came through the door."""
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The same."""
        return self.admin_site.has_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Where there is something to change."""
        return bool(self.editable) and self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """All but those that can be changed."""
        return tuple(str(name) for name in self.fields or () if name not in self.editable)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """An address could ask for rows by what is in any column, and so find out what is in it: by these only."""
        named = {f"{name}__exact" for name in self.list_filter if isinstance(name, str)}
        return lookup in named | self.lookups
