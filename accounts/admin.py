"""The admin pages of users: public data, and when they signed up."""

from django.contrib import admin

from accounts.models import User
from accounts.moderator_pages import ReadOnlyAdmin


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    """No addresses, passwords or settings, and nobody becomes a moderator here."""

    fields = ("username", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    list_display = ("username", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username",)
    search_help_text = "Name or part of a name"
    ordering = ("-date_joined",)
