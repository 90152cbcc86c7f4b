"""URLs under /accounts/."""

from django.urls import include, path

from accounts.views import account, blocked

urlpatterns = [
    path("login/", account.Login.as_view(), name="account_login"),
    path("signup/", account.Signup.as_view(), name="account_signup"),
    path("guest/", account.guest, name="guest"),
    path("settings/", account.settings, name="settings"),
    path("zone/", account.zone, name="zone"),
    path("blocked/", blocked.blocked_page, name="blocked"),
    path("sessions/", include("allauth.usersessions.urls")),
    path("2fa/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]
