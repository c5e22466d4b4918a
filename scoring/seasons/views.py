"""Pages of a season: ranking, ratings, rules, tournaments and qualifiers."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from rules import GAMES
from scoring.seasons.forms import (
    DEFAULT_TABLE,
    DeleteSeasonForm,
    QualifiersForm,
    SeasonForm,
    SeasonTournamentForm,
    event_initial,
    season_initial,
)
from scoring.seasons.rating import MIN_MATCHES
from scoring.seasons.selectors import (
    qualifiers_of,
    ranking_of,
    ranking_rows,
    ranking_table,
    rules_of,
    season_ratings,
)
from scoring.seasons.services import (
    bring_qualifiers,
    delete_season,
    put_in_season,
    save_season,
    take_out_of_season,
)
from scoring.seasons.words import qualifier_in_words
from tournaments.models import Season, SeasonTournament, Tournament
from tournaments.permissions import SECRETARY, act, public, tournaments_organised_by
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.spreadsheets import requested_format, table_response
from tournaments.site.views.submit import posted_data, show_outcome, submit


# --- Public pages ---------------------------------------------------------------------------------
@require_safe
@public
def season(request: PageRequest, season: str) -> HttpResponse:
    """Show the ranking, each row with its results."""
    own_season, is_officer = _season_to_read(request, season)
    ranking = ranking_of(own_season, for_public=not is_officer)
    context = {
        "rows": ranking_rows(ranking),
        "ranking": ranking,
        "rules": rules_of(own_season),
        **_season_context(own_season, is_officer),
    }
    return render(request, "scoring/seasons/season.html", context)


@require_safe
@never_cache
@public
def season_export(request: PageRequest, season: str) -> HttpResponse:
    """Serve the ranking as a file; `?como=` is csv, xlsx or ods."""
    season_row, is_officer = _season_to_read(request, season)
    table = ranking_table(ranking_of(season_row, for_public=not is_officer))
    return table_response(table, season_row.slug, requested_format(request))


@require_safe
@public
def season_levels(request: PageRequest, season: str) -> HttpResponse:
    """Show the rating, with its uncertainty, of people with enough matches in each game."""
    own_season, is_officer = _season_to_read(request, season)
    games = [
        {
            "game": GAMES[game].name,
            "rows": [
                (place, game_ratings.names[rating.person], rating)
                for place, rating in enumerate(
                    (rating for rating in game_ratings.ratings if rating.matches >= MIN_MATCHES),
                    start=1,
                )
            ],
            "few": sum(rating.matches < MIN_MATCHES for rating in game_ratings.ratings),
        }
        for game, game_ratings in season_ratings(own_season, for_public=not is_officer).items()
    ]
    context = {"games": games, "enough": MIN_MATCHES, **_season_context(own_season, is_officer)}
    return render(request, "scoring/seasons/levels.html", context)


def _season_to_read(request: PageRequest, slug: str) -> tuple[Season, bool]:
    """Return the season, and whether the reader is an officer of its club.

    Raises Http404 if the reader may not see the season.
    """
    is_officer = request.role == SECRETARY
    own_season = get_object_or_404(request.club.seasons, slug=slug)
    if not (own_season.public or is_officer):
        raise Http404
    return own_season, is_officer


def _season_context(season: Season, is_officer: bool) -> dict[str, Any]:
    """Return the part of the context that every page of a season has."""
    return {"club": season.club, "season": season, "is_officer": is_officer}


# --- Pages of officers ----------------------------------------------------------------------------
@act("manage_club")
def season_new(request: UserRequest) -> HttpResponse:
    form = SeasonForm(posted_data(request), initial={"counts": "people", "table": DEFAULT_TABLE})
    submission = submit(form, lambda: save_season(club=request.club, **form.cleaned_data))
    if submission.done:
        messages.success(request, _("Temporada creada: añada sus torneos."))
        return redirect("season_events", club=request.club.slug, season=submission.result.slug)
    context = {"club": request.club, "form": form}
    return render(request, "scoring/seasons/edit.html", context, status=submission.status)


@act("manage_club")
def season_edit(request: UserRequest, season: str) -> HttpResponse:
    own_season = _own_season(request, season)
    form = SeasonForm(posted_data(request), initial=season_initial(own_season))
    submission = submit(
        form, lambda: save_season(club=request.club, season=own_season, **form.cleaned_data)
    )
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("season", club=request.club.slug, season=season)
    context = {"form": form, **_season_context(own_season, True)}
    return render(request, "scoring/seasons/edit.html", context, status=submission.status)


@act("manage_club")
def season_delete(request: UserRequest, season: str) -> HttpResponse:
    """Ask for the name of the season, then delete it."""
    own_season = _own_season(request, season)
    form = DeleteSeasonForm(posted_data(request))
    submission = submit(form, lambda: delete_season(season=own_season, **form.cleaned_data))
    if submission.done:
        messages.success(request, _("La temporada se ha borrado. Sus torneos siguen."))
        return redirect("club", club=request.club.slug)
    context = {"form": form, **_season_context(own_season, True)}
    return render(request, "scoring/seasons/delete.html", context, status=submission.status)


@act("manage_club")
def season_events(request: UserRequest, season: str) -> HttpResponse:
    """List the tournaments of the season, and add another."""
    own_season = _own_season(request, season)
    form = SeasonTournamentForm(
        posted_data(request),
        season=own_season,
        tournaments=_tournaments_to_add(request, own_season),
    )
    submission = submit(
        form, lambda: put_in_season(season=own_season, author=request.user, **form.cleaned_data)
    )
    if submission.done:
        messages.success(request, _("Torneo añadido a la temporada."))
        return redirect("season_events", club=request.club.slug, season=season)
    events = own_season.events.select_related("tournament", "feeds__tournament")
    context = {"form": form, "events": events, **_season_context(own_season, True)}
    return render(request, "scoring/seasons/events.html", context, status=submission.status)


@act("manage_club")
def season_event(request: UserRequest, season: str, event: int) -> HttpResponse:
    """Change how a tournament counts in the season."""
    own_season = _own_season(request, season)
    edited_event = _event(own_season, event)
    form = SeasonTournamentForm(
        posted_data(request),
        season=own_season,
        tournaments=Tournament.objects.none(),
        event=edited_event,
        initial=event_initial(edited_event),
    )
    submission = submit(
        form,
        lambda: put_in_season(
            season=own_season,
            author=request.user,
            tournament=edited_event.tournament,
            **form.cleaned_data,
        ),
    )
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("season_events", club=request.club.slug, season=season)
    context = {"form": form, "event": edited_event, **_season_context(own_season, True)}
    return render(request, "scoring/seasons/event.html", context, status=submission.status)


@require_POST
@act("manage_club")
def season_event_out(request: UserRequest, season: str, event: int) -> HttpResponse:
    """Take a tournament out of the season."""
    with show_outcome(request, _("El torneo ya no cuenta en esta temporada.")):
        take_out_of_season(event=_event(_own_season(request, season), event))
    return redirect("season_events", club=request.club.slug, season=season)


@act("manage_club")
def season_qualifiers(request: UserRequest, season: str, event: int) -> HttpResponse:
    """Show the entries of a phase, ticked if they qualify; register the ticked entries.

    The entries are registered in the next phase. Raises Http404 if there is no next phase.
    """
    own_season = _own_season(request, season)
    phase = _event(own_season, event)
    if phase.feeds is None:
        raise Http404
    qualifiers = qualifiers_of(phase)
    choices = [
        (row.entry.number, qualifier_in_words(row.place, row.title, is_entered=row.is_entered))
        for row in qualifiers.rows
    ]
    numbers = [row.entry.number for row in qualifiers.rows if row.has_place]
    form = QualifiersForm(posted_data(request), choices=choices, initial={"numbers": numbers})
    submission = submit(
        form, lambda: bring_qualifiers(event=phase, author=request.user, **form.cleaned_data)
    )
    if submission.done:
        count = len(submission.result)
        messages.success(request, _("Inscripciones nuevas en la fase siguiente: %s.") % count)
        return redirect("season_events", club=request.club.slug, season=season)
    context = {
        "form": form,
        "event": phase,
        "places": qualifiers.places,
        "over": qualifiers.over,
        **_season_context(own_season, True),
    }
    return render(request, "scoring/seasons/qualifiers.html", context, status=submission.status)


def _own_season(request: UserRequest, slug: str) -> Season:
    return get_object_or_404(request.club.seasons, slug=slug)


def _event(season: Season, key: int) -> SeasonTournament:
    events = season.events.select_related("tournament", "feeds__tournament")
    return get_object_or_404(events, pk=key)


def _tournaments_to_add(request: UserRequest, season: Season) -> QuerySet[Tournament]:
    """Return the tournaments that the user organises and that are not in the season, newest first.

    A rehearsal or a template is never offered.
    """
    season_tournaments = season.events.values("tournament")
    organised_tournaments = tournaments_organised_by(request.user).filter(
        rehearsal_of=None, is_template=False
    )
    return organised_tournaments.exclude(pk__in=season_tournaments).order_by("-starts_at", "-pk")
