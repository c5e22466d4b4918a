"""When each round of a stage is played: all the dates at once, or one put off."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Round, Stage
from tournaments.refusal import Refused
from tournaments.selectors.rounds import date_of
from tournaments.services.audit import note
from tournaments.services.setup.checks import sensible_moment
from tournaments.services.tables import lock_tournament

MOST_DATES = 400


@transaction.atomic
def set_dates(*, stage: Stage, author: User | None, dates: Sequence[datetime | None]) -> Stage:
    """Say when each round is played, the first one first; None for an unknown date.

    Also of rounds drawn. Raises Refused 400 for more than MOST_DATES or a moment that cannot be.
    """
    if len(dates) > MOST_DATES:
        raise Refused(
            "too_many_dates", _("No caben más de %(most)s fechas."), field="dates", most=MOST_DATES
        )
    moments = ["" if date is None else sensible_moment(date).isoformat() for date in dates]
    while moments and not moments[-1]:
        moments.pop()
    tournament = lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["dates"])
    before, stage.dates = stage.dates, moments
    if moments == before:
        return stage
    stage.save(update_fields=["dates"])
    rounds = list(stage.rounds.all())
    for round in rounds:
        round.scheduled_at = date_of(stage, round.number)
    Round.objects.bulk_update(rounds, ["scheduled_at"])
    note(
        tournament,
        author,
        "set_dates",
        stage.name,
        before={"dates": before},
        after={"dates": moments},
    )
    return stage
