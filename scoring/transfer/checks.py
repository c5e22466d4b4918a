"""Checks of an imported tournament: the site can read every value, and the actas agree."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import PurePath

from scoring.actas.services.rescoring import rescore
from scoring.models import Letterhead
from scoring.refereeing.ladders import refereeing_of
from scoring.standings.selectors.counting import stage_counting
from scoring.standings.selectors.standings import stage_tables
from scoring.standings.tiebreaks import tiebreak
from scoring.transfer.selectors import acta_files, acta_lines_of
from scoring.transfer.words import file_refusal
from tournaments.formats.quotas import Quota
from tournaments.models import CURRENCIES, Prize, Stage, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.names.people import Person
from tournaments.people.selectors.wishes import wishes_of
from tournaments.refusal import Refused
from tournaments.rounds.selectors.day import day

CODE = re.compile("[0-9A-Z]{1,8}")  # a match's code, which is part of addresses
COLOUR = re.compile("(?:#[0-9a-f]{6})?")  # the colour of a letterhead; "" is black


def refuse_unreadable(tournament: Tournament, files: Mapping[str, bytes]) -> None:
    """Raise Refused 400 `file_wrong` for a value that the site cannot read, or `acta_differs`.

    No field checks the values inside JSON columns. This function calls the code that reads them, so
    that no page fails on them later.
    """
    place = tournament.slug
    try:
        _read_lists(tournament)
        for stage in tournament.stages.order_by("number"):
            place = stage.label
            stage.tournament = tournament
            _read_stage(stage)
        place = tournament.slug
        day(tournament, tournament.stage, EVERY_ROUND)
        _read_actas(tournament, files)
    except Refused:
        raise
    except Exception as error:  # a reader can raise any error for an unexpected value
        raise file_refusal("file_wrong", where=place) from error


def _read_lists(tournament: Tournament) -> None:
    """Read the values of a tournament outside its stages. Raises ValueError, TypeError."""
    codes = tournament.matches.order_by().values_list("code", flat=True)
    colours = Letterhead.objects.filter(tournament=tournament).values_list("colour", flat=True)
    if not all(map(CODE.fullmatch, codes)) or not all(map(COLOUR.fullmatch, colours)):
        raise ValueError
    if not all(type(table) is int for table in tournament.out_of_service):
        raise TypeError
    if tournament.currency not in CURRENCIES:
        raise ValueError
    for hour in tournament.announcement_hours:
        _read_moment(hour)
    for players in tournament.requests.order_by().values_list("players", flat=True):
        for person in players:
            if type(person) is not list or not all(type(text) is str for text in person):
                raise TypeError
            Person(*person)
    for marks in tournament.entries.order_by().values_list("categories", flat=True):
        if not set(marks) <= set(Prize.ENTRY_CATEGORIES):
            raise ValueError


def _read_stage(stage: Stage) -> None:
    """Read the JSON columns of a stage and its standings. The readers can raise any error."""
    stage.game_rules()
    stage.format_rules()
    stage_counting(stage)
    refereeing_of(stage.refereeing)
    wishes_of(stage, 1)
    for key in stage.chain:
        tiebreak(key)
    numbers = set(stage.tournament.stages.values_list("number", flat=True))
    if not {Quota(**quota).stage for quota in stage.intake} <= numbers:
        raise ValueError
    for moment in stage.dates:
        if moment:
            _read_moment(moment)
    for day_of_rest in stage.rest_dates:
        date.fromisoformat(day_of_rest)
    stage_tables(stage, EVERY_ROUND)


def _read_moment(text: str) -> None:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError


def _read_actas(tournament: Tournament, files: Mapping[str, bytes]) -> None:
    """Raise Refused 400 `acta_differs` unless the actas equal the stored rows and results."""
    stored_actas = acta_files(tournament)
    sent_actas = {name: content for name, content in files.items() if name.startswith("actas/")}
    for name in sorted({*stored_actas, *sent_actas}):
        if (
            name not in stored_actas
            or name not in sent_actas
            or acta_lines_of(stored_actas[name]) != acta_lines_of(sent_actas[name])
        ):
            raise file_refusal("acta_differs", number=PurePath(name).stem)
    for chunk in rescore(tournament=tournament, check=True):
        for match in chunk.wrong_matches:
            raise file_refusal("acta_differs", number=match.match.number)
