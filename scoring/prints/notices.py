"""Small sheets about tables, results and draws, such as «Tarjetas de mesa», and notices."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.core import SIDE_NAMES
from scoring.actas.selectors.meetings import competitors_of, meetings
from scoring.actas.table_links import table_url
from scoring.prints.ask import (
    Chunk,
    PrintAsk,
    Slices,
    header,
    list_header,
    matches_with_byes,
    nothing_drawn_refusal,
    refuse_before_first_round,
    refuse_no_tables,
    requested_matches,
    requested_round,
    sheet_title,
    split_ask,
)
from scoring.prints.layout.fitting import fit
from scoring.prints.pairings import lists_in_hall_order, match_row, side_row
from scoring.prints.people import entries_in_order
from scoring.prints.results import open_matches
from scoring.public.crosses import CrossRow, calendar_page, cross_table, is_crossed
from scoring.refereeing.selectors.clock import stage_refereeing
from scoring.rounds.selectors.round_pages import round_context
from scoring.standings.selectors.standings import stage_tables
from tournaments.formats.words import group_name, purpose_in_words
from tournaments.models import DrawCommitment, Entry, Match, Tournament
from tournaments.models.partners import Partners
from tournaments.names.audience import EVERY_ROUND, Audience
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.commitments import open_commitment, promised_serial
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import current_round, round_matches
from tournaments.sign_up.selectors import sign_up_of, takes_requests
from tournaments.site.public_address import is_only_here, refuse_only_here
from tournaments.site.qr import qr_picture, qr_svg
from tournaments.table_ranges import read_table_ranges

CARDS = 40  # table cards laid out together
# The space for the names: width and height in millimetres, and largest letters in points.
WIDTH, HEIGHT, LARGEST = 48, 21, 12.0


def table_cards(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the cards of a round by table, without byes.

    Raises Refused 409 if there is no match to print.
    """
    round, matches = requested_round(tournament, ask), requested_matches(tournament, ask)
    title = _("Tarjetas de mesa, %(round)s") % {"round": round}
    head = header(tournament, sheet_title(ask, title), round.stage)
    cards = [_card(match, ask.base_url, audience) for match in matches]
    return [
        Chunk({**head, "cards": cards[first : first + CARDS]}, units=len(cards[first:][:CARDS]))
        for first in range(0, len(cards), CARDS)
    ]


