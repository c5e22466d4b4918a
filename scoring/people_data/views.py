"""Pages that anonymise people's data, hand it over, or delete it with the tournament."""

import csv
import json
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.people_data.forms import DeleteAccountForm, DeleteTournamentForm
from scoring.people_data.selectors.club_people import entries_of_person, stored_person_data
from scoring.people_data.selectors.mentions import title_without_names
from scoring.people_data.selectors.stored import (
    counts_of,
    stored_account_data,
    stored_entry_data,
    tournaments_run_alone,
)
from scoring.people_data.services.accounts import delete_account, deleted_account_name
from scoring.people_data.services.club_people import erase_person
from scoring.people_data.services.erasing import delete_tournament
from scoring.people_data.services.forgetting import ForgettingCounts, anonymise_entries
from tournaments.accounts.throttling import LOGIN, note_wrong, refuse_if_throttled
from tournaments.clubs.selectors import clubs_run_alone
from tournaments.models import Entry
from tournaments.names.formulas import defuse
from tournaments.permissions import act
from tournaments.rounds.selectors.day import PLAYING, phase
from tournaments.rounds.selectors.places import seats
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit


@act("delete_tournament")
def tournament_delete(request: UserRequest) -> HttpResponse:
    """Delete the tournament, or show the form for it and the form that anonymises its people."""
    tournament = request.tournament
    form = DeleteTournamentForm(posted_data(request))
    submission = submit(
        form,
        lambda: delete_tournament(tournament=tournament, author=request.user, **form.cleaned_data),
    )
    if submission.done:
        messages.success(request, _("El torneo se ha borrado."))
        return redirect("home")
    context = {
        "form": form,
        "counts": counts_of(tournament),
        "playing": phase(tournament, tournament.stage, request.audience) == PLAYING,
        "named_entries": tournament.entries.filter(anonymised_at=None).count(),
    }
    return render(
        request, "scoring/people_data/tournament_delete.html", context, status=submission.status
    )


@require_POST
@act("anonymise")
def names_delete(request: UserRequest) -> HttpResponse:
    """Anonymise everybody in the tournament; the tournament stays with its results."""
    with show_outcome(request):
        counts = anonymise_entries(tournament=request.tournament, author=request.user)
        messages.success(request, _forgetting_message(counts))
    return redirect("tournament_delete", slug=request.tournament.slug)


@act("anonymise")
def entry_forget(request: UserRequest, number: int) -> HttpResponse:
    """Anonymise the people of one entry, after a confirmation."""
    entry = _entry(request, number)
    if request.method != "POST":
        context = {"entry": entry, "new_title": title_without_names(request.tournament, number)}
        return render(request, "scoring/people_data/entry_forget.html", context)
    with show_outcome(request):
        counts = anonymise_entries(
            tournament=request.tournament, author=request.user, numbers=[number]
        )
        messages.success(request, _forgetting_message(counts))
    return redirect("entries", slug=request.tournament.slug)


@require_safe
@never_cache
@act("export_person")
def entry_data(request: UserRequest, number: int) -> HttpResponse:
    """Serve all stored data about the people of an entry as JSON, or with `?como=csv` as CSV."""
    data, name = stored_entry_data(_entry(request, number)), f"{request.tournament.slug}-{number}"
    if request.GET.get("como") == "csv":
        answer = HttpResponse(csv_text(data), content_type="text/csv; charset=utf-8")
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
        return answer
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer


def _entry(request: PageRequest, number: int) -> Entry:
    entries = request.tournament.entries.select_related("tournament")
    entry = entries.prefetch_related(seats()).filter(number=number).first()
    if entry is None:
        raise Http404
    return entry


def _forgetting_message(counts: ForgettingCounts) -> str:
    """Return the message about the anonymised entries, and other entries of the same people."""
    count = counts.anonymous + counts.deleted
    message = ngettext(
        "%(n)s inscripción ya no guarda ningún nombre.",
        "%(n)s inscripciones ya no guardan ningún nombre.",
        count,
    ) % {"n": count}
    if counts.elsewhere:
        numbers = ", ".join(map(str, counts.elsewhere))
        message += " " + _("Alguna de esas personas está también en el número %(n)s.") % {
            "n": numbers
        }
    return message


