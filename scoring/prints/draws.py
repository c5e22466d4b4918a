"""«Acta del sorteo»: how a round was drawn, what came out and what it conceded, to be signed."""

from django.utils.translation import gettext as _

from rules.core import SIDE_NAMES
from scoring.prints.ask import Ask, Chunk, header, round_asked
from scoring.prints.pairings import match_row, side_row
from scoring.selectors.draws.round_pages import round_context
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.public_address import is_only_here
from tournaments.selectors.rounds import round_matches


def draw_acta(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The seed, what was promised before it, the matches as they stand and the changes by hand.

    Of a tie between teams the first board stands for all.
    """
    round = round_asked(tournament, ask)
    ties = [match for match in round_matches(round) if match.board <= 1]
    played = [match for match in ties if match.state != Match.State.BYE]
    context = {
        **header(tournament, _("Acta del sorteo, %(round)s") % {"round": round}),
        **round_context(round, EVERY_ROUND),
        "letters": SIDE_NAMES[: max((len(match.entries) for match in played), default=2)],
        "result": [match_row(match) for match in played],
        "byes": [
            side_row(entry)
            for match in ties
            if match.state == Match.State.BYE
            for entry in match.everybody
        ],
        "address": "" if is_only_here(ask.base_url) else _check_address(tournament, ask),
    }
    return [Chunk(context)]


def _check_address(tournament: Tournament, ask: Ask) -> str:
    return f"{ask.base_url}/t/{tournament.slug}/" if ask.base_url else ""
