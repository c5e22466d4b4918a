"""Papers for the end of the tournament: acta, diplomas, prizes, press."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money.selectors import purse_now
from scoring.prints.ask import Chunk, PrintAsk, header, nothing_drawn_refusal
from scoring.prints.people import size_of
from scoring.prints.statistics import entry_path, statistics_of
from scoring.public.cards import event_of
from scoring.public.names import PODIUM
from scoring.stages.selectors.chain import event_over
from scoring.standings.selectors.standings import has_podium, stage_groups, stage_standings
from scoring.standings.table import StandingsLine
from scoring.standings.whole_event import FinalLine
from tournaments.formats.words import group_name
from tournaments.models import Entry, Tournament
from tournaments.money.words import amount_in_words
from tournaments.names.audience import EVERY_ROUND, Audience
from tournaments.people.selectors.entries import entries_by_number
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.rounds import anything_drawn
from tournaments.setup.selectors.stages import stages_of
from tournaments.words import join_in_words

PRIZES = 16  # the last place that the list of prizes shows


def final_acta(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return all entries by final place, with a large podium and space to sign."""
    rows = final_rows(tournament, ask, audience)
    context = {
        **header(tournament, _("Acta final del torneo")),
        "rows": rows,
        "podium": _podium(rows),
        "several": len(stages_of(tournament)) > 1,
        "numbers": statistics_of(tournament, audience),
        "stages": stages_of(tournament),
    }
    return [Chunk(context)]


def prizes(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the winner of each prize, or the first places with blanks, and space to sign."""
    if tournament.prizes.exists():
        refuse_unplayed(tournament, ask)
        return [
            Chunk(
                {
                    **header(tournament, _("Reparto de premios")),
                    "rows": _awards(tournament, audience),
                }
            )
        ]
    rows = [row for row in final_rows(tournament, ask, audience) if row["place"] <= PRIZES]
    return [Chunk({**header(tournament, _("Reparto de premios")), "rows": rows})]


def _awards(tournament: Tournament, audience: Audience) -> list[dict[str, Any]]:
    """Return a row for each award, by prize."""
    return [
        {
            "place": award.place,
            "shared": award.tied > 1,
            "number": award.entry.number,
            "names": award.entry.names_for(audience),
            "town": award.entry.town,
            "category": award.prize.get_category_display(),
            "prize": " + ".join(
                [
                    *([amount_in_words(award.amount, tournament)] if award.amount else []),
                    *award.things,
                ]
            ),
        }
        for award in purse_now(tournament).awards
    ]


def diplomas(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return a diploma for each person on the podium, and one for each team without people."""
    words = {1: _("Primer puesto"), 2: _("Segundo puesto"), 3: _("Tercer puesto")}
    cards = []
    for row in _podium(final_rows(tournament, ask, audience)):
        people = row["people"] or row["names"]
        for index, name in enumerate(people):
            mates = people[:index] + people[index + 1 :]
            cards.append(
                {
                    "place": words[row["place"]],
                    "name": name,
                    "size": size_of([name]),
                    "mates": mates,
                    "team": row["team"],
                    "town": row["town"],
                }
            )
    return [Chunk({**header(tournament, _("Diplomas")), "cards": cards})]


def press_note(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return a press note with the podium, the winner's matches and the day in numbers."""
    rows = final_rows(tournament, ask, audience)
    podium = _podium(rows)
    context = {
        **header(tournament, _("Nota de prensa")),
        "podium": podium,
        "winner": join_in_words(podium[0]["names"]) if podium else "",
        "path": entry_path(tournament, podium[0]["number"], audience) if podium else [],
        "numbers": statistics_of(tournament, audience),
    }
    return [Chunk(context)]


def refuse_unplayed(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 before the first draw, and while a match is still to be played."""
    if not anything_drawn(tournament):
        raise nothing_drawn_refusal()
    if not event_over(tournament, EVERY_ROUND):
        raise Conflict(
            "event_not_over",
            gettext_lazy("El torneo no ha terminado: podrá imprimirla cuando se juegue todo."),
        )


def final_rows(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[dict[str, Any]]:
    """Return all entries by final place. Raises Refused 409 while a match is still to be played."""
    refuse_unplayed(tournament, ask)
    entries, stages = entries_by_number(tournament), stages_of(tournament)
    if len(stages) == 1 and has_podium(stages[0], stage_groups(stages[0], audience) or [stages[0]]):
        return [
            _row(line, entries[line.entrant], "", audience)
            for line in stage_standings(stages[0], audience)
        ]
    stages_by_number = {stage.number: stage for stage in stages}
    return [
        _row(
            line,
            entries[line.entrant],
            _last_stage(line, stages_by_number[line.stage].label, stages_by_number),
            audience,
        )
        for line in event_of(tournament, audience)
    ]


def _last_stage(line: FinalLine, label: str, stages: dict[int, Any]) -> str:
    """Return the last stage of an entry and its place there: «Cuadro, 3.º», «Grupos, 2.º, grupo B».

    Without a place, return only the label of the stage.
    """
    if not line.stage_place:
        return label
    words = _("%(stage)s, %(place)s.º") % {"stage": label, "place": line.stage_place}
    group = group_name(stages[line.stage].format, line.group)
    return f"{words}, {group}" if group else words


def _row(
    line: StandingsLine | FinalLine, entry: Entry, last_stage: str, audience: Audience
) -> dict[str, Any]:
    return {
        "place": line.place,
        "shared": line.shared,
        "number": line.entrant,
        "names": entry.names_for(audience),
        "people": [seat.player.name_for(audience) for seat in entry.seats.all()],
        "team": entry.name,
        "town": entry.town,
        "reached": last_stage,
        "departure": entry.get_state_display() if line.withdrawn else "",
    }


def _podium(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if row["place"] <= PODIUM]
