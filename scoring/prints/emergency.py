"""«Paquete de emergencia»: everything to continue by hand without power or computer."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.actas.selectors.meetings import as_ties, competitors_of, meetings
from scoring.prints.actas import BlankActa, actas_of, blank_actas
from scoring.prints.ask import (
    SLICE,
    Chunk,
    PrintAsk,
    Slices,
    as_one_slice,
    header,
    matches_in_hall_order,
    nothing_drawn_refusal,
    slices_in_order,
    split_ask,
)
from scoring.prints.bracket import bracket_sheet
from scoring.prints.notices import calendar_sheet, refuse_without_calendar
from scoring.prints.pairings import is_paired_from_list, pairing_list, table_sheet
from scoring.prints.people import refuse_without_people
from scoring.prints.results import standings_sheet
from scoring.public.whole_event import qualifier_lists
from scoring.rounds.selectors.calendar import (
    UpcomingRound,
    rounds_of_unopened_stage,
    rounds_to_come,
)
from scoring.rounds.words.by_hand import WRITING, steps_by_hand, what_to_type_later
from scoring.stages.selectors.chain import stage_over
from scoring.stages.selectors.going_on import StageQualifiers, qualifiers_ahead
from scoring.stages.selectors.quotas import fates_of
from tournaments.formats.quotas import REST
from tournaments.models import Entry, Match, Round, Stage, Tournament
from tournaments.models.partners import Partners
from tournaments.names.audience import EVERY_ROUND, Audience
from tournaments.permissions import includes_table
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.day import day_of_stage
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import current_round, matches_with_names, next_serial
from tournaments.rounds.words.rounds import numbered_round_name
from tournaments.setup.selectors.stages import stages_of
from tournaments.words import Text


# «Quién sigue»: the qualifiers for the next stages, or the entries still in the tournament.
def qualifiers_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return each list of qualifiers, best first, with the place by which each of them qualifies.

    Without a later stage, return the entries that are not out of the tournament.
    """
    refuse_without_qualifiers(tournament, ask)
    stage = tournament.stage
    lists = _qualifier_groups(stage, audience) if _feeds(stage) else _live_entries(stage, audience)
    context = {
        **header(tournament, _("Quién sigue"), stage),
        "lists": lists,
        "round": current_round(stage, audience),
        "over": stage_over(stage, audience),
    }
    return [Chunk(context)]