def refuse_no_cards(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 without a match to print, or if no phone can open the links."""
    refuse_no_tables(tournament, ask)
    refuse_only_here(ask.base_url)


def _card(match: Match, base_url: str, audience: Audience) -> dict[str, Any]:
    return {
        "table": match.table,
        "number": match.number,
        "code": match.code,
        **_names(match, audience),
        "qr": qr_picture(table_url(base_url, match)),
    }


def _names(match: Match, audience: Audience) -> dict[str, Any]:
    """Return the lines with the names of a match, and the size of their letters.

    The lines are by person or by side, whichever fits in larger letters.
    """
    entries = match.entries
    numbers = [str(entry.number) if audience.names else "" for entry in entries]
    lines_by_side = [*zip(numbers, (entry.title_for(audience) for entry in entries), strict=True)]
    lines_by_person = [
        ("" if index else number, name)
        for number, entry in zip(numbers, entries, strict=True)
        for index, name in enumerate(entry.names_for(audience))
    ]
    choices = [lines_by_person, lines_by_side]
    fitted_text = fit(
        [[" ".join(line) for line in choice] for choice in choices], WIDTH, HEIGHT, LARGEST
    )
    lines = next(choice for choice in choices if len(choice) == len(fitted_text.lines))
    return {"lines": lines, "size": fitted_text.size}


# --- Tables ---------------------------------------------------------------------------------------
# Two sheets about the tables of the hall: their numbers to read from afar, and their match hours.
NUMBERS = 40  # most table numbers in a chunk


def table_numbers(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the number of each table of the hall, two to a page with a line to cut along."""
    head = header(tournament, _("Números de mesa"))
    numbers = [number for number in _numbers(tournament, ask) if ask.takes(number)]
    return [
        Chunk({**head, "numbers": part}, units=len(part))
        for part in (numbers[start : start + NUMBERS] for start in range(0, len(numbers), NUMBERS))
    ]


def slices_of_tables(tournament: Tournament, ask: PrintAsk) -> Slices:
    """Split the hall's tables into slices."""
    return split_ask(ask, _numbers(tournament, ask))


def _numbers(tournament: Tournament, ask: PrintAsk) -> Sequence[int]:
    """Return the numbers of the requested tables, or of all tables of the hall."""
    return sorted(read_table_ranges(ask.tables)) or tournament.table_numbers


def table_times(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return when each match of a round was called and ended, with space for unknown hours."""
    round = requested_round(tournament, ask)
    seated, waiting, postponed, _byes = lists_in_hall_order(matches_with_byes(round, ask))
    rows = [
        {
            "table": match.table,
            "number": match.number,
            "sides": " – ".join(str(entry.number) for entry in match.entries),
            "called": match.called_at,
            "extra": match.extra_minutes,
            "ended": match.finished_at,
            "note": match.state_in_words if match in postponed else "",
        }
        for match in seated + waiting + postponed
    ]
    title = _("Horas de las mesas, %(round)s") % {"round": round}
    minutes = stage_refereeing(round.stage).minutes
    return [
        Chunk({**header(tournament, sheet_title(ask, title)), "rows": rows, "minutes": minutes})
    ]


# --- Crosses --------------------------------------------------------------------------------------
# «Todos contra todos»: the square of results of a league or of each group, split if too wide.
COLUMNS = 14  # most columns of rivals on a sheet
WIDEST = 500


def crosses_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the square of each group in standings order.

    Raises Refused 409 if not everybody meets everybody, or before the first round.
    """
    refuse_no_crosses(tournament, ask)
    stage = tournament.stage
    competitors = competitors_of(tournament, audience)
    stage_meetings = meetings(stage, competitors, audience)
    squares = []
    for group, lines in stage_tables(stage, audience).items():
        order = [competitors[line.entrant] for line in lines]
        rows = cross_table(stage, order, stage_meetings, widest=WIDEST)
        name = group_name(stage.format, group)
        squares += [{"group": name, **square} for square in _parts(rows)]
    head = header(tournament, _("Todos contra todos"), stage)
    return [Chunk({**head, **open_matches(stage), "squares": squares})]


def refuse_no_crosses(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 if not everybody meets everybody, or before the first round."""
    if not is_crossed(tournament.stage):
        raise Conflict("no_crosses", gettext_lazy("En esta fase no juegan todos contra todos."))
    if current_round(tournament.stage, EVERY_ROUND) is None:
        raise nothing_drawn_refusal()


def _parts(rows: Sequence[CrossRow]) -> list[dict[str, Any]]:
    """Return the square in blocks of columns, each with all its rows."""
    return [
        {
            "columns": [row.competitor.number for row in rows[start : start + COLUMNS]],
            "rows": [
                {"competitor": row.competitor, "cells": row.cells[start : start + COLUMNS]}
                for row in rows
            ],
        }
        for start in range(0, len(rows), COLUMNS)
    ]


# --- Draws ----------------------------------------------------------------------------------------
# «Acta del sorteo», or «Acta de la ronda» if no lots are drawn. It has the method, the result and
# the concessions, and is signed.
def draw_acta(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the acta with the seed, the commitment, the current matches and the changes by hand.

    The first board of a tie between teams stands for the whole tie.
    """
    round = requested_round(tournament, ask)
    ties = [match for match in round_matches(round) if match.board <= 1]
    matches = [match for match in ties if match.state != Match.State.BYE]
    draw_title, round_title = _("Acta del sorteo, %(round)s"), _("Acta de la ronda, %(round)s")
    title = draw_title if round.draws_lots else round_title
    context = {
        **header(tournament, title % {"round": round}),
        **round_context(round, audience),
        "letters": SIDE_NAMES[: max((len(match.entries) for match in matches), default=2)],
        "result": [match_row(match, audience) for match in matches],
        "byes": [
            side_row(entry, audience)
            for match in ties
            if match.state == Match.State.BYE
            for entry in match.everybody
        ],
        "address": "" if is_only_here(ask.base_url) else _tournament_address(tournament, ask),
    }
    return [Chunk(context)]


def _tournament_address(tournament: Tournament, ask: PrintAsk) -> str:
    return f"{ask.base_url}/t/{tournament.slug}/" if ask.base_url else ""


# --- Calls ----------------------------------------------------------------------------------------
# «Lista para el micrófono»: the entries of each table, in the order of reading aloud.
def call_list(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the tables in order, then the matches without a table, postponed matches and byes."""
    round = requested_round(tournament, ask)
    matches = matches_with_byes(round, ask)
    seated, waiting, postponed, byes = lists_in_hall_order(matches)
    title = _("%(round)s: para leer en voz alta") % {"round": round}
    return [
        Chunk(
            {
                **list_header(tournament, title, ask, matches),
                "seated": [_call(match, audience) for match in seated],
                "waiting": [_call(match, audience) for match in waiting],
                "postponed": [_call(match, audience) for match in postponed],
                "byes": [_side(entry, audience) for entry in byes],
            }
        )
    ]


def _call(match: Match, audience: Audience) -> dict[str, Any]:
    stake = (group_name(match.round.stage.format, match.group), purpose_in_words(match.purpose))
    sides = [_side(entry, audience) for entry in match.entries]
    for letter, side in zip(SIDE_NAMES, sides, strict=False):
        side["letter"] = letter
    return {
        "table": match.table,
        "number": match.number,
        "note": match.state_in_words if match.state == Match.State.POSTPONED else "",
        "stake": " · ".join(filter(None, stake)),
        "sides": sides,
    }


def _side(entry: Entry | Partners, audience: Audience) -> dict[str, Any]:
    return {"number": entry.number, "people": _people(entry, audience)}


def _people(entry: Entry | Partners, audience: Audience) -> list[dict[str, str]]:
    """Return the name of each person in parts to be read aloud.

    `before` is the given name, `called_name` the surname in bold, and `apart` a text to distinguish
    namesakes. A side with a name of its own has whole names in `called_name`.
    """
    if isinstance(entry, Entry) and not entry.name:
        players = [seat.player for seat in entry.seats.all()]
    elif isinstance(entry, Partners) and not entry.playing and not entry.entries[0].name:
        players = [seat.player for seat in entry.seats]
    else:
        return [
            {"before": "", "called_name": name, "apart": ""} for name in entry.names_for(audience)
        ]
    return [
        {
            "before": player.name if player.surname else "",
            "called_name": player.surname or player.name,
            "apart": player.apart,
        }
        for player in players
    ]


# --- Notices --------------------------------------------------------------------------------------
# Four short sheets: the calendar, the closed list of a draw, the entries, and the poster.
def calendar_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return all the rounds of the stage, played and to come."""
    page = calendar_page(tournament, audience, ahead=True, page=None)
    return [Chunk({**header(tournament, _("Calendario")), **page})]


def refuse_without_calendar(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 if the future rounds are unknown, or before round 1 is published."""
    if not tournament.stage.has_calendar:
        raise Conflict("no_calendar", _("Solo hay calendario donde juegan todos contra todos."))
    refuse_before_first_round(tournament.stage)


GROUP = 8  # digits of the commitment in a group, so that two people can compare it aloud


def closed_list(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the text of the closed list line by line, and its commitment; never the secret."""
    commitment = waiting_commitment(tournament, ask)
    title = _("Lista para el sorteo de la ronda %(round)s") % {"round": promised_serial(commitment)}
    digits = commitment.digest
    context = {
        **header(tournament, title),
        "lines": commitment.text.splitlines(),
        "groups": [digits[start : start + GROUP] for start in range(0, len(digits), GROUP)],
        "made_at": commitment.made_at,
        "by": commitment.author_name,
        "address": f"{ask.base_url}/t/{tournament.slug}/sorteo/" if ask.base_url else "",
    }
    return [Chunk(context)]


def waiting_commitment(tournament: Tournament, ask: PrintAsk) -> DrawCommitment:
    """Return the commitment whose list waits for the word of the hall.

    Raises Refused 409 if no list waits.
    """
    commitment = open_commitment(tournament.stage)
    if commitment is None:
        raise Conflict(
            "no_commitment",
            gettext_lazy("No hay ninguna lista cerrada: ciérrela en Rondas y podrá imprimirla."),
        )
    return commitment


def entry_list_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return all entries with boxes for payment and presence."""
    entries = entries_in_order(tournament.entries.prefetch_related(seats()).order_by("number"), ask)
    rows = [
        {
            "number": entry.number,
            "names": [
                *filter(None, [entry.name]),
                *(seat.player.name_for(audience) for seat in entry.seats.all()),
            ],
            "town": entry.town,
            "paid": entry.paid,
            "present": entry.present,
            "departure": "" if entry.live else entry.get_state_display(),
        }
        for entry in entries
    ]
    return [Chunk({**header(tournament, _("Inscripciones")), "entries": rows})]


def poster(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return one page with the QR of the tournament, or of its sign-up while that is open.

    Raises Refused 409 if no phone can open the address.
    """
    refuse_unreachable(tournament, ask)
    if takes_requests(tournament):
        return [_sign_up_poster(tournament, ask)]
    url = ask.base_url + reverse("tournament", args=[tournament.slug])
    context = header(tournament, _("Siga el torneo en el teléfono"))
    return [Chunk({**context, "qr": qr_svg(url), "address": f"{ask.base_url}/"})]


def _sign_up_poster(tournament: Tournament, ask: PrintAsk) -> Chunk:
    """Return the poster of the open sign-up, to hang up before the tournament."""
    url = ask.base_url + reverse("sign_up", args=[tournament.slug])
    context = header(tournament, _("Inscripción abierta"))
    settings = sign_up_of(tournament)
    return Chunk({**context, "qr": qr_svg(url), "address": url, "sign_up": settings})


def refuse_unreachable(tournament: Tournament, ask: PrintAsk) -> None:
    refuse_only_here(ask.base_url)
