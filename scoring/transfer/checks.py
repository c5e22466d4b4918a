"""What a page would fail to read in an imported tournament."""

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import PurePath

from scoring.actas.services.rescoring import rescore
from scoring.models import Letterhead
from scoring.refereeing.ladders import refereeing_of
from scoring.standings.selectors.counting import stage_counting
from scoring.standings.selectors.standings import stage_tables
from scoring.standings.tiebreaks import tiebreak
from scoring.transfer.selectors import acta_files, lines_of
from scoring.transfer.words import file_refusal
from tournaments.formats.quotas import Quota
from tournaments.models import Prize, Stage, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.people.selectors.wishes import wishes_of
from tournaments.refusal import Refused
from tournaments.rounds.selectors.day import day

CODE = re.compile("[0-9A-Z]{1,8}")  # it stands in addresses
COLOUR = re.compile("(?:#[0-9a-f]{6})?")  # it stands in the style of a sheet


def refuse_unreadable(tournament: Tournament, files: Mapping[str, bytes]) -> None:
    """Raise Refused `file_wrong` if the values of a stage cannot be read, `acta_differs` for actas.

    A row has values in JSON that no field checks; the readers of the site check them here, before
    a page of many tournaments meets them.
    """
    where = tournament.slug
    try:
        _read_lists(tournament)
        for stage in tournament.stages.order_by("number"):
            where = stage.label
            stage.tournament = tournament
            _read_stage(stage)
        where = tournament.slug
        day(tournament, tournament.stage, EVERY_ROUND)
        _read_actas(tournament, files)
    except Refused:
        raise
    except Exception as error:  # whatever a reader raises for a value that it does not expect
        raise file_refusal("file_wrong", where=where) from error


def _read_lists(tournament: Tournament) -> None:
    codes = tournament.matches.order_by().values_list("code", flat=True)
    colours = Letterhead.objects.filter(tournament=tournament).values_list("colour", flat=True)
    if not all(map(CODE.fullmatch, codes)) or not all(map(COLOUR.fullmatch, colours)):
        raise ValueError
    if not all(type(table) is int for table in tournament.out_of_service):
        raise TypeError
    for hour in tournament.announcement_hours:
        _read_moment(hour)
    for people in tournament.requests.order_by().values_list("players", flat=True):
        if not all(
            len(person) == 3 and all(isinstance(p, str) for p in person) for person in people
        ):
            raise ValueError
    for categories in tournament.entries.order_by().values_list("categories", flat=True):
        for category in categories:
            Prize.Category(category)


def _read_stage(stage: Stage) -> None:
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
    for date in stage.dates:
        if date:
            _read_moment(date)
    stage_tables(stage, EVERY_ROUND)


def _read_moment(text: str) -> None:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError


def _read_actas(tournament: Tournament, files: Mapping[str, bytes]) -> None:
    """Raise Refused unless every acta of the file is the stored one, and gives its result."""
    here = acta_files(tournament)
    theirs = {name: content for name, content in files.items() if name.startswith("actas/")}
    for name in sorted({*here, *theirs}):
        if name not in here or name not in theirs or lines_of(here[name]) != lines_of(theirs[name]):
            raise file_refusal("acta_differs", number=PurePath(name).stem)
    for chunk in rescore(tournament=tournament, check=True):
        for match in chunk.differing:
            raise file_refusal("acta_differs", number=match.match.number)
