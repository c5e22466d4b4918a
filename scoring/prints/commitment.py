"""The list closed for a draw, to hang on the wall before anybody says a word."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.prints.ask import Ask, Chunk, header
from tournaments.models import DrawCommitment, Tournament
from tournaments.refusal import Refused
from tournaments.selectors.commitments import open_commitment, promised_serial

GROUP = 8  # digits of the commitment together, so that two people can compare it aloud


def closed_list(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The text as it was closed, line by line, and its commitment; never the secret."""
    found = closed_now(tournament, ask)
    title = _("Lista para el sorteo de la ronda %(round)s") % {"round": promised_serial(found)}
    digits = found.digest
    context = {
        **header(tournament, title),
        "lines": found.text.splitlines(),
        "groups": [digits[at : at + GROUP] for at in range(0, len(digits), GROUP)],
        "made_at": found.made_at,
        "by": found.author_name,
        "address": f"{ask.base_url}/t/{tournament.slug}/sorteo/" if ask.base_url else "",
    }
    return [Chunk(context)]


def closed_now(tournament: Tournament, ask: Ask) -> DrawCommitment:
    """The list that waits for its word. Raises Refused 409 when none does."""
    found = open_commitment(tournament.stage)
    if found is None:
        raise Refused(
            "no_commitment",
            gettext_lazy("No hay ninguna lista cerrada: ciérrela en Rondas y podrá imprimirla."),
            status=409,
        )
    return found
