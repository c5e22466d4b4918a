"""The final on a screen of the hall, with the match for third place next to it."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.actas.selectors.meetings import Meeting, State
from scoring.models import Show
from scoring.public.bracket import all_brackets
from scoring.public.cards import score_in_words
from scoring.public.slides.slide import LONG, Slide
from scoring.stages.selectors.bracket import GRAND_FINAL, MAIN, THIRD_PLACE
from scoring.stages.selectors.chain import winner_goes_on
from tournaments.models import Stage
from tournaments.names.audience import Audience


def final_slides(stage: Stage, audience: Audience) -> list[Slide]:
    """Return the page of the final while it is at its table; [] at any other time.

    The final of a stage whose winner plays in another stage is not the final of the tournament.
    """
    if not stage.has_bracket or winner_goes_on(stage):
        return []
    brackets = reversed(all_brackets(stage, audience))
    rounds = {bracket.name: bracket.rounds[-1] for bracket in brackets if bracket.rounds}
    last = rounds.get(GRAND_FINAL) or rounds.get(MAIN)
    final = last.ties[0].meeting if last and last.size == 1 else None
    if final is None or final.state != State.PLAYING:
        return []
    third = rounds[THIRD_PLACE].ties[0].meeting if THIRD_PLACE in rounds else None
    rows = [_row(_("La final"), final), *([_row(_("Tercer puesto"), third)] if third else [])]
    long = any(len(side["name"]) > LONG for row in rows for side in row["sides"])
    return [Slide(Show.PLAYING, "final", stage.tournament.name, rows, said={"long": long})]


def _row(name: str, one: Meeting) -> dict[str, Any]:
    score = score_in_words(one)
    return {
        "name": name,
        "table": one.table if one.state == State.PLAYING else None,
        "sides": [
            {
                "name": competitor.title,
                "towns": competitor.towns,
                "score": score[at] if score else "",
                "winner": one.is_finished and one.winner == at,
            }
            for at, competitor in enumerate(one.sides)
        ],
    }
