"""Pairings on paper: lists by table and by surname for the wall, and «Para emparejar a mano»."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.core import SIDE_NAMES
from scoring.actas.selectors.meetings import as_ties, competitors_of, meetings
from scoring.prints.ask import (
    Chunk,
    PrintAsk,
    hall_sort_key,
    header,
    list_header,
    matches_with_byes,
    requested_round,
)
from scoring.prints.layout.fitting import rows_in_one_size
from scoring.prints.people import refuse_without_people
from scoring.stages.selectors.quotas import Fates, fates_of
from scoring.standings.selectors.standings import stage_situation, stage_tables
from tournaments.formats import history
from tournaments.formats.core import Situation
from tournaments.formats.ladder import Ladder
from tournaments.formats.words import group_name, purpose_in_words
from tournaments.models import Entry, Match, MatchSide, Player, Round, Stage, Tournament
from tournaments.models.partners import Partners
from tournaments.names.audience import Audience
from tournaments.names.surnames import filed_name, filing_key
from tournaments.rounds.selectors.rounds import (
    AwaitedEntry,
    awaited_entries,
    latest_round,
    next_serial,
)
from tournaments.rounds.words.phases import counts_only_for_note
from tournaments.rounds.words.rounds import numbered_round_name

POSTPONED = Match.State.POSTPONED
# For each paper, how many people a column holds below its headings: on a usual sheet, and on a
# sheet that begins with sentences about changes.
ROWS = {"A4": (36, 24), "A5": (14, 4)}
# The next sizes are as in `print.css`.
# A person's row: its width and height in millimetres, its usual and smallest letters in points.
PERSON, PERSON_LETTERS = (66, 6.7), (14.0, 12.0)
# A match: its height in millimetres; the width of a side in millimetres and its letters in points,
# by number of sides.
ROW, SIDES = 12.1, {2: (66, 14.0), 3: (41, 12.0), 4: (27, 10.5), 5: (18, 9.0)}
CROWDED_LETTERS = {3: 9.5, 4: 7.0, 5: 7.0}  # most points of letters, by number of names on a side
MOST_SHRINKAGE = 2.0  # points by which all letters of a sheet of matches may shrink to save pages
PAGES = {"A4": 240, "A5": 100}  # height of a page in millimetres


def table_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the list of a round in hall order: tables, waiting and postponed matches, byes."""
    round = requested_round(tournament, ask)
    matches = matches_with_byes(round, ask)
    seated, waiting, postponed, byes = lists_in_hall_order(matches)
    sides = awaited_entries(tournament, [match.pk for match in waiting], audience)
    title = _("%(round)s: por mesas") % {"round": round}
    letters = max((len(match.entries) for match in seated + waiting + postponed), default=2)
    seated_rows = [match_row(match, audience) for match in seated]
    waiting_rows = [
        match_row(match, audience, _awaited_in_words(sides, match)) for match in waiting
    ]
    postponed_rows = [match_row(match, audience, match.state_in_words) for match in postponed]
    bye_rows = [side_row(entry, audience) for entry in byes]
    bye_pairs = [{"sides": bye_rows[first : first + 2]} for first in range(0, len(bye_rows), 2)]
    _set_letters([*seated_rows, *waiting_rows, *postponed_rows, *bye_pairs], ask)
    return [
        Chunk(
            {
                **list_header(tournament, title, ask, matches),
                "letters": SIDE_NAMES[:letters],
                "seated": seated_rows,
                "waiting": waiting_rows,
                "postponed": postponed_rows,
                "byes": bye_rows,
                "rests": bye_pairs,
            }
        )
    ]


