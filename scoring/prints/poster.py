"""«Cartel con el QR»: for the wall of the hall, by which address phones open the tournament."""

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.prints.actas import qr_svg
from scoring.prints.ask import Ask, Chunk, header
from tournaments.models import Tournament
from tournaments.public_address import refuse_only_here


def poster(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """One page: the code opens the tournament, and the address, which is short to type, the front
    page. Raises Refused 409 where no phone can open them."""
    refuse_unreachable(tournament, ask)
    url = ask.base_url + reverse("tournament", args=[tournament.slug])
    context = header(tournament, _("Síganos en el teléfono"))
    return [Chunk({**context, "qr": qr_svg(url), "address": f"{ask.base_url}/"})]


def refuse_unreachable(tournament: Tournament, ask: Ask) -> None:
    refuse_only_here(ask.base_url)
