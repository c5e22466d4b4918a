"""Fates of the entries where one can be out: in knockouts and in lives."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import F

from scoring.selectors.matches.meetings import Competitor, Meeting
from scoring.selectors.stages.bracket import Bracket, brackets_of, rounds_played
from scoring.selectors.standings import stage_entrants
from tournaments.formats.core import Situation
from tournaments.formats.knockout.options import BEST_LOSERS, KEY
from tournaments.formats.lives import lives_lost
from tournaments.models import MatchSide, Round, Stage


@dataclass(frozen=True, slots=True)
class Lives:
    """The lives of an entry: those it had or bought, those lost, and how often it came back."""

    had: int
    lost: int
    again: int = 0


@dataclass(frozen=True, slots=True)
class Fates:
    """`alive` may still be drawn, or has won. `late` is what becomes of who comes now
    (`formats.core.NEXT_ROUND`, …). `lives` is of everybody entered, where there are lives, and
    `places` the best and the worst place that brackets have left to each."""

    brackets: tuple[Bracket, ...]
    alive: frozenset[int]
    over: bool
    late: str
    lives: Mapping[int, Lives] = field(default_factory=dict)
    places: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def lives_left(self, number: int) -> int:
        found = self.lives.get(number)
        return max(found.had - found.lost, 0) if found else 0


def fates_of(
    stage: Stage, played: Sequence[Meeting], competitors: Mapping[int, Competitor]
) -> Fates | None:
    """None where nobody is ever out."""
    if not stage.has_bracket:
        return None
    system, options = stage.system, stage.format_rules()
    situation = Situation(stage_entrants(stage), rounds_played(played), sides=stage.sides())
    return Fates(
        brackets=brackets_of(stage, played, competitors),
        alive=system.still_in(situation, options),
        over=system.is_over(situation, options),
        late=system.late(situation, options),
        lives=_lives(stage, situation) if stage.has_lives else {},
        places=_places(system.places(situation, options)),
    )


def _lives(stage: Stage, situation: Situation) -> dict[int, Lives]:
    lost, lives = lives_lost(situation), stage.format_rules().lives
    return {
        entrant.number: Lives(lives + entrant.again, lost[entrant.number], entrant.again)
        for entrant in situation.entrants
    }


def _places(groups: Sequence[Sequence[int]]) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for group in groups:
        best = len(found) + 1
        found |= dict.fromkeys(group, (best, best + len(group) - 1))
    return found


def best_losers_in(round: Round, numbers: Collection[int]) -> list[int]:
    """Return who lost the previous round and fills this one, not bought back; mostly []."""
    stage = round.stage
    if round.number != 2 or stage.format != KEY or stage.format_rules().repesca != BEST_LOSERS:
        return []
    lost = MatchSide.objects.filter(
        round__stage=stage, round__number=1, entry__again=0, entry__number__in=numbers
    ).exclude(side=F("match__result__winner"))
    return list(
        lost.filter(match__result__isnull=False)
        .order_by("entry__number")
        .values_list("entry__number", flat=True)
    )