def surname_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return every person of the round by surname, with the entry's number and table.

    Without names, return every entry by number.
    """
    round = requested_round(tournament, ask)
    matches = matches_with_byes(round, ask)
    if not audience.names:
        return _number_sheet(tournament, round, ask, matches, audience)
    places = _places(tournament, matches, audience)
    people = sorted(
        (
            (filing_key(player.person), side.entry.number, _person(player), places[side.pk])
            for match in matches
            for side in match.sides.all()
            for player in _players(side, audience)
        ),
        key=lambda row: row[:2],
    )
    rows = [{"name": name, "number": number, **place} for _key, number, name, place in people]
    title = _("%(round)s: por apellidos") % {"round": round}
    head = list_header(tournament, title, ask, matches)
    return _column_list(head, _("Apellidos y nombre"), rows, ask)


def _number_sheet(
    tournament: Tournament, round: Round, ask: PrintAsk, matches: list[Match], audience: Audience
) -> list[Chunk]:
    """Return the list of `surname_sheet` without names: every entry of the round by its number."""
    places = _places(tournament, matches, audience)
    entry_places = sorted(
        (
            (side.entry.number, side.entry.title_for(audience), places[side.pk])
            for match in matches
            for side in match.sides.all()
            if side.board < 2
        ),
        key=lambda row: row[0],
    )
    rows = [
        {"name": {"first": title, "rest": "", "apart": ""}, "number": "", **place}
        for _number, title, place in entry_places
    ]
    title = _("%(round)s: por números") % {"round": round}
    return _column_list(list_header(tournament, title, ask, matches), "", rows, ask)


def _column_list(
    head: dict[str, Any], heading: str, rows: list[dict[str, Any]], ask: PrintAsk
) -> list[Chunk]:
    """Return a list of people with the table where each plays; `heading` is above the names.

    Large print has one column, and each row is as high as its text needs.
    """
    if ask.large:
        context = {**head, "who": heading, "people": rows}
        return [Chunk(context, template="scoring/prints/sheets/wall/pairings_surname_large.html")]
    most_rows, fewer_rows = ROWS[ask.paper]
    rows_per_column = fewer_rows if head["changes"] else most_rows
    width, height = PERSON
    names = [[[_full_name(row["name"])]] for row in rows]
    list_rows = rows_in_one_size(names, width, height, PERSON_LETTERS, 2 * rows_per_column * height)
    for row, list_row in zip(rows, list_rows, strict=True):
        row |= list_row._asdict()
    pages = _pages(rows, rows_per_column * height)
    return [Chunk({**head, "who": heading, "pages": pages})]


def lists_in_hall_order(
    matches: Sequence[Match],
) -> tuple[list[Match], list[Match], list[Match], list[Entry]]:
    """Return four lists: matches by table, waiting and postponed matches by number, and byes."""
    paired_matches = sorted((m for m in matches if m.state != Match.State.BYE), key=hall_sort_key)
    return (
        [match for match in paired_matches if match.table],
        [match for match in paired_matches if not match.table and match.state != POSTPONED],
        [match for match in paired_matches if match.state == POSTPONED],
        [entry for m in matches if m.state == Match.State.BYE for entry in m.everybody],
    )


def match_row(match: Match, audience: Audience, note: str = "") -> dict[str, Any]:
    """Return a match as a row of a list, with the row of each side.

    `note` explains why the match has no table.
    """
    return {
        "note": note,
        "table": match.table,
        "number": match.number,
        "purpose": counts_only_for_note(match.everybody[0].number)
        if match.guests
        else purpose_in_words(match.purpose),
        "group": group_name(match.round.stage.format, match.group),
        "sides": [side_row(entry, audience) for entry in match.entries],
    }


def side_row(entry: Entry | Partners, audience: Audience) -> dict[str, Any]:
    """Return an entry or partners for a list: the number, and a line per name if names show."""
    names = entry.names_for(audience) if audience.names else []
    return {"number": entry.number, "names": "\n".join(names), "lines": len(names)}


def _set_letters(rows: Sequence[dict[str, Any]], ask: PrintAsk) -> None:
    """Set the letters and the height of each row.

    Rows with the same number of sides and the same most names on a side have letters of one size.
    """
    similar_rows: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for row in rows:
        row["height"] = 0
        most_names = max((side["lines"] for side in row["sides"]), default=0)
        similar_rows.setdefault((max(2, len(row["sides"])), most_names), []).append(row)
    for (sides, lines), group in similar_rows.items():
        width, letters = SIDES[sides]
        letters = min(letters, CROWDED_LETTERS.get(lines, letters))
        names = [[side["names"].split("\n") for side in row["sides"]] for row in group]
        list_rows = rows_in_one_size(
            names, width, ROW, (letters, letters - MOST_SHRINKAGE), PAGES[ask.paper]
        )
        for row, list_row in zip(group, list_rows, strict=True):
            row["height"] = list_row.height
            for side in row["sides"]:
                side["letters"] = list_row.letters


def _players(side: MatchSide, audience: Audience) -> list[Player]:
    """Return the people of a side. Of a team on a board, return the line-up of the board.

    Without a line-up, board 1 has the whole squad and the other boards have nobody. An anonymised
    entry is a single person with the title of the entry.
    """
    if side.entry.anonymised_at is not None:
        return [Player(name=side.entry.title_for(audience))] if side.board < 2 else []
    people = [seat.player for seat in side.entry.seats.all()]
    if not side.board:
        return people
    if not side.names:
        return people if side.board == 1 else []
    names = side.names.split(" · ")
    return [player for player in people if player.full_name in names]


def _person(player: Player) -> dict[str, str]:
    """Return the part of the name that sorts it, the rest, and a text to distinguish namesakes.

    A town distinguishes a namesake who has no surname.
    """
    first, rest = filed_name(player.person)
    return {"first": first, "rest": rest, "apart": player.apart or ("" if rest else player.town)}


def _full_name(name: Mapping[str, str]) -> str:
    """Return the whole name as it is written in the person's row."""
    apart = f" ({name['apart']})" if name["apart"] else ""
    return f"{name['first']}{', ' if name['rest'] else ''}{name['rest']}{apart}"


