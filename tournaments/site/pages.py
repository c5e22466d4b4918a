"""Pages of long lists, and the entry that a visitor follows, shown on top."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament
from tournaments.names.text import read_number

LAST_PAGE = 999
LANGUAGE_PARAMETER = "idioma"  # names the language of a page in its address
COOKIE = "numero"
COOKIE_SECONDS = 60 * 60 * 24 * 3  # a maratón lasts a weekend


def requested_page(request: HttpRequest) -> int:
    """Return the number of the list page in `?page=`, from 1 to `LAST_PAGE`; 1 without a number."""
    return min(max(read_number(request.GET.get("page")) or 0, 1), LAST_PAGE)


def followed_number(request: HttpRequest) -> int:
    """Return the number of the entry that this visitor follows; 0 for none.

    It is the number of `?n=`, or the last number searched on this device.
    """
    return read_number(request.GET.get("n")) or read_number(request.COOKIES.get(COOKIE)) or 0


def is_requested_by_number(request: HttpRequest) -> bool:
    """Return whether the request asks for the list page with the entry of `?n=`."""
    return bool(read_number(request.GET.get("n"))) and "page" not in request.GET


def remember_number(response: HttpResponse, tournament: Tournament, number: int) -> HttpResponse:
    """Store on this device the entry that its owner follows, for the pages of this tournament."""
    response.set_cookie(
        COOKIE,
        str(number),
        max_age=COOKIE_SECONDS,
        path=f"/t/{tournament.slug}/",
        httponly=True,
        samesite="Lax",
    )
    return response


def query_of(tournament: Tournament, **parameters: str) -> str:
    """Return the query that the links of a list repeat: «fase=2&por=apellido&», or ""."""
    stage = {"fase": str(tournament.chosen_stage)} if tournament.chosen_stage else {}
    query = urlencode({**stage, **{name: value for name, value in parameters.items() if value}})
    return f"{query}&" if query else ""
