"""The page of a person of a club."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scoring.careers.selectors import career_of
from tournaments.permissions import SECRETARY, public
from tournaments.site.requests import PageRequest


@require_safe
@public
def person(request: PageRequest, person: int) -> HttpResponse:
    """Show the career of a person; the public sees it only if club and person allow it.

    Raises Http404 for the public otherwise, and if the career has no public tournament.
    """
    club_person = get_object_or_404(request.club.people.select_related("club"), pk=person)
    in_public = request.role != SECRETARY
    if in_public and (club_person.hidden or not request.club.shows_people):
        raise Http404
    career = career_of(club_person, in_public=in_public)
    if in_public and not career.days:
        raise Http404
    context = {
        "club": request.club,
        "person": club_person,
        "career": career,
        "runs_club": not in_public,
    }
    return render(request, "scoring/careers/person.html", context)
