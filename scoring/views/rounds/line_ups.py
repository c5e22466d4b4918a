"""Pages of line-ups: a team's line-up for a round, and the names of those who came without them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.forms.rounds import LineUpForm, NamesForm
from scoring.selectors.rounds.line_ups import boards_of, squad_of
from scoring.views.actas.pieces import match_to_write
from tournaments.permissions import act
from tournaments.refusal import Refused
from tournaments.selectors.rounds import published_round
from tournaments.services.draws.line_ups import name_players, set_line_up
from tournaments.views.submit import posted, submit


@act("manage_entries")
def line_up(request: HttpRequest, number: int, entry: int) -> HttpResponse:
    """The lists of a team's people for each board of its tie in a published round."""
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
    form = LineUpForm(posted(request), boards=boards, squad=squad, size=size)
    sent = submit(
        form,
        lambda: set_line_up(round=round, entry=team, author=request.user, boards=form.line_up()),
        refuse=form.refuse,
    )
    if sent.done:
        message = _("Alineación de %(team)s guardada.") % {"team": team.title}
        messages.success(request, message)
        return redirect("round", slug=tournament.slug, number=number)
    context = {"form": form, "team": team, "round": round, "squad": squad, "seated": size}
    return render(request, "scoring/rounds/line_up.html", context, status=sent.status)


@require_POST
@act("enter_result")
def match_names(request: HttpRequest, code: str) -> HttpResponse:
    """Return who plays a match for an entry that came with only its name."""
    match, form = match_to_write(request, code), NamesForm(request.POST)
    if form.is_valid():
        side = get_object_or_404(
            match.sides.select_related("entry"), side=form.cleaned_data["side"]
        )
        side.match = match
        name_players(side=side, author=request.user, names=form.cleaned_data["names"])
        messages.success(request, _("Apuntado."))
    else:
        messages.error(request, " ".join(str(one) for all in form.errors.values() for one in all))
    return redirect("acta", slug=request.tournament.slug, code=match.code)
