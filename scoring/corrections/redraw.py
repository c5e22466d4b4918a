"""A round drawn again from the results as they are now, while nothing is written of it."""

import re

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from scoring.selectors.draws.absent import still_out, without
from scoring.selectors.draws.rounds import to_draw
from scoring.services.draws.rounds import SEED_LENGTH, publish_round
from tournaments.formats.core import Draw, Situation
from tournaments.models import Round
from tournaments.refusal import Conflict
from tournaments.services.draws import drafts
from tournaments.services.draws.drawn_matches import mark_of, snapshot_in_report

AGAIN = re.compile(r"/c(\d+)$")


def redraw(*, round: Round, author: User, reason: str) -> None:
    """Draw the round again, and publish it if it was. Under the lock of tournament and matches.

    Raises DrawError; Refused 409 `twice_in_draw`.
    """
    published = round.state == Round.State.PUBLISHED
    situation = to_draw(round.stage, round.number)
    situation = without(situation, still_out(round, situation))
    seed = seed_for(round, situation)
    draw = round.stage.system.next_round(situation, round.stage.format_rules(), seed)
    _refuse_twice(draw)
    if published:
        Round.objects.filter(pk=round.pk).update(
            state=Round.State.DRAFT, published_at=None, announced_at=None
        )
    announced_at = round.announced_at
    round = drafts.replace_draw(
        round=round, author=author, draw=draw, seed=seed, reason=reason, snapshot=situation
    )
    if published:
        publish_round(round=round, author=author)
        Round.objects.filter(pk=round.pk).update(announced_at=announced_at)  # as it was before


def seed_for(round: Round, situation: Situation) -> str:
    """Return the seed to draw again with: the same where it decides nothing, the last one used in
    this very situation, or a new one."""
    if not round.by_lot:
        return round.seed
    discarded = round.report.get("redraws", [])
    mark = mark_of(snapshot_in_report(situation))
    for draw in reversed(discarded):
        if draw.get("drawn_from") == mark:
            return str(draw["seed"])
    used, seed = {draw["seed"] for draw in discarded}, again(round.seed)
    while seed in used:
        seed = again(seed)
    return seed


def again(seed: str) -> str:
    """The seed of a draw made again from a correction: the same with /c1, /c2…

    >>> again("4821 7730/2"), again("4821 7730/2/c1")
    ('4821 7730/2/c1', '4821 7730/2/c2')
    """
    mark = AGAIN.search(seed)
    plain, times = (seed[: mark.start()], int(mark[1])) if mark else (seed, 0)
    suffix = f"/c{times + 1}"
    return plain[: SEED_LENGTH - len(suffix)] + suffix


def _refuse_twice(draw: Draw) -> None:
    numbers = [number for pairing in draw.pairings for number in pairing.sides]
    if len(numbers) != len(set(numbers)):
        raise Conflict(
            "twice_in_draw",
            _("Con ese resultado alguien saldría dos veces en la ronda: no se puede sortear."),
            field="remedy",
        )
