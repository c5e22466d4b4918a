"""Public pages of one competitor and of one match."""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import draws_after, fold_lines, lines_written, versions
from scoring.actas.selectors.meetings import Competitor, annulled_match, competitors_of
from scoring.actas.views.pieces import match_or_404, may_write_acta
from scoring.public.cards import competitors_found_by
from scoring.public.competitor import choices_of, competitor_context, entry_page
from scoring.public.pictures import match_picture
from scoring.rounds.views.rounds import not_announced
from tournaments.formats.core import WIN
from tournaments.models import Match, Round
from tournaments.names.audience import Audience
from tournaments.names.text import clean_text
from tournaments.people.imports.rows import MAX_NUMBER
from tournaments.permissions import public, visible_tournaments
from tournaments.refusal import Refused
from tournaments.rounds.words.phases import counts_only_for_note
from tournaments.site.live import PagePiece, live_page, refreshes, unchanged_response
from tournaments.site.pages import followed_number, remember_number
from tournaments.site.requests import PageRequest

LONGEST_QUESTION = 60
MOST_CHOICES = 40  # the most competitors listed; nobody can choose from a longer list


@refreshes("q", "kiosco", "n")
@require_safe
@public
def where(request: PageRequest) -> HttpResponse:
    """Answer «¿Dónde me siento?» for a number, or for a part of a competitor's names or town.

    Without a question, answer for the competitor followed on this device. `?kiosco=1` is for the
    tablet by the door, which follows no competitor.
    """
    if (not_modified := unchanged_response(request, request.tournament)) is not None:
        return not_modified
    kiosk = "kiosco" in request.GET
    template = f"scoring/public/where/{'kiosk' if kiosk else 'where'}.html"
    try:
        question = clean_text(request.GET.get("q"), "q", LONGEST_QUESTION, any_start=True)
    except Refused as refused:
        return render(request, template, {"refused": refused}, status=400)
    if "q" not in request.GET and not kiosk and (competitor := _followed_competitor(request)):
        return _where_page(request, str(competitor.number), competitor)
    competitors = (
        competitors_found_by(request.tournament, question, request.audience) if question else []
    )
    if len(competitors) == 1 and kiosk:
        context = {
            "question": question,
            **competitor_context(request.tournament, competitors[0], request.audience),
        }
        return render(request, template, context)
    if len(competitors) == 1:
        return _where_page(request, question, competitors[0])
    context = {
        "question": question,
        "choices": choices_of(request.tournament, competitors[:MOST_CHOICES], request.audience),
        "more": len(competitors) > MOST_CHOICES,
    }
    return render(request, template, context)


def _followed_competitor(request: PageRequest) -> Competitor | None:
    """Return the competitor followed on this device; None if no competitor has that number."""
    number = followed_number(request)
    if not 0 < number <= MAX_NUMBER:
        return None
    return competitors_of(request.tournament, request.audience, [number]).get(number)


def _where_page(request: PageRequest, question: str, competitor: Competitor) -> HttpResponse:
    piece = PagePiece(
        id="respuesta",
        template="scoring/public/where/where_piece.html",
        context=partial(competitor_context, request.tournament, competitor, request.audience),
        news=_("Hay novedades de sus encuentros."),
        refresh_query={"q": str(competitor.number)},  # later the text may match more entries
    )
    context = {"question": question, "competitor": competitor}
    response = live_page(request, "scoring/public/where/where.html", piece, lambda: context)
    return remember_number(response, request.tournament, competitor.number)


@refreshes()
@require_safe
@public
def entry(request: PageRequest, number: int) -> HttpResponse:
    """Show one competitor's matches in order, and its next match."""
    if (not_modified := unchanged_response(request, request.tournament)) is not None:
        return not_modified
    is_possible = number <= MAX_NUMBER
    numbers = [number] if is_possible else []
    competitor = competitors_of(request.tournament, request.audience, numbers).get(number)
    if competitor is None:
        raise Http404
    piece = PagePiece(
        id="dia",
        template="scoring/public/entry_piece.html",
        context=partial(entry_page, request.tournament, competitor, request.audience),
        news=_("Hay novedades de sus encuentros."),
        cache_key=str(number),
    )
    return live_page(
        request, "scoring/public/entry.html", piece, lambda: {"competitor": competitor}
    )


# --- Matches --------------------------------------------------------------------------------------
# The public acta with every version, and the address in the QR of a paper acta.
@refreshes()
@require_safe
@public
def match(request: PageRequest, code: str) -> HttpResponse:
    """Show the public acta of a match: authors, corrections and their reasons."""
    if (not_modified := unchanged_response(request, request.tournament)) is not None:
        return not_modified
    if (silent := silent_page(request, code)) is not None:
        return silent
    match = match_or_404(request, code, byes=True)
    piece = PagePiece(
        id="acta",
        template="scoring/public/match_piece.html",
        context=partial(_match_context, match, request.audience),
        news=_("Hay novedades en este encuentro."),
        cache_key=match.code,
    )
    return live_page(request, "scoring/public/match.html", piece, lambda: {"match": match})


def silent_page(request: PageRequest, code: str) -> HttpResponse | None:
    """Return the page for a match whose round is not announced; None for any other match."""
    audience = request.audience
    if audience.hidden_rounds == frozenset() or not code.isalnum():
        return None
    rounds = request.tournament.rounds.silent(audience.moment).filter(matches__code=code.upper())
    return not_announced(request, rounds) if rounds else None


def _match_context(match: Match, audience: Audience) -> dict[str, Any]:
    if match.state == Match.State.BYE:
        return {"match": match, "rest_wins": match.round.stage.bye_value() == WIN}
    all_versions = acta_words.versions_in_words(match, versions(match), audience)
    record = fold_lines(match, lines_written(all_versions[0].acta) if all_versions else [])
    return {
        "match": match,
        "board": acta_words.board(match, record.score, audience),
        "match_picture": match_picture(record.steps, match.game_rules().unit),
        "live": all_versions[0] if all_versions else None,
        "older": all_versions[1:],
        "later_draws": draws_after(match, audience),
        "annulled": annulled_match(match),
        "catch_up": counts_only_for_note(match.everybody[0].number) if match.guests else "",
    }


@require_safe
@public
def acta_code(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect from the QR of a paper acta: staff to write the acta, everybody else to read it."""
    matches = Match.objects.filter(tournament__in=visible_tournaments(request))
    matches = matches.select_related("tournament", "round").defer("round__report")
    match = get_object_or_404(matches, code=code.upper())
    if match.round.state != Round.State.PUBLISHED:
        raise Http404
    acta = match.state != Match.State.BYE and may_write_acta(request, match)
    return redirect("acta" if acta else "match", slug=match.tournament.slug, code=match.code)
