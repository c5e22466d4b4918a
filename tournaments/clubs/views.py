"""Pages of a club: its list of people, its officers, and the club of a tournament."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.audit.words import audit_line_in_words
from tournaments.clubs.forms import (
    ClubForm,
    DeleteClubForm,
    NewClubForm,
    OfficerForm,
    PersonForm,
    TournamentClubForm,
    person_initial,
)
from tournaments.clubs.selectors import (
    clubs_of,
    filed_people,
    people_matching,
    people_with_days,
    players_with_candidates,
    unjoined_players,
)
from tournaments.clubs.services.clubs import (
    add_officer,
    create_club,
    delete_club,
    edit_club,
    remove_officer,
    set_club,
)
from tournaments.clubs.services.people import (
    add_person,
    edit_person,
    join_player,
    merge_people,
    shared_tournaments,
)
from tournaments.models import Club, ClubPerson
from tournaments.names.text import clean_text, read_number
from tournaments.permissions import act
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit

PAGE_SIZE = 50  # rows on a page
MAX_TOURNAMENTS = 30  # tournaments on the page of the club
MAX_LINES = 50  # lines of the log on the page of the club
MAX_OTHERS = 20  # people offered to merge


@act("found_club")
def clubs(request: UserRequest) -> HttpResponse:
    """List the clubs of the user; a POST creates a club."""
    form = NewClubForm(posted_data(request))
    submission = submit(form, lambda: create_club(author=request.user, **form.cleaned_data))
    if submission.done:
        messages.success(request, _("Club creado: usted es su secretaría."))
        return redirect("club", club=submission.result.slug)
    page = Paginator(clubs_of(request.user), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page}
    return render(request, "tournaments/clubs/clubs.html", context, status=submission.status)


@require_safe
@act("manage_club")
def club(request: UserRequest) -> HttpResponse:
    return _club_page(request, OfficerForm())


@act("manage_club")
def club_settings(request: UserRequest) -> HttpResponse:
    values = {name: getattr(request.club, name) for name in ClubForm.base_fields}
    form = ClubForm(posted_data(request), initial=values)
    submission = submit(
        form, lambda: edit_club(club=request.club, author=request.user, **form.cleaned_data)
    )
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("club", club=request.club.slug)
    context = {"club": request.club, "form": form}
    return render(request, "tournaments/clubs/settings.html", context, status=submission.status)


@act("manage_club")
def club_delete(request: UserRequest) -> HttpResponse:
    """Ask for the name of the club, then delete it."""
    form = DeleteClubForm(posted_data(request))
    submission = submit(form, lambda: delete_club(club=request.club, **form.cleaned_data))
    if submission.done:
        messages.success(request, _("El club se ha borrado."))
        return redirect("clubs")
    context = {"club": request.club, "form": form, "people": request.club.people.count()}
    return render(request, "tournaments/clubs/delete.html", context, status=submission.status)


# --- Officers -------------------------------------------------------------------------------------
@require_POST
@act("manage_club")
def officer_add(request: UserRequest) -> HttpResponse:
    form = OfficerForm(request.POST)
    submission = submit(
        form, lambda: add_officer(club=request.club, author=request.user, **form.cleaned_data)
    )
    if not submission.done:
        return _club_page(request, form, submission.status)
    messages.success(request, _("%(user)s lleva ya el club.") % {"user": submission.result.user})
    return redirect("club", club=request.club.slug)


@require_POST
@act("manage_club")
def officer_remove(request: UserRequest, user: int) -> HttpResponse:
    person = get_object_or_404(User, pk=user)
    with show_outcome(request, _("%(user)s ya no lleva el club.") % {"user": person}):
        remove_officer(club=request.club, author=request.user, user=person)
    if not clubs_of(request.user).filter(pk=request.club.pk).exists():
        return redirect("clubs")
    return redirect("club", club=request.club.slug)


def _club_page(request: PageRequest, form: OfficerForm, status: int = 200) -> HttpResponse:
    club = request.club
    context = {
        "club": club,
        "form": form,
        "officers": club.officers.select_related("user"),
        "tournaments": club.tournaments.all()[:MAX_TOURNAMENTS],
        "people": club.people.count(),
        "unjoined": unjoined_players(club).count(),
        "lines": [audit_line_in_words(line) for line in club.audit.all()[:MAX_LINES]],
    }
    return render(request, "tournaments/clubs/club.html", context, status=status)


# --- People ---------------------------------------------------------------------------------------
@require_safe
@act("manage_club")
def people(request: UserRequest) -> HttpResponse:
    words = clean_text(request.GET.get("q", ""), "q", 80, any_start=True)
    matching_people = filed_people(request.club, words)
    context = {
        "club": request.club,
        "words": words,
        "page": Paginator(matching_people, PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "tournaments/clubs/people.html", context)


@act("manage_club")
def person_new(request: UserRequest) -> HttpResponse:
    form = PersonForm(posted_data(request))
    submission = submit(form, lambda: add_person(club=request.club, **form.cleaned_data))
    if submission.done:
        messages.success(request, _("Persona añadida."))
        return redirect("club_people", club=request.club.slug)
    context = {"club": request.club, "form": form}
    return render(request, "tournaments/clubs/person_edit.html", context, status=submission.status)


@act("manage_club")
def person_edit(request: UserRequest, person: int) -> HttpResponse:
    club_person = _person(request.club, person)
    form = PersonForm(posted_data(request), initial=person_initial(club_person))
    submission = submit(form, lambda: edit_person(person=club_person, **form.cleaned_data))
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("club_person", club=request.club.slug, person=person)
    context = {"club": request.club, "form": form, "person": club_person}
    return render(request, "tournaments/clubs/person_edit.html", context, status=submission.status)


@act("manage_club")
def person_merge(request: UserRequest, person: int) -> HttpResponse:
    """Search for the other person, show both, and merge them."""
    target = _person(request.club, person)
    words = clean_text(request.GET.get("q", target.full_name), "q", 80, any_start=True)
    candidates = people_matching(request.club, words).exclude(pk=target.pk)
    context = {
        "club": request.club,
        "person": target,
        "words": words,
        "candidates": people_with_days(candidates)[:MAX_OTHERS],
    }
    other_key = read_number(request.POST.get("other") or request.GET.get("con"), digits=18)
    if other_key is None:
        return render(request, "tournaments/clubs/person_merge.html", context)
    other = _person(request.club, other_key)
    if request.method == "POST":
        with show_outcome(request, _("Ahora son una sola persona.")):
            merge_people(target=target, other=other, author=request.user)
        return redirect("club_person", club=request.club.slug, person=person)
    people = people_with_days(request.club.people.filter(pk__in=[target.pk, other.pk]))
    context |= {"other": other, "people": people, "shared": shared_tournaments(target, other)}
    return render(request, "tournaments/clubs/person_merge.html", context)


@require_safe
@act("manage_club")
def unjoined(request: UserRequest) -> HttpResponse:
    """List the club's players who are not joined to a person, each with candidates."""
    page = Paginator(unjoined_players(request.club), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "club": request.club,
        "page": page,
        "doubts": players_with_candidates(request.club, page),
    }
    return render(request, "tournaments/clubs/unjoined.html", context)


