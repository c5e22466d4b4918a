"""The links of the tables: revoked one by one, or those of a whole round."""

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from scoring.services.actas.lines import refuse_unpublished
from scoring.services.results import locked
from tournaments.models import Match, Round
from tournaments.refusal import Conflict
from tournaments.services.audit import note
from tournaments.services.tables import lock_tournament
from tournaments.writer import Author


@transaction.atomic
def revoke_link(*, match: Match, author: Author) -> Match:
    """Revoke the link of this table for another. Refused 409 for a bye or an unpublished round."""
    match = locked(match)
    refuse_unpublished(match)
    match.link_serial += 1
    match.save(update_fields=["link_serial"])
    note(match.tournament, author, "revoke_link", match)
    return match


@transaction.atomic
def revoke_links(*, round: Round, author: Author) -> int:
    """The same of every match of a round; return how many. Refused 409 before it is published."""
    tournament = lock_tournament(round.tournament)
    if round.state != Round.State.PUBLISHED:
        raise Conflict("round_unpublished", _("Esta ronda todavía no se ha publicado."))
    played = round.matches.exclude(state=Match.State.BYE).order_by()
    revoked = played.update(link_serial=F("link_serial") + 1)
    note(tournament, author, "revoke_links", round, after={"matches": revoked})
    return revoked
