"""Acts of the tests of corrections: what they write, turn round and look at."""

from scoring.actas.selectors.actas import fold_lines, get_match
from scoring.actas.services import record_hand
from scoring.corrections.preview import consequences
from scoring.models import Result
from tournaments.models import Match

A_WINS, B_WINS = ["coto 3-1", "coto 3-0"], ["coto 1-3", "coto 0-3"]


def write(match, author, lines=A_WINS):
    for number, line in enumerate(lines, 1):
        record_hand(match=match, author=author, line=line, number=number)


def turned(match):
    """The lines with which the other side wins."""
    return B_WINS if Result.objects.get(match=match).winner == 0 else A_WINS


def what_if(match, lines=None):
    match = get_match(match.tournament, match.code)
    return consequences(match, fold_lines(match, turned(match) if lines is None else lines))


def seats(match):
    return [side.entry.number for side in match.sides.select_related("entry").order_by("side")]


def play_round(round, author):
    for match in round.matches.exclude(state=Match.State.BYE).order_by("number"):
        write(match, author)
