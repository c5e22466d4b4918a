"""A match as context of `parts/boards/match_card.html`."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from rules.core import AnyGame, GameOptions
from scoring.games.figures import count
from scoring.models import Result
from tournaments.formats.words import group_name, purpose_in_words
from tournaments.models import Match, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import published_rounds
from tournaments.rounds.words.phases import counts_only_for_note


def match_card(
    match: Match, audience: Audience, *, url: str = "", link: str = ""
) -> dict[str, Any]:
    """Return the context of the card: the table, the sides with their scores, and the state.

    `url` and `link` are the address and the text of a link on the card; "" for no link.
    """
    result = getattr(match, "result", None)
    game, options = match.tournament.rules, match.game_rules()
    score = headline(deciding_tallies(game, options, result.tallies)) if result else None
    winner = result.winner if result else None
    return {
        "id": match.number or match.code,
        "table": match.table,
        "sides": [
            {
                "number": entry.number,
                "name": entry.title_for(audience),
                "score": count(score[side], options.unit) if score else None,
                "winner": winner == side,
                "withdrawn": not entry.live,
            }
            for side, entry in enumerate(match.entries)
        ],
        "state": match.state,
        "label": match.state_in_words,
        "note": note_of(match),
        "url": url,
        "link": link,
    }


def deciding_tallies(
    game: AnyGame, options: GameOptions, tallies: Mapping[str, Sequence[int]]
) -> dict[str, tuple[int, ...]]:
    """Return the tallies that decide the winner, outermost first, whatever their stored order."""
    outer = game.tallies[: game.tallies.index(options.counted_tally) + 1]
    return {name: tuple(tallies[name]) for name in outer if name in tallies}


def headline(tallies: Mapping[str, Sequence[int]]) -> Sequence[int]:
    """Return the count by which people quote a result.

    The count is the cotos, or the partidas if one coto decides. With more than two sides it is the
    last tally, because entries that rest play fewer deals than their rivals.

    >>> headline({"cotos": [2, 1], "partidas": [7, 5]})
    [2, 1]
    >>> headline({"cotos": [1, 0], "partidas": [7, 5]})
    [7, 5]
    >>> headline({"repartos": [4, 4, 4], "puntos": [62, -20, -42]})
    [62, -20, -42]
    >>> headline({"repartos": [4, 4, 5, 3, 4], "puntos": [-538, -178, 412, 116, 188]})
    [-538, -178, 412, 116, 188]
    """
    counts = list(tallies.values())
    quotable = (count for count in counts if max(count) > 1 and len(count) == 2)
    return next(quotable, counts[-1])


def note_of(match: Match) -> str:
    """Return the note shown next to a match's state: the number, the group and the purpose."""
    if match.number is None:
        return _("no juega esta ronda")
    sentence = _("Encuentro %(number)s") % {"number": match.number}
    group = group_name(match.round.stage.format, match.group)
    catching_up = counts_only_for_note(match.everybody[0].number) if match.guests else ""
    words = (sentence, group, catching_up or purpose_in_words(match.purpose))
    return " · ".join(word for word in words if word)


# --- Numbers of a tournament ----------------------------------------------------------------------
# Sums over the hands of all finished matches, and the minutes of a stage's matches by table.
MINUTE = timedelta(minutes=1)


def summed_counts(tournament: Tournament, audience: Audience) -> Counter[str]:
    """Return the sums of the game's counts over the hands of all finished matches."""
    sums: Counter[str] = Counter()
    results = Result.objects.filter(
        published_rounds(audience, "match__round"), match__tournament=tournament
    ).exclude(counts={})
    for counts in results.values_list("counts", flat=True).iterator():
        sums.update(counts)
    return sums


def minutes_by_table(stage: Stage, audience: Audience) -> dict[int, list[float]]:
    """Return, by table, the minutes of the stage's matches from the call to the end.

    Matches decided by forfeit are left out.
    """
    finished_matches = Match.objects.filter(
        published_rounds(audience, "round"),
        round__stage=stage,
        state=Match.State.FINISHED,
        table__isnull=False,
        called_at__isnull=False,
        finished_at__isnull=False,
    ).exclude(result__forfeit=True)
    minutes: defaultdict[int, list[float]] = defaultdict(list)
    for table, called, finished in finished_matches.order_by("pk").values_list(
        "table", "called_at", "finished_at"
    ):
        if table and called and finished:  # always true: mypy does not know the filter
            minutes[table].append(max(finished - called, timedelta()) / MINUTE)
    return dict(minutes)
