"""Redraws of rounds from the current results, and exchanges of entries in matches not begun."""

import re
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from scoring.actas.selectors.actas import with_details
from scoring.actas.services import forfeit_match
from scoring.corrections.consequences import Remedy
from scoring.rounds.selectors.before_drawing import numbers_still_out, situation_without
from scoring.rounds.selectors.rounds import situation_before, situation_to_draw
from scoring.rounds.services.rounds import FORFEIT_REASON, SEED_LENGTH, publish_round
from scoring.stages.services import exchange_places
from tournaments.formats.core import Draw, Situation
from tournaments.models import Match, Round, Stage
from tournaments.refusal import Conflict
from tournaments.rounds.services import drafts, tables
from tournaments.rounds.services.by_hand import exchange_seats
from tournaments.rounds.services.drawn_matches import mark_of, snapshot_in_report

REDRAW_SUFFIX = re.compile(r"/c(\d+)$")


def redraw(*, round: Round, author: User, reason: str) -> None:
    """Redraw the round from the current results, and publish it again if it was published.

    Needs the locks of the tournament and the matches. Raises DrawError if no draw is possible, and
    Refused 409 `twice_in_draw` if an entry would play twice in the round.
    """
    published = round.state == Round.State.PUBLISHED
    situation = situation_to_draw(round.stage, round.number)
    situation = situation_without(situation, numbers_still_out(round, situation))
    seed = redraw_seed(round, situation)
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
        Round.objects.filter(pk=round.pk).update(announced_at=announced_at)  # keep the announcement


def redraw_seed(round: Round, situation: Situation) -> str:
    """Return the seed of the redraw.

    It is the round's own seed if the round is not drawn by lot. Otherwise it is the seed of the
    last discarded draw made from this same situation or, if there is none, a new seed.
    """
    if not round.by_lot:
        return round.seed
    discarded_draws = round.report.get("redraws", [])
    mark = mark_of(snapshot_in_report(situation))
    for draw in reversed(discarded_draws):
        if draw.get("drawn_from") == mark:
            return str(draw["seed"])
    used_seeds, seed = {draw["seed"] for draw in discarded_draws}, next_seed(round.seed)
    while seed in used_seeds:
        seed = next_seed(seed)
    return seed


def next_seed(seed: str) -> str:
    """Return the seed of a redraw after a correction: `seed` with the ending /c1, then /c2…

    >>> next_seed("4821 7730/2"), next_seed("4821 7730/2/c1")
    ('4821 7730/2/c1', '4821 7730/2/c2')
    """
    suffix_match = REDRAW_SUFFIX.search(seed)
    stem, redraws = (
        (seed[: suffix_match.start()], int(suffix_match[1])) if suffix_match else (seed, 0)
    )
    suffix = f"/c{redraws + 1}"
    return stem[: SEED_LENGTH - len(suffix)] + suffix


def _refuse_twice(draw: Draw) -> None:
    numbers = [number for pairing in draw.pairings for number in pairing.sides]
    if len(numbers) != len(set(numbers)):
        raise Conflict(
            "twice_in_draw",
            _("Con ese resultado alguien saldría dos veces en la ronda: no se puede rehacer."),
            field="remedy",
        )


# --- Exchange -------------------------------------------------------------------------------------
# Two entries change places in matches that were drawn from a wrong result and have not begun.
def exchange_entries(*, match: Match, remedy: Remedy, author: User, reason: str) -> None:
    """Exchange the two entries of each couple in the matches of the remedy.

    In a later stage they also exchange their places in the stage. Needs the tournament's lock.
    """
    stage = Stage.objects.select_related("tournament").get(
        tournament=match.tournament_id, number=remedy.stage
    )
    in_own_stage = stage.pk == match.round.stage_id
    if not in_own_stage:
        exchange_places(stage=stage, exchanges=remedy.exchanges, author=author, reason=reason)
    entries = {entry.number: entry for entry in match.tournament.entries.all()}
    rounds = Round.objects.filter(stage=stage, matches__code__in=remedy.matches)
    for round in rounds.select_related("stage__tournament", "tournament").distinct():
        matches = list(round.matches.filter(code__in=remedy.matches).order_by("position", "board"))
        exchange_seats(
            round=round,
            matches=matches,
            exchanges=[(entries[one], entries[other]) for one, other in remedy.exchanges],
            author=author,
            reason=reason,
            drawn_from=situation_before(round) if in_own_stage and not round.by_lot else None,
        )
        if round.state == Round.State.PUBLISHED:
            _forfeit_withdrawn(matches, author)
    tables.call_waiting(tournament=match.tournament, author=author)


def _forfeit_withdrawn(matches: Sequence[Match], author: User) -> None:
    """Forfeit the matches of withdrawn entries, as the publication of a round does."""
    pks = [match.pk for match in matches if match.state != Match.State.BYE]
    for match in with_details(Match.objects.filter(pk__in=pks)):
        withdrawn_entries = [entry for entry in match.everybody if not entry.live]
        if withdrawn_entries:
            forfeit_match(
                match=match, loser=withdrawn_entries[0], author=author, reason=FORFEIT_REASON
            )
