"""Views of withdrawals, re-entries (reenganche), catch-ups and line-ups."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.actas.forms import ReasonForm
from scoring.actas.views.pieces import match_or_404, match_to_write
from scoring.corrections.views import change_or_ask
from scoring.rounds.forms import CatchUpForm, LeaveForm, LineUpForm, NamesForm
from scoring.rounds.selectors.line_ups import (
    boards_of,
    has_catch_ups,
    possible_rivals,
    squad_of,
    table_sizes_of,
)
from scoring.rounds.services import arrivals
from scoring.rounds.services.withdrawals import (
    reenter,
    reentry_candidates,
    undo_reenter,
    undoable_reentries,
    unfinished_matches,
    withdraw_entry,
)
from tournaments.models import Match
from tournaments.people.services.registering import reinstate
from tournaments.permissions import act
from tournaments.refusal import Refused
from tournaments.rounds.selectors.places import free_places, seats, waiting_list
from tournaments.rounds.selectors.rounds import published_round
from tournaments.rounds.services.line_ups import name_players, set_line_up
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit


@act("withdraw_entry")
def entry_withdraw(request: UserRequest, number: int) -> HttpResponse:
    """Ask for the reason and show the consequences, then withdraw the entry."""
    entry = get_object_or_404(request.tournament.entries, number=number)
    form = LeaveForm(posted_data(request))
    submission = submit(
        form,
        lambda: change_or_ask(
            request,
            withdraw_entry,
            _("Retirar del torneo"),
            entry=entry,
            author=request.user,
            **form.cleaned_data,
        ),
    )
    if isinstance(submission.result, HttpResponse):
        return submission.result
    if submission.done:
        messages.success(
            request, _("El número %(n)s ya no está en el torneo.") % {"n": entry.number}
        )
        _tell_first_in_waiting_list(request)
        return redirect("entries", slug=request.tournament.slug)
    context = {"entry": entry, "form": form, "matches": unfinished_matches(entry)}
    return render(request, "scoring/rounds/entry_withdraw.html", context, status=submission.status)


@require_POST
@act("withdraw_entry")
def entry_reinstate(request: UserRequest, number: int) -> HttpResponse:
    """Reinstate the entry with its earlier results; then show the list, filtered as before."""
    entry = get_object_or_404(request.tournament.entries, number=number)
    outcome = change_or_ask(
        request, reinstate, _("Vuelve a jugar"), entry=entry, author=request.user
    )
    if isinstance(outcome, HttpResponse):
        return outcome
    messages.success(request, _("El número %(number)s vuelve a jugar.") % {"number": number})
    page, query = reverse("entries", kwargs={"slug": request.tournament.slug}), request.GET
    return redirect(f"{page}?{query.urlencode()}" if query else page)


def _tell_first_in_waiting_list(request: PageRequest) -> None:
    """Add a message if the tournament has room for the first entry of the waiting list."""
    waiting = waiting_list(request.tournament)
    if waiting and free_places(request.tournament) != 0:
        messages.info(
            request,
            _("Queda una plaza. Puede pasar a jugar el primero de la lista de espera: %(entry)s.")
            % {"entry": waiting[0].full_title_for(request.audience)},
        )


@require_safe
@act("manage_entries")
def reentries(request: UserRequest) -> HttpResponse:
    """Show the entries that may come back now, and the entries that have come back."""
    tournament = request.tournament
    entries = tournament.entries.prefetch_related(seats()).order_by("number")
    context = {
        "out": entries.filter(number__in=reentry_candidates(tournament.stage)),
        "back": entries.filter(again__gt=0),
        "undoable": undoable_reentries(tournament.stage),
    }
    return render(request, "scoring/rounds/reentries.html", context)


@require_POST
@act("manage_entries")
def entry_reenter(request: UserRequest, number: int) -> HttpResponse:
    entry = get_object_or_404(request.tournament.entries, number=number)
    with show_outcome(request, _("El número %(number)s vuelve a entrar.") % {"number": number}):
        reenter(entry=entry, author=request.user, paid=request.POST.get("paid") == "1")
    return redirect("reentries", slug=request.tournament.slug)


@require_POST
@act("manage_entries")
def entry_reenter_undo(request: UserRequest, number: int) -> HttpResponse:
    entry = get_object_or_404(request.tournament.entries, number=number)
    message = _("Reenganche anulado: el número %(number)s vuelve a estar fuera.")
    with show_outcome(request, message % {"number": number}):
        undo_reenter(entry=entry, author=request.user, paid=request.POST.get("paid") == "1")
    return redirect("reentries", slug=request.tournament.slug)


# --- Catch ups ------------------------------------------------------------------------------------
@act("catch_up")
def catch_up_page(request: UserRequest, code: str) -> HttpResponse:
    """Choose the rivals of a resting entry, and turn its bye into a match."""
    match = match_or_404(request, code, byes=True)
    if match.state != Match.State.BYE:  # another user has just turned the bye into a match
        return redirect("acta", slug=request.tournament.slug, code=code)
    stage, candidates = match.round.stage, possible_rivals(match)
    form = CatchUpForm(
        posted_data(request),
        candidates=candidates,
        sizes=table_sizes_of(stage),
        audience=request.audience,
    )
    submission = submit(
        form, lambda: arrivals.catch_up(match=match, rivals=form.rivals(), author=request.user)
    )
    if submission.done:
        return redirect("acta", slug=request.tournament.slug, code=code)
    context = {"match": match, "form": form, "free": candidates, "known": has_catch_ups(stage)}
    return render(request, "scoring/rounds/catch_up.html", context, status=submission.status)


@act("catch_up")
def catch_up_undo(request: UserRequest, code: str) -> HttpResponse:
    """Restore the bye of a catch-up; the user states a reason."""
    match = match_or_404(request, code, byes=True)
    form = ReasonForm(posted_data(request))
    submission = submit(
        form,
        lambda: change_or_ask(
            request,
            arrivals.undo_catch_up,
            _("Anular la recuperación"),
            match=match,
            author=request.user,
            **form.cleaned_data,
        ),
    )
    if isinstance(submission.result, HttpResponse):
        return submission.result
    if submission.done:
        messages.success(request, _("Recuperación anulada: vuelve a descansar."))
        return redirect("desk", slug=request.tournament.slug)
    return render(
        request,
        "scoring/rounds/catch_up_undo.html",
        {"match": match, "form": form},
        status=submission.status,
    )


# --- Line ups -------------------------------------------------------------------------------------
@act("manage_entries")
def line_up_page(request: UserRequest, number: int, entry: int) -> HttpResponse:
    """Edit the line-up of a team for each board of its tie in a published round."""
    tournament = request.tournament
    team = get_object_or_404(tournament.entries, number=entry)
    round = published_round(tournament, number, request.audience)
    if round is None or not tournament.squad:
        raise Http404
    tournament.look_at(round.stage.number)
    try:
        boards = boards_of(round, team)
    except Refused:
        raise Http404 from None
    size = round.stage.game_rules().people
    squad = squad_of(team)
    form = LineUpForm(
        posted_data(request), boards=boards, squad=squad, size=size, audience=request.audience
    )
    submission = submit(
        form,
        lambda: set_line_up(round=round, entry=team, author=request.user, boards=form.line_up()),
        refuse=form.refuse,
    )
    if submission.done:
        message = _("Alineación de %(team)s guardada.") % {"team": team.title_for(request.audience)}
        messages.success(request, message)
        return redirect("round", slug=tournament.slug, number=number)
    context = {"form": form, "team": team, "round": round, "squad": squad, "seated": size}
    return render(request, "scoring/rounds/line_up.html", context, status=submission.status)


@require_POST
@act("enter_result")
def match_names(request: UserRequest, code: str) -> HttpResponse:
    """Name the players of a match for a team that was entered without people."""
    match, form = match_to_write(request, code), NamesForm(request.POST)
    if form.is_valid():
        sides = list(match.sides.select_related("entry").filter(side=form.cleaned_data["side"]))
        if len(sides) != 1:  # each partner is an entry with names already
            raise Http404
        (side,) = sides
        side.match = match
        name_players(side=side, author=request.user, names=form.cleaned_data["names"])
        messages.success(request, _("Anotado."))
    else:
        messages.error(
            request, " ".join(str(error) for errors in form.errors.values() for error in errors)
        )
    return redirect("acta", slug=request.tournament.slug, code=match.code)
