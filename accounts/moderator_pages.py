"""Admin pages where moderators see what they need, and can change only what they should."""

from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[type-arg]
    """Nothing is created or deleted, and only the named fields are shown, sorted, filtered or searched."""

    editable: tuple[str, ...] = ()
    lookups: frozenset[str] = frozenset()  # in addition to those of `list_filter`
    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow changes if there are editable fields."""
        return bool(self.editable) and self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return tuple(str(name) for name in self.fields or () if name not in self.editable)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Allow only these lookups; others in the URL could reveal the content of any column."""
        named = {f"{name}__exact" for name in self.list_filter if isinstance(name, str)}
        return lookup in named | self.lookups