def refuse_without_qualifiers(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 before round 1, and in a stage from which nobody goes out or qualifies."""
    stage = tournament.stage
    if not (stage.has_bracket or _feeds(stage)):
        raise Conflict(
            "nobody_goes_on",
            gettext_lazy("De esta fase no se pasa a otra: imprima su clasificación."),
        )
    if current_round(stage, EVERY_ROUND) is None:
        raise nothing_drawn_refusal()


def _feeds(stage: Stage) -> bool:
    """Return whether a later stage takes entries by their places in this stage."""
    return any(
        quota["stage"] == stage.number and quota["per"] != REST
        for later_stage in stages_of(stage.tournament)
        for quota in later_stage.intake
    )


def _qualifier_groups(stage: Stage, audience: Audience) -> list[dict[str, Any]]:
    competitors = competitors_of(stage.tournament, audience)
    return [
        {
            "title": group["title"],
            "rows": [{"competitor": competitor, "why": why} for competitor, why in group["rows"]],
            "contests": group["contests"],
        }
        for group in qualifier_lists(stage, qualifiers_ahead(stage, audience), competitors)
    ]


def _live_entries(stage: Stage, audience: Audience) -> list[dict[str, Any]]:
    competitors = competitors_of(stage.tournament, audience)
    fates = fates_of(stage, as_ties(meetings(stage, competitors, audience)), competitors)
    if fates is None:
        return []
    rows = [
        {"competitor": competitors[number], "why": _lives(fates.lives_left(number))}
        for number in sorted(fates.alive)
    ]
    return [{"title": _("Siguen en el torneo"), "rows": rows}]


def _lives(lives: int) -> str:
    if not lives:
        return ""
    return ngettext("Le queda %(left)s vida", "Le quedan %(left)s vidas", lives) % {"left": lives}


# --- Emergency ------------------------------------------------------------------------------------
SHEETS, UNFINISHED, BLANKS = "sheets", "left", "blank"  # the parts of a long packet that are sliced
ROUNDS = 2  # how many rounds to come get blank actas
MOST_BLANK = 500
Chunks = Callable[[Tournament, PrintAsk, Audience], list[Chunk]]


@dataclass(frozen=True, slots=True)
class PacketPart:
    """A sheet of the packet.

    - `title`: its title in the list of contents.
    - `is_useful`: whether a stage has a use for it.
    - `part`: SHEETS, UNFINISHED or BLANKS.
    """

    title: Text
    chunks: Chunks
    template: str
    is_useful: Callable[[Stage], bool] = lambda stage: True
    part: str = SHEETS


def emergency(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the instructions, then every useful sheet.

    The instructions give the reason for each sheet that cannot be printed.
    """
    titles = []
    missing = []
    chunks = []
    for part in PARTS:
        if not part.is_useful(tournament.stage) or ask.part not in ("", SHEETS, part.part):
            continue
        try:
            part_chunks = part.chunks(tournament, ask, audience)
        except Refused as refused:
            missing.append({"title": part.title, "why": refused})
        else:
            titles.append(part.title)
            if ask.part in ("", part.part):
                chunks += [replace(chunk, template=part.template) for chunk in part_chunks]
    if ask.part in ("", SHEETS):
        chunks.insert(0, Chunk(_guidance(tournament, titles, missing)))
    return chunks


def slices_of_packet(tournament: Tournament, ask: PrintAsk) -> Slices:
    """Return a slice with the short sheets, then slices of the unfinished and of the blank actas.

    A packet with few actas is one slice.
    """
    numbers = [match.number or 0 for match in _unfinished_matches(tournament, ask)]
    blanks = range(1, len(_upcoming_blanks(tournament)) + 1)
    if len(numbers) + len(blanks) <= SLICE:
        return as_one_slice(tournament, ask)
    cuts = [
        *(slices_in_order(replace(ask, part=UNFINISHED), numbers) if numbers else ()),
        *(split_ask(replace(ask, part=BLANKS), blanks) if blanks else ()),
    ]
    return [(replace(ask, part=SHEETS), 1), *cuts]


def _guidance(tournament: Tournament, titles: list[Any], missing: list[Any]) -> dict[str, Any]:
    stage = tournament.stage
    today = day_of_stage(stage, EVERY_ROUND)
    number, is_last = today.next_number, 0 < today.last_number < today.next_number
    next_stages = (
        [(qualifiers.next_stage, qualifiers.entry_count) for qualifiers in _next_qualifiers(stage)]
        if is_last or today.over
        else []
    )
    return {
        **header(tournament, _("Por si hay que seguir a mano"), stage),
        "there": titles,
        "missing": missing,
        "steps": steps_by_hand(
            stage, number, over=today.over, last=is_last, next_stages=next_stages
        ),
        "writing": WRITING,
        "later": what_to_type_later(
            stage, number, last=is_last or today.over, next_stages=next_stages
        ),
    }


def _standings(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    refuse_without_people(tournament, ask)
    return standings_sheet(tournament, ask, audience)


def _calendar(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    refuse_without_calendar(tournament, ask)
    return calendar_sheet(tournament, ask, audience)


def _unfinished_actas(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the unfinished actas of every round, at the requested tables.

    Raises Refused 409 `nothing_unfinished` if there is none.
    """
    rounds = tournament.stage.rounds.in_bulk()
    matches = _unfinished_matches(tournament, ask)
    # all matches share one round object: otherwise every match holds a copy of the whole draw
    for match in matches:
        match.round, match.tournament = rounds[match.round_id], tournament
    if matches:
        return actas_of(tournament, matches, ask, audience)
    if ask.tables:
        raise Conflict(
            "nothing_unfinished",
            gettext_lazy("En las mesas %(mine)s, que son las suyas, no queda ninguna por acabar."),
            mine=ask.tables,
        )
    raise Conflict("nothing_unfinished", gettext_lazy("No hay ningún encuentro por acabar."))


def _unfinished_matches(tournament: Tournament, ask: PrintAsk) -> list[Match]:
    """Return the unfinished matches by table, then the matches without a table by number."""
    open_matches = matches_with_names(tournament, EVERY_ROUND).filter(
        round__stage=tournament.stage,
        round__state=Round.State.PUBLISHED,
        state__in=Match.UNFINISHED,
    )
    own_matches = (
        match
        for match in open_matches
        if includes_table(ask.tables, match.table) and ask.takes(match.number)
    )
    return matches_in_hall_order(own_matches, ask)


def _blanks(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    blanks = _upcoming_blanks(tournament)
    if not blanks:
        raise Conflict(
            "nothing_to_come",
            gettext_lazy("No se sabe de ninguna ronda más: están todas preparadas, o falta gente."),
        )
    return blank_actas(tournament, blanks[max(ask.first - 1, 0) : ask.last or None], audience)


def _upcoming_blanks(tournament: Tournament) -> list[BlankActa]:
    """Return the blank actas of the next `ROUNDS` rounds, with the entries that are known."""
    stage = tournament.stage
    rounds = [(stage, round_ahead) for round_ahead in rounds_to_come(stage, ROUNDS, EVERY_ROUND)]
    if len(rounds) < ROUNDS and not stage.by_calls:
        rounds += _rounds_of_next_stages(stage, ROUNDS - len(rounds), len(rounds))
    stored_entries = (
        tournament.entries.prefetch_related(seats())
        if any(round_ahead.known for _, round_ahead in rounds)
        else []
    )
    entries = {entry.number: entry for entry in stored_entries}
    blanks = [
        blank
        for round_stage, round_ahead in rounds
        for blank in _blanks_of_round(round_stage, round_ahead, entries)
    ]
    return blanks[:MOST_BLANK]


def _next_qualifiers(stage: Stage) -> list[StageQualifiers]:
    """Return the qualifiers for each unopened stage that takes entries from this stage by place."""
    return [
        group
        for group in qualifiers_ahead(stage, EVERY_ROUND)
        if group.next_stage.opened_at is None and group.why
    ]


def _rounds_of_next_stages(
    stage: Stage, most: int, own_rounds: int
) -> list[tuple[Stage, UpcomingRound]]:
    """Return at most `most` rounds of each next stage with the same game options.

    `own_rounds` is the number of rounds still to come in this stage.
    """
    first_serial = next_serial(stage.tournament) + own_rounds
    return [
        (qualifiers.next_stage, round_ahead)
        for qualifiers in _next_qualifiers(stage)
        if qualifiers.next_stage.game_options == stage.game_options
        for round_ahead in rounds_of_unopened_stage(
            qualifiers.next_stage, qualifiers.entry_count, first_serial, most
        )
    ]


def _blanks_of_round(
    stage: Stage, upcoming: UpcomingRound, entries: dict[int, Entry]
) -> Iterator[BlankActa]:
    """Yield the blank actas of a round, in the order of the calls.

    Each acta takes the next table in service; once all are taken, the acta has no table.
    """
    tables = iter(stage.tournament.tables_in_service)
    name = numbered_round_name(upcoming.serial, stage.by_calls)
    for sides in upcoming.matches:
        for _board in range(max(stage.boards(), 1)):
            side_entries = tuple(_side(side, entries) for side in sides) if upcoming.known else ()
            yield BlankActa(name, str(next(tables, "")), len(sides), side_entries)


def _side(numbers: Iterable[int], entries: dict[int, Entry]) -> Entry | Partners:
    side_entries = [entries[number] for number in numbers]
    return side_entries[0] if len(side_entries) == 1 else Partners(side_entries)


def _has_next_stage(stage: Stage) -> bool:
    """Return whether a later stage takes entries from this stage."""
    return any(
        quota["stage"] == stage.number
        for later_stage in stages_of(stage.tournament)
        for quota in later_stage.intake
    )


PARTS = (
    PacketPart(
        gettext_lazy("Quién juega ahora, y quién descansa"),
        table_sheet,
        "scoring/prints/sheets/wall/pairings_table.html",
    ),
    PacketPart(
        gettext_lazy("Clasificación"), _standings, "scoring/prints/sheets/standings/standings.html"
    ),
    PacketPart(
        gettext_lazy("Para emparejar a mano"),
        pairing_list,
        "scoring/prints/sheets/wall/pairing_list.html",
        is_paired_from_list,
    ),
    PacketPart(
        gettext_lazy("Quién sigue"),
        qualifiers_sheet,
        "scoring/prints/sheets/standings/going_on.html",
        _has_next_stage,
    ),
    PacketPart(
        gettext_lazy("Cuadro"),
        bracket_sheet,
        "scoring/prints/sheets/wall/bracket.html",
        lambda stage: stage.has_bracket and not stage.has_lives,
    ),
    PacketPart(
        gettext_lazy("Calendario"),
        _calendar,
        "scoring/prints/sheets/wall/calendar.html",
        lambda stage: stage.has_calendar,
    ),
    PacketPart(
        gettext_lazy("Actas de los encuentros por acabar"),
        _unfinished_actas,
        "scoring/prints/sheets/tables/actas.html",
        part=UNFINISHED,
    ),
    PacketPart(
        gettext_lazy("Actas en blanco de las dos rondas siguientes"),
        _blanks,
        "scoring/prints/sheets/tables/actas.html",
        part=BLANKS,
    ),
)
