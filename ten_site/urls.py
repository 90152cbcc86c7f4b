"""The URLs of the site."""

from django.conf import settings
from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("accounts.urls")),
    path("", include("games.urls")),
]
if settings.ADMIN_PATH:
    from django.contrib import admin

    urlpatterns.append(path(f"{settings.ADMIN_PATH}/", admin.site.urls))

handler400 = "ten_site.error_pages.bad_request"
handler403 = "ten_site.error_pages.forbidden"
handler404 = "ten_site.error_pages.not_found"
handler429 = "ten_site.error_pages.too_many"  # asked for by allauth
handler500 = "ten_site.error_pages.server_error"