@require_POST
@act("manage_club")
def unjoined_join(request: UserRequest, player: int) -> HttpResponse:
    """Join a player to the chosen person, or to a new person if none is chosen."""
    unjoined_player = get_object_or_404(unjoined_players(request.club), pk=player)
    person_key = read_number(request.POST.get("person"), digits=18)
    person = None if person_key is None else _person(request.club, person_key)
    with show_outcome(request, _("Unido.") if person else _("Añadido como otra persona.")):
        join_player(player=unjoined_player, person=person, author=request.user)
    return redirect("club_unjoined", club=request.club.slug)


def _person(club: Club, person: int) -> ClubPerson:
    return get_object_or_404(club.people.select_related("club"), pk=person)


# --- The club of a tournament ---------------------------------------------------------------------
@act("edit_tournament")
def tournament_club(request: UserRequest) -> HttpResponse:
    """Choose the club of a tournament among the clubs that the user runs."""
    tournament, own_clubs = request.tournament, clubs_of(request.user)
    # An organiser who does not run the present club may leave the tournament in it.
    choices = own_clubs
    if tournament.club is not None:
        choices = own_clubs | Club.objects.filter(pk=tournament.club.pk)
    form = TournamentClubForm(
        posted_data(request), clubs=choices, initial={"club": tournament.club_id}
    )
    submission = submit(
        form, lambda: set_club(tournament=tournament, author=request.user, **form.cleaned_data)
    )
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("tournament_club", slug=tournament.slug)
    context = {
        "form": form,
        "has_clubs": choices.exists(),
        "club": tournament.club,
        "runs_it": own_clubs.filter(tournaments=tournament).exists(),
    }
    return render(
        request, "tournaments/clubs/tournament_club.html", context, status=submission.status
    )
