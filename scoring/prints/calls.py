"""«Lista para el micrófono»: who goes to each table, in the order in which it is read aloud."""

from typing import Any

from django.utils.translation import gettext as _

from rules.core import SIDE_NAMES
from scoring.prints.ask import Ask, Chunk, list_header, matches_of, round_asked
from scoring.prints.pairings import in_hall_order
from tournaments.models import Entry, Match, Tournament
from tournaments.models.partners import Partners
from tournaments.wording.formats import group_name, purpose_in_words


def call_list(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The tables in order, then those that wait for one, then those postponed, then who rests."""
    round = round_asked(tournament, ask)
    matches = matches_of(round, ask)
    seated, waiting, postponed, byes = in_hall_order(matches)
    title = _("%(round)s: para leer en voz alta") % {"round": round}
    return [
        Chunk(
            {
                **list_header(tournament, title, ask, matches),
                "seated": [_call(match) for match in seated],
                "waiting": [_call(match) for match in waiting],
                "postponed": [_call(match) for match in postponed],
                "byes": [_side(entry) for entry in byes],
            }
        )
    ]


def _call(match: Match) -> dict[str, Any]:
    stake = (group_name(match.round.stage.format, match.group), purpose_in_words(match.purpose))
    sides = [_side(entry) for entry in match.entries]
    for letter, side in zip(SIDE_NAMES, sides, strict=False):
        side["letter"] = letter
    return {
        "table": match.table,
        "number": match.number,
        "note": match.state_in_words if match.state == Match.State.POSTPONED else "",
        "stake": " · ".join(filter(None, stake)),
        "sides": sides,
    }


def _side(entry: Entry | Partners) -> dict[str, Any]:
    return {"number": entry.number, "people": _people(entry)}


def _people(entry: Entry | Partners) -> list[dict[str, str]]:
    """Return each person as he is called, with apart the part of the name that is listened for."""
    if isinstance(entry, Entry) and not entry.name:
        found = [seat.player for seat in entry.seats.all()]
    elif isinstance(entry, Partners) and not entry.playing and not entry.entries[0].name:
        found = [seat.player for seat in entry.seats]
    else:
        return [{"before": "", "heard": name, "apart": ""} for name in entry.names]
    return [
        {
            "before": player.name if player.surname else "",
            "heard": player.surname or player.name,
            "apart": player.apart,
        }
        for player in found
    ]
