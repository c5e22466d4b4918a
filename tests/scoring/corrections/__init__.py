"""Helpers of the tests of corrections."""

from scoring.actas.selectors.actas import fold_lines, get_match
from scoring.actas.services import record_hand
from scoring.corrections.preview import consequences
from scoring.models import Result
from tournaments.models import Match

A_WINS, B_WINS = ["coto 3-1", "coto 3-0"], ["coto 1-3", "coto 0-3"]


def write(match, author, lines=A_WINS):
    for number, line in enumerate(lines, 1):
        record_hand(match=match, author=author, line=line, number=number)


def opposite_lines(match):
    """Return the lines of an acta that the other side wins."""
    return B_WINS if Result.objects.get(match=match).winner == 0 else A_WINS


def preview_correction(match, lines=None):
    """Return the consequences of correcting the acta to `lines`; by default the other side wins."""
    match = get_match(match.tournament, match.code)
    return consequences(match, fold_lines(match, opposite_lines(match) if lines is None else lines))


def entry_numbers(match):
    """Return the entry numbers of the sides of a match, in order."""
    return [side.entry.number for side in match.sides.select_related("entry").order_by("side")]


def play_round(round, author):
    """Write the acta of every match of the round: side A wins."""
    for match in round.matches.exclude(state=Match.State.BYE).order_by("number"):
        write(match, author)
