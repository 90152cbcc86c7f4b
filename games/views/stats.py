"""The statistics of the site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.stats import site_page


@require_safe
def stats(request: HttpRequest) -> HttpResponse:
    """Show the statistics of the whole site: games, seats, shuffles, odds."""
    return render(request, "games/stats/stats.html", site_page.build_context(timezone.now()))