# --- People of a club -----------------------------------------------------------------------------
@require_safe
@never_cache
@act("manage_club")
def person_data(request: UserRequest, person: int) -> HttpResponse:
    """Serve a file with all stored data about a person of the club, to hand over to them."""
    data = stored_person_data(get_object_or_404(request.club.people, pk=person))
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 2})
    name = f"{request.club.slug}-{person}.json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@act("manage_club")
def person_erase(request: UserRequest, person: int) -> HttpResponse:
    """Ask for confirmation, then erase a person of the club."""
    club_person = get_object_or_404(request.club.people, pk=person)
    if request.method == "POST":
        with show_outcome(request, _("Los datos de esa persona se han borrado.")):
            erase_person(person=club_person, author=request.user)
        return redirect("club_people", club=request.club.slug)
    context = {
        "club": request.club,
        "person": club_person,
        "entries": entries_of_person(club_person),
    }
    return render(request, "scoring/people_data/person_erase.html", context)


# --- My account -----------------------------------------------------------------------------------
# Pages about the data of one's own account, and its deletion.
@require_safe
@never_cache
@act("own_account")
def account_data(request: UserRequest) -> HttpResponse:
    """Serve a file with all stored data about the account."""
    data = stored_account_data(request.user)
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer.headers["Content-Disposition"] = 'attachment; filename="tapete.json"'
    return answer


@never_cache
@act("own_account")
def account_delete(request: UserRequest) -> HttpResponse:
    """Ask for the password and delete the account, unless it alone runs a tournament or a club."""
    form = DeleteAccountForm(posted_data(request))
    if form.is_bound and form.is_valid():
        _check_password(request, form)
    submission = submit(form, lambda: delete_account(user=request.user))
    if submission.done:
        logout(request)
        messages.success(request, _("Su cuenta se ha borrado."))
        return redirect("home")
    context = {
        "form": form,
        "alone": tournaments_run_alone(request.user),
        "clubs": clubs_run_alone(request.user),
        "new_name": deleted_account_name(request.user),
    }
    return render(
        request, "scoring/people_data/account_delete.html", context, status=submission.status
    )


def _check_password(request: UserRequest, form: DeleteAccountForm) -> None:
    """Add an error to a form with a wrong password; wrong tries are throttled."""
    user = request.user
    refuse_if_throttled(request, LOGIN, user.get_username(), user)
    if not user.check_password(form.cleaned_data["password"]):
        note_wrong(request, LOGIN, user.get_username(), user=user)
        form.add_error("password", _("Esa no es la contraseña de esta cuenta."))


# --- A person's data as a table for spreadsheets --------------------------------------------------
def csv_text(data: Mapping[str, Any]) -> str:
    """Return CSV with three columns: what a value is about, its field, and the value.

    >>> print(csv_text({"entry": {"number": 3}, "people": [{"name": "=1+1"}]}).lstrip("\ufeff"))
    what,field,value
    entry,number,3
    people 1,name,'=1+1
    <BLANKLINE>
    """
    buffer = StringIO()
    table = csv.writer(buffer, lineterminator="\n")
    table.writerow(["what", "field", "value"])
    for subject, value in data.items():
        table.writerows(_rows(subject, value))
    return "\ufeff" + buffer.getvalue()  # Excel misreads accents without this mark


def _rows(subject: str, value: Any) -> Iterator[list[str]]:
    if isinstance(value, Mapping):
        yield from ([subject, str(field), _cell(item)] for field, item in value.items())
    elif isinstance(value, list):
        for number, item in enumerate(value, 1):
            yield from _rows(f"{subject} {number}", item)
    else:
        yield [subject, "", _cell(value)]


def _cell(value: Any) -> str:
    if isinstance(value, (list, dict)):
        value = json.dumps(value, ensure_ascii=False, default=str)
    return defuse("" if value is None else str(value))
