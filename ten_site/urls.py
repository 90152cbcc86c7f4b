"""Every address of the site."""

from django.urls import include, path

urlpatterns = [
    path("accounts/", include("accounts.urls")),
    path("", include("games.urls")),
]

handler400 = "ten_site.errors.bad_request"
handler403 = "ten_site.errors.forbidden"
handler404 = "ten_site.errors.not_found"
handler429 = "ten_site.errors.too_many"  # asked for by allauth
handler500 = "ten_site.errors.fault"
