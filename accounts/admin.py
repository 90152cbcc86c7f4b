"""People, as staff see them: what everybody sees, and when they came."""

from django.contrib import admin

from accounts.looking import Looked
from accounts.models import User


@admin.register(User)
class UserAdmin(Looked):
    """No address, no password, no settings; and nobody becomes staff here."""

    fields = ("username", "is_guest", "is_active", "is_staff", "date_joined", "last_login")
    list_display = ("username", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username",)
    search_help_text = "A name, or a part of it"
    ordering = ("-date_joined",)
