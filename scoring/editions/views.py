"""The page that makes the next edition of a tournament."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.editions.forms import EditionForm
from scoring.editions.proposals import next_name, next_week, next_weekday, next_year
from scoring.editions.services import copy_tournament
from tournaments.permissions import act
from tournaments.site.requests import UserRequest
from tournaments.site.views.submit import posted_data, submit

WEEKLY = "semana"  # value of `?cada=`


@act("copy_tournament")
def edition(request: UserRequest) -> HttpResponse:
    """Show the form of the next edition, and create it; `?cada=semana` proposes the next week."""
    tournament, today = request.tournament, timezone.localdate()
    start = timezone.localtime(tournament.starts_at)
    is_weekly = tournament.is_template or request.GET.get("cada") == WEEKLY
    propose = next_weekday if tournament.is_template else next_week if is_weekly else next_year
    day = propose(start.date(), today)
    name = tournament.name
    if not tournament.is_template:
        name = next_name(name, start.date(), day, adds_year=not is_weekly)
    initial = {"name": name, "date": day, "time": start.time()}
    form = EditionForm(posted_data(request), initial=initial, tournament=tournament)
    submission = submit(
        form,
        lambda: copy_tournament(tournament=tournament, author=request.user, **form.plan()),
        refuse=form.refuse,
    )
    if submission.done:
        messages.success(
            request,
            _("Plantilla guardada: está en la portada, en «Plantillas».")
            if submission.result.is_template
            else _("Torneo creado con los mismos ajustes. Compruebe las mesas y las fechas."),
        )
        return redirect("panel", slug=submission.result.slug)
    context = {"form": form, "weekly": is_weekly}
    return render(request, "scoring/editions/edition.html", context, status=submission.status)
