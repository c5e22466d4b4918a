"""What waits for a referee: the list inside several pages, and the count in the frame of all."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.context import matters_version
from scoring.matters import count_matters
from tournaments.permissions import act


@require_safe
@act("view_panel")
def matters(request: HttpRequest) -> HttpResponse:
    """The list again for a page that shows it; 204 while nothing has happened within the same
    minute."""
    if request.GET.get("v") == matters_version(request):
        return HttpResponse(status=204)
    return render(request, "scoring/parts/matters_live.html")


@require_safe
@act("view_panel")
def matters_count(request: HttpRequest) -> HttpResponse:
    """How many there are, for the frame of a page that shows `?v=` of them; 204 for as many."""
    many = count_matters(request.tournament, request.covers)
    if request.GET.get("v") == str(many):
        return HttpResponse(status=204)
    shown = {"matters_count": many}
    return render(request, "scoring/parts/matters_count_again.html", shown)
