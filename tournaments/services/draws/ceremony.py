"""Showing a draft ball by ball: how many have been shown is kept with the round's report.

`report["revealed"]` is how many balls the hall has seen; `report["in_public"]` whether the public
pages show them too. Drawing again forgets both.
"""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Round
from tournaments.refusal import Conflict, Refused
from tournaments.services.audit import note
from tournaments.services.draws.drafts import still_draft
from tournaments.services.tables import lock_tournament


@transaction.atomic
def start_ceremony(*, round: Round, author: User | None, in_public: bool) -> Round:
    """Begin to show a draft, in public or on this screen. Raises Refused 409 if published."""
    tournament = lock_tournament(round.stage.tournament)
    round = still_draft(round)
    round.report = {"revealed": 0, **round.report, "in_public": in_public}
    round.save(update_fields=["report"])
    note(tournament, author, "start_ceremony", round, after={"in_public": in_public})
    return round


@transaction.atomic
def reveal(*, round: Round, balls: int) -> Round:
    """Show the first so many balls, one more or fewer than before; no audit line.

    Raises Refused: 400 for more balls than there are, 409 before the ceremony or once published.
    """
    lock_tournament(round.stage.tournament)
    round = still_draft(round)
    if "revealed" not in round.report:
        raise Conflict("no_ceremony", _("La ceremonia no ha empezado."))
    last = round.sides.count()
    if not 0 <= balls <= last:
        raise Refused(
            "ball_unknown", _("Las bolas van de la 1 a la %(last)s."), field="bola", last=last
        )
    round.report["revealed"] = balls
    round.save(update_fields=["report"])
    return round
