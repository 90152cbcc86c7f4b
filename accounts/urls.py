"""The addresses of people, under /accounts/."""

from django.urls import include, path

from accounts import apart, views

urlpatterns = [
    path("login/", views.Login.as_view(), name="account_login"),
    path("signup/", views.Signup.as_view(), name="account_signup"),
    path("guest/", views.guest, name="guest"),
    path("settings/", views.settings, name="settings"),
    path("zone/", views.zone, name="zone"),
    path("blocked/", apart.blocked, name="blocked"),
    path("sessions/", include("allauth.usersessions.urls")),
    path("2fa/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]
