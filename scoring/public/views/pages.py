"""Pages that anybody may see without an account. The pages refresh by themselves."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring.public.bracket import bracket_page, followed_tie, page_of_entry
from scoring.public.bracket_image import bracket_image
from scoring.public.cards import day_now
from scoring.public.ending import ending_of
from scoring.public.front import front_page_context
from scoring.public.pairings import first_page_of_entry, followed_pairing
from scoring.public.pairings import pairings_context as pairings_context
from scoring.public.pictures import MOST_NUMBERS, numbers_in, pictures_page
from scoring.public.podium_picture import podium_picture
from scoring.public.share import calendar_file, podium_message, round_message, share_picture
from scoring.public.standings import followed_place, legend, standings_of, standings_page
from scoring.public.whole_event import followed_in_event, page_of, whole_event_page
from scoring.stages.selectors.chain import moves_by_round
from tournaments.models import Tournament, Visibility
from tournaments.names.audience import Audience
from tournaments.names.text import read_number
from tournaments.permissions import act, audience_of, public
from tournaments.sign_up.selectors import takes_requests
from tournaments.site.context import EMBED_PARAMETER, embeddable, is_embedded
from tournaments.site.live import PagePiece, live_page, refreshes, unchanged_response
from tournaments.site.pages import followed_number, is_requested_by_number, requested_page
from tournaments.site.public_address import base_url, is_only_here, is_only_near
from tournaments.site.requests import PageRequest, UserRequest


@refreshes("page")
@require_safe
@public
def tournament(request: PageRequest) -> HttpResponse:
    """Show the tournament: game, place, time, format, and its current state."""
    page = requested_page(request)
    piece = PagePiece(
        id="jornada",
        template="scoring/public/tournament_piece.html",
        context=partial(front_page_context, request.tournament, request.audience, page),
        news=_("Hay novedades en el torneo."),
        cache_key=f"front/{page}",
    )

    def context() -> dict[str, Any]:
        shown_tournament = request.tournament
        return {
            "sign_up_open": takes_requests(shown_tournament),
            "over": day_now(shown_tournament, shown_tournament.stage, request.audience).finished,
        }

    return live_page(request, "scoring/public/tournament.html", piece, context)


@refreshes("por", "page", "n", "marco")
@embeddable
@require_safe
@public
def pairings(request: PageRequest) -> HttpResponse:
    """Show the round in play by table or, with `?por=apellido`, by surname."""
    if (not_modified := unchanged_response(request, request.tournament)) is not None:
        return not_modified
    by_surname = request.GET.get("por") == "apellido" and request.audience.names
    tournament = request.tournament
    page = requested_page(request)
    own_number = followed_number(request)
    if is_requested_by_number(request):
        page = first_page_of_entry(tournament, own_number, by_surname, request.audience)
    piece = PagePiece(
        id="emparejamientos",
        template="scoring/public/pairings_piece.html",
        context=partial(pairings_context, tournament, by_surname, request.audience, page),
        news=_("Los emparejamientos han cambiado."),
        cache_key=f"{'by_surname' if by_surname else 'by_table'}/{page}",
        own_piece=followed_piece(
            request, "scoring/public/pairings_own.html", own_number, followed_pairing, tournament
        ),
    )

    def context() -> dict[str, Any]:
        keeps = search(request, por="apellido" if by_surname else "")
        return {"by_surname": by_surname, **keeps}

    return live_page(request, "scoring/public/pairings.html", piece, context)


@refreshes("page", "n", "marco")
@embeddable
@require_safe
@public
def bracket(request: PageRequest) -> HttpResponse:
    """Show the brackets and the lives.

    A stage without brackets answers 404 with links to the pages that the stage has.
    """
    if (not_modified := unchanged_response(request, request.tournament)) is not None:
        return not_modified
    if not request.tournament.stage.has_bracket:
        return render(request, "scoring/public/bracket/no_bracket.html", status=404)
    stage = request.tournament.stage
    page = requested_page(request)
    own_number = followed_number(request)
    if is_requested_by_number(request) or "page" not in request.GET:
        page = page_of_entry(
            stage, own_number if is_requested_by_number(request) else 0, request.audience
        )
    piece = PagePiece(
        id="cuadro",
        template="scoring/public/bracket/bracket_piece.html",
        context=partial(bracket_page, request.tournament, request.audience, page),
        news=_("El cuadro ha cambiado."),
        cache_key=f"bracket/{page}",
        own_piece=followed_piece(
            request, "scoring/public/bracket/bracket_own.html", own_number, followed_tie, stage
        ),
    )
    return live_page(
        request, "scoring/public/bracket/bracket.html", piece, partial(search, request)
    )


@refreshes("page", "n", "marco")
@embeddable
@require_safe
@public
def standings(request: PageRequest) -> HttpResponse:
    """Show every entry in order, with the tie-breaks and the reason of each place."""
    if (not_modified := unchanged_response(request, request.tournament)) is not None:
        return not_modified
    stage = request.tournament.stage
    page = requested_page(request)
    own_number = followed_number(request)
    if is_requested_by_number(request):
        page = standings_of(stage, request.audience).page_of(own_number)
    piece = PagePiece(
        id="clasificacion",
        template="scoring/public/standings/standings_piece.html",
        context=partial(standings_page, stage, request.audience, page),
        news=_("La clasificación ha cambiado."),
        cache_key=f"standings/{page}",
        own_piece=followed_piece(
            request,
            "scoring/public/standings/standings_own.html",
            own_number,
            followed_place,
            stage,
        ),
    )

    def context() -> dict[str, Any]:
        has_several_stages = request.tournament.stages.count() > 1
        return {"rules": legend(stage), "several_stages": has_several_stages, **search(request)}

    return live_page(request, "scoring/public/standings/standings.html", piece, context)


@refreshes("page", "n")
@require_safe
@public
def whole_event(request: PageRequest) -> HttpResponse:
    """Show the order of all entries over all stages, by the last stage that each entry reached."""
    if (not_modified := unchanged_response(request, request.tournament)) is not None:
        return not_modified
    tournament = request.tournament
    page = requested_page(request)
    own_number = followed_number(request)
    if is_requested_by_number(request):
        page = page_of(tournament, own_number, request.audience)
    piece = PagePiece(
        id="clasificacion",
        template="scoring/public/standings/whole_event_piece.html",
        context=partial(whole_event_page, tournament, request.audience, page),
        news=_("La clasificación ha cambiado."),
        cache_key=f"whole_event/{page}",
        own_piece=followed_piece(
            request,
            "scoring/public/standings/whole_event_own.html",
            own_number,
            followed_in_event,
            tournament,
        ),
    )
    return live_page(
        request, "scoring/public/standings/whole_event.html", piece, partial(search, request)
    )


@refreshes("numeros")
@require_safe
@public
def day_pictures(request: PageRequest) -> HttpResponse:
    """Show places by round, numbers of the day, and lengths of matches.

    The places are of the entries in `?numeros=`, else of the leaders.
    """
    if (not_modified := unchanged_response(request, request.tournament)) is not None:
        return not_modified
    tournament, text = request.tournament, request.GET.get("numeros", "")
    numbers = numbers_in(text)
    piece = PagePiece(
        id="dibujos",
        template="scoring/public/pictures_piece.html",
        context=partial(pictures_page, tournament, numbers, request.audience),
        news=_("Los gráficos han cambiado."),
        cache_key="" if numbers else f"pictures/{tournament.stage.pk}",
    )

    def context() -> dict[str, Any]:
        numbers_text = ", ".join(map(str, numbers))
        moves = moves_by_round(tournament.stage)
        return {
            "typed_numbers": numbers_text,
            "moves": moves,
            "most": MOST_NUMBERS,
            **search(request),
        }

    return live_page(request, "scoring/public/pictures.html", piece, context)


def followed_piece(
    request: PageRequest,
    template: str,
    number: int,
    context: Callable[[Any, int, Audience], dict[str, Any]],
    subject: Any,
) -> PagePiece | None:
    """Return the fragment about the followed entry, shown above a long list.

    `number` is the number of the entry; if it is 0, return None. `subject` is the first argument of
    `context`: a tournament, a stage or a round.
    """
    if not number:
        return None
    make_context = partial(context, subject, number, request.audience)
    return PagePiece(id="suyo", template=template, context=make_context, news="")


def search(request: PageRequest, **parameters: str) -> dict[str, Any]:
    """Return the context of the search box: `keeps`, the query parameters that a search keeps."""
    stage = request.tournament.chosen_stage
    embedded_parameter = {EMBED_PARAMETER: "1"} if is_embedded(request) else {}
    keeps = {**({"fase": str(stage)} if stage else {}), **embedded_parameter, **parameters}
    return {"keeps": {name: text for name, text in keeps.items() if text}}


# --- Sharing --------------------------------------------------------------------------------------
# The page for sharing a tournament: texts to send, pages to embed, a calendar file.
PICTURE_SECONDS = 600  # how long a messenger may cache a picture that it fetches often


@require_safe
@act("view_panel")
def share(request: UserRequest) -> HttpResponse:
    """Show the texts of the round and of the podium, and the code to embed pages elsewhere."""
    tournament, base = request.tournament, base_url(request)
    public_audience = audience_of(tournament, "")  # the public will read the messages
    messages = [
        (gettext("La ronda"), round_message(tournament, base, public_audience)),
        (gettext("El podio"), podium_message(tournament, base, public_audience)),
    ]
    pages = {"standings": gettext("Clasificación"), "pairings": gettext("Emparejamientos")}
    if tournament.stage.has_bracket:
        pages["bracket"] = gettext("Cuadro")
    context = {
        "texts": [(title, message) for title, message in messages if message],
        "frames": [(label, _frame(tournament, base, name)) for name, label in pages.items()],
        "ending": ending_of(tournament, public_audience),
        "private": tournament.visibility == Visibility.PRIVATE,
        "only_here": is_only_here(base),
        "only_near": is_only_near(base),
    }
    return render(request, "scoring/public/share.html", context)


def _frame(tournament: Tournament, base: str, name: str) -> str:
    """Return the HTML that embeds one of our pages; the template escapes it to show it as text."""
    address = f"{base}{reverse(name, args=[tournament.slug])}?{EMBED_PARAMETER}=1"
    names = f'src="{escape(address)}" title="{escape(tournament.name)}"'
    return f'<iframe {names} width="100%" height="700"></iframe>'


@require_safe
@public
def share_image(request: PageRequest) -> HttpResponse:
    """Serve the picture that a messenger shows with the address of the tournament."""
    tournament = request.tournament
    start = timezone.localtime(tournament.starts_at)
    place = [tournament.rules.name, *filter(None, [tournament.venue])]
    lines = (" · ".join(map(str, place)), date_format(start, "DATETIME_FORMAT"))
    return _picture(share_picture(tournament.name, lines))


@require_safe
@public
def podium_image(request: PageRequest) -> HttpResponse:
    """Serve the podium of the whole event as a picture to send; 404 until it is over.

    It shows only what the public may see, because the staff sends it to the public.
    """
    tournament = request.tournament
    ending = ending_of(tournament, audience_of(tournament, ""))
    if ending is None or not ending.steps:
        raise Http404
    return _picture(podium_picture(tournament, ending, _facts(tournament)))


@require_safe
@public
def bracket_file(request: PageRequest) -> HttpResponse:
    """Serve the last rounds of the bracket as a picture to send; 404 without a bracket."""
    tournament = request.tournament
    picture = bracket_image(tournament.stage, audience_of(tournament, ""), _facts(tournament))
    if picture is None:
        raise Http404
    return _picture(picture)


def _facts(tournament: Tournament) -> str:
    """Return the game, the place and the day: «Guiñote · Casino · 5 de diciembre de 2026»."""
    day = date_format(timezone.localtime(tournament.starts_at), "DATE_FORMAT")
    return " · ".join(filter(None, [str(tournament.rules.name), tournament.venue, day]))


def _picture(content: bytes) -> HttpResponse:
    """Return the response with a PNG. Only private caches may keep it: not everybody may see it."""
    response = HttpResponse(content, "image/png")
    patch_cache_control(response, private=True, max_age=PICTURE_SECONDS)
    return response


@require_safe
@public
def calendar_download(request: PageRequest) -> HttpResponse:
    """Serve the tournament as a calendar file, or with `?entry=12` the matches of an entry."""
    entry_text, tournament = request.GET.get("entry", ""), request.tournament
    entry = read_number(entry_text) if entry_text else None
    if entry_text and (entry is None or not tournament.entries.filter(number=entry).exists()):
        raise Http404
    text = calendar_file(tournament, base_url(request), timezone.now(), request.audience, entry)
    suffix = f"-{entry}" if entry else ""
    name = f'attachment; filename="{tournament.slug}{suffix}.ics"'
    return HttpResponse(text, "text/calendar; charset=utf-8", headers={"Content-Disposition": name})
