"""The end of a tournament: its podium, its final, how many competed, and its sponsor."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actas.selectors.meetings import Competitor, Meeting
from scoring.models import Letterhead
from scoring.public.bracket import all_brackets
from scoring.public.cards import all_competitors, event_of, score_in_words
from scoring.public.names import podium
from scoring.stages.selectors.bracket import GRAND_FINAL, MAIN, THIRD_PLACE
from scoring.stages.selectors.chain import event_over
from tournaments.models import Tournament
from tournaments.names.audience import Audience
from tournaments.setup.selectors.stages import stages_of


class Ending(NamedTuple):
    """The end of a tournament, for one audience.

    - `steps`: the podium as in `names.podium`, best first; entries may share a place.
    - `final`, `third`: the match for the first place and the match for the third place, if the
      tournament ends with a bracket.
    - `entries`, `towns`: how many competed, and from how many towns (0 if names are hidden).
    - `has_bracket`: whether the picture of the bracket can be made.
    - `letterhead`: the sponsor and the logo; None without them.
    """

    steps: Sequence[dict[str, Any]]
    final: Meeting | None
    third: Meeting | None
    entries: int
    towns: int
    has_bracket: bool
    letterhead: Letterhead | None

    @property
    def sponsor(self) -> str:
        return self.letterhead.sponsor if self.letterhead else ""


def ending_of(tournament: Tournament, audience: Audience) -> Ending | None:
    """Return the end of the whole event; None until it is over."""
    if not event_over(tournament, audience):
        return None
    lines, competitors = event_of(tournament, audience), all_competitors(tournament, audience)
    final, third, has_bracket = _last_matches(tournament, audience)
    towns = {
        town
        for line in lines
        for town in competitors[line.entrant].towns.split(" · ")
        if town and audience.names
    }
    return Ending(
        steps=podium(lines, competitors),
        final=final,
        third=third,
        entries=len(lines),
        towns=len(towns),
        has_bracket=has_bracket,
        letterhead=Letterhead.objects.filter(tournament=tournament).first(),
    )


def _last_matches(
    tournament: Tournament, audience: Audience
) -> tuple[Meeting | None, Meeting | None, bool]:
    """Return the last stage's final, its match for third place, and whether it has a bracket."""
    stage = stages_of(tournament)[-1]
    rounds = {
        bracket.name: bracket.rounds[-1]
        for bracket in reversed(all_brackets(stage, audience) if stage.has_bracket else [])
        if bracket.rounds
    }
    final, third = rounds.get(GRAND_FINAL) or rounds.get(MAIN), rounds.get(THIRD_PLACE)
    return (
        final.ties[0].meeting if final and final.size == 1 else None,
        third.ties[0].meeting if third and third.size == 1 else None,
        MAIN in rounds,
    )


def final_in_words(ending: Ending) -> list[str]:
    """Return the finished final and match for third place in words, each with its winner first."""
    titled_matches = ((_("Final"), ending.final), (_("Tercer puesto"), ending.third))
    return [
        f"{name}: {_match_in_words(meeting)}"
        for name, meeting in titled_matches
        if meeting and meeting.is_finished
    ]


def _match_in_words(meeting: Meeting) -> str:
    order = sorted(range(len(meeting.sides)), key=lambda side: side != meeting.winner)
    names = [meeting.sides[side].title for side in order]
    score = score_in_words(meeting)
    if len(names) != 2 or not score:
        return " – ".join(names)
    first_score, second_score = (score[side] for side in order)
    return f"{names[0]} {first_score}–{second_score} {names[1]}"


def entries_and_towns_in_words(tournament: Tournament, ending: Ending) -> str:
    """Return the number of entries and of their towns: «32 parejas de 12 pueblos»."""
    entries = tournament.unit.count(ending.entries)
    if not ending.towns:
        return entries
    towns = ngettext(
        "%(entries)s de %(towns)s pueblo", "%(entries)s de %(towns)s pueblos", ending.towns
    )
    return towns % {"entries": entries, "towns": ending.towns}


def step_in_words(competitor: Competitor) -> str:
    """Return the people of a step with their towns: «Paco Gil · Luis Sanz (Luco)»."""
    towns = f" ({competitor.towns})" if competitor.towns else ""
    return f"{competitor.title}{towns}"