def _awaited_in_words(sides: Mapping[int, Sequence[AwaitedEntry]], match: Match) -> str:
    return "; ".join(side.sentence for side in sides.get(match.pk, ()))


def _places(
    tournament: Tournament, matches: Sequence[Match], audience: Audience
) -> dict[int, dict[str, Any]]:
    """Return where each side of these matches plays, by key: «7», «espera», «descansa»."""
    waiting = [match.pk for match in matches if match.state == Match.State.WAITING]
    elsewhere = {
        (key, side.entry): side.table
        for key, sides in awaited_entries(tournament, waiting, audience).items()
        for side in sides
    }
    return {
        side.pk: _place(match, elsewhere.get((match.pk, side.entry.number)))
        for match in matches
        for side in match.sides.all()
    }


def _place(match: Match, elsewhere: int | None) -> dict[str, Any]:
    """Return the table of a side, or why it has none.

    `elsewhere` is the table of the side's unfinished match.
    """
    if elsewhere:
        return {"seated": False, "place": _("en la %(table)s") % {"table": elsewhere}}
    if match.state == Match.State.BYE:
        return {"seated": False, "place": _("descansa")}
    if match.state == POSTPONED:
        return {"seated": False, "place": _("aplazado")}
    if not match.table:
        return {"seated": False, "place": _("espera")}
    return {"seated": True, "place": match.table}


def _pages(rows: list[dict[str, Any]], room: float) -> list[list[list[dict[str, Any]]]]:
    """Return pages of two columns of rows, each column at most `room` millimetres high."""
    columns: list[list[dict[str, Any]]] = []
    free_height = 0.0
    for row in rows:
        height = row["height"] or PERSON[1]
        if not columns or height > free_height + 0.01:
            columns.append([])
            free_height = room
        columns[-1].append(row)
        free_height -= height
    return [columns[first : first + 2] for first in range(0, len(columns), 2)]


# --- Pairing list ---------------------------------------------------------------------------------
# «Para emparejar a mano»: data of every entry, to draw the next round on paper.
AHEAD = 2  # rounds for whose results the list has space


def is_paired_from_list(stage: Stage) -> bool:
    """Return whether past rivals decide the next round.

    They do not in a calendar, in a bracket drawn only once, or in an escalera.
    """
    if stage.has_bracket and not stage.has_lives:
        return stage.redraws_bracket
    return not (stage.has_calendar or isinstance(stage.system, Ladder))


def pairing_list(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the active entries by the standings, with past rivals and boxes for new results.

    Raises Refused 409 without entries.
    """
    refuse_without_people(tournament, ask)
    stage = tournament.stage
    competitors = competitors_of(tournament, audience)
    situation = stage_situation(stage, audience)
    fates = fates_of(stage, as_ties(meetings(stage, competitors, audience)), competitors)
    alive = stage.system.living_entries(situation, stage.format_rules())
    past = _past_meetings(situation)
    tables = [
        {
            "group": group_name(stage.format, group),
            "rows": [
                {
                    "line": line,
                    "competitor": competitors[line.entrant],
                    "lives": _lives(fates, line.entrant),
                    **past[line.entrant],
                }
                for line in lines
                if line.entrant in alive
            ],
        }
        for group, lines in stage_tables(stage, audience).items()
    ]
    context = {
        **header(tournament, _("Para emparejar a mano"), stage),
        "tables": tables,
        "lives": stage.has_lives,
        "partners": stage.system.partners > 1,
        "ahead": _names_of_rounds_ahead(stage),
    }
    return [Chunk(context)]


def _past_meetings(situation: Situation) -> dict[int, dict[str, Any]]:
    """Return the rivals, the partners and the byes of each entry."""
    past: dict[int, dict[str, Any]] = defaultdict(lambda: {"met": set(), "with": set(), "rests": 0})
    for (first, second), _times in history.count_meetings(situation.rounds).items():
        past[first]["met"].add(second)
        past[second]["met"].add(first)
    for (first, second), _times in history.partnerships(situation.rounds).items():
        past[first]["with"].add(second)
        past[second]["with"].add(first)
    for number, rests in history.bye_counts(situation.rounds).items():
        past[number]["rests"] = rests
    for row in past.values():
        row["met"], row["with"] = sorted(row["met"]), sorted(row["with"])
    return past


def _lives(fates: Fates | None, number: int) -> int | str:
    return fates.lives_left(number) if fates is not None and fates.lives else ""


def _names_of_rounds_ahead(stage: Stage) -> list[str]:
    """Return the names of the `AHEAD` rounds for whose results the list has space.

    The first is the latest drawn round, or the first round before any draw.
    """
    latest = latest_round(stage)
    first = latest.serial if latest is not None else next_serial(stage.tournament)
    return [numbered_round_name(serial, stage.by_calls) for serial in range(first, first + AHEAD)]
