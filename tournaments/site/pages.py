"""Long lists come in pages, and what somebody looks for first goes on top of them."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament
from tournaments.names.text import read_number

LAST_PAGE = 999
LANGUAGE_PARAMETER = "idioma"  # of a page asked for in another language
COOKIE = "numero"
COOKIE_SECONDS = 60 * 60 * 24 * 3  # a maratón lasts a weekend


def page_asked(request: HttpRequest) -> int:
    """The page of a list that `?page=` asks for, the first one unless it is a number."""
    return min(max(read_number(request.GET.get("page")) or 0, 1), LAST_PAGE)


def own_number(request: HttpRequest) -> int:
    """The number of the entry that this visitor follows: that of `?n=`, or the last one that he
    has looked for on this device; 0 for none."""
    return read_number(request.GET.get("n")) or read_number(request.COOKIES.get(COOKIE)) or 0


def is_asked_by_number(request: HttpRequest) -> bool:
    """Whether the list is to be opened where that number is."""
    return bool(read_number(request.GET.get("n"))) and "page" not in request.GET


def remember_number(response: HttpResponse, tournament: Tournament, number: int) -> HttpResponse:
    """Keep on this device which entry its owner follows, for the pages of this tournament."""
    response.set_cookie(
        COOKIE,
        str(number),
        max_age=COOKIE_SECONDS,
        path=f"/t/{tournament.slug}/",
        httponly=True,
        samesite="Lax",
    )
    return response


def query_of(tournament: Tournament, **asked: str) -> str:
    """Return what the links of a list keep of its address: «fase=2&por=apellido&», or ""."""
    stage = {"fase": str(tournament.chosen_stage)} if tournament.chosen_stage else {}
    query = urlencode({**stage, **{name: value for name, value in asked.items() if value}})
    return f"{query}&" if query else ""
