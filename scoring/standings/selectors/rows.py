"""The rows of the standings in words: one list for page, screen, sheet and API."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from scoring.actas.selectors.actas import Provisional
from scoring.standings.selectors.counting import match_tally_of, units
from scoring.standings.selectors.standings import reckoning_of
from scoring.standings.table import StandingsLine
from scoring.standings.words.tiebreaks import (
    NOTHING,
    VALUELESS,
    WINS_MATCHES,
    Texts,
    match_tally_column,
    match_tally_text,
    reasons,
    texts_of,
    tiebreak_words,
)
from tournaments.models import Match, Round, Stage
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import published_rounds
from tournaments.rounds.words.phases import RoundNames


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings of a `group`, in words.

    `texts` has the text of every tie-break of the chain. `reason` explains why the line is below
    the line above. `provisional` is the number of counted matches of the entry that are
    unconfirmed.
    """

    group: str
    line: StandingsLine
    texts: Texts
    reason: str
    provisional: int

    def cell(self, column: str) -> str:
        """Return the text of the row in one of the columns of the function `columns`."""
        if column in self.texts:
            return self.texts[column]
        line = self.line
        counts = {"played": line.played, "won": line.won, "drawn": line.drawn, "lost": line.lost}
        if column in counts:
            return str(counts[column])
        return match_tally_text(line)


def stage_rows(
    stage: Stage,
    tables: Mapping[str, Sequence[StandingsLine]],
    provisional: Provisional,
    audience: Audience,
    *,
    printed: bool = False,
) -> dict[str, list[StandingsRow]]:
    """Return the rows of these tables of the stage, by group and in the order of the lines.

    With `printed` the rows have the texts of a sheet (see `texts_of`).
    """
    game, boards = stage.tournament.game, bool(stage.boards())
    rounds, reckoning = rounds_of_exit(stage, audience), reckoning_of(stage, audience)
    tally, points = units(stage)
    rows_by_group = {}
    for group, lines in tables.items():
        texts = texts_of(lines, rounds, tally, points, printed=printed)
        reason_texts = reasons(game, lines, texts, boards=boards, reckoning=reckoning, unit=tally)
        rows_by_group[group] = [
            StandingsRow(
                group,
                line,
                texts[line.entrant],
                reason_texts[line.entrant],
                provisional.counts_by_entry[line.entrant],
            )
            for line in lines
        ]
    return rows_by_group


def columns(stage: Stage, rows: Iterable[StandingsRow], *, printed: bool = False) -> list[str]:
    """Return the columns after the names: matches played, draws, and the tie-breaks.

    The column of draws appears if the chain has `points` and some row has a draw. In a league or
    groups with matches of two sides, the columns are played, won, drawn and lost, then the
    tie-breaks other than `wins`.

    If the tally that wins the matches is not the counted tally, it has a column after it. A page
    leaves out the tie-breaks without a value on any row. A sheet (`printed`) leaves out only the
    lot and the format's own order.
    """
    rows = list(rows)
    keys_with_values = {key for row in rows for key, text in row.texts.items() if text != NOTHING}
    hidden_keys = VALUELESS | {"lot"} if printed else frozenset(stage.chain) - keys_with_values
    keys = [key for key in stage.chain if key not in hidden_keys]
    if match_tally := match_tally_of(stage):
        keys.insert(match_tally_column(keys), match_tally)
    if stage.has_calendar and stage.sides() == 2:
        return ["played", "won", "drawn", "lost", *(key for key in keys if key != "wins")]
    draws = "points" in stage.chain and any(row.line.drawn for row in rows)
    return ["played", *(["drawn"] if draws else []), *keys]


def headings(stage: Stage, columns: Iterable[str], *, printed: bool = False) -> dict[str, str]:
    """Return the heading of each of these columns."""
    words = tiebreak_words(stage.tournament.game, boards=bool(stage.boards()))
    heads = {"played": gettext("Jugados"), "drawn": gettext("Empates")}
    if "won" in columns:
        letters = {"won": pgettext("column", "G"), "drawn": pgettext("column", "E")}
        heads |= {**letters, "lost": pgettext("column", "P"), "played": pgettext("column", "J")}
    if match_tally := match_tally_of(stage):
        heads[match_tally] = str(WINS_MATCHES[match_tally][0])
    return {key: heads.get(key) or words[key].heading(printed=printed) for key in columns}


def rounds_of_exit(stage: Stage, audience: Audience) -> RoundNames:
    """Return the names of the rounds in which entries go out; empty if no tie-break names them."""
    if not {"exit_round", "survival"} & set(stage.chain):
        return RoundNames()
    serials = dict(Round.objects.filter(stage=stage).order_by().values_list("number", "serial"))
    if "exit_round" not in stage.chain:
        return RoundNames(0, serials)
    first_matches = Match.objects.filter(round__stage=stage, round__number=1)
    published_matches = first_matches.filter(published_rounds(audience, "round")).order_by()
    return RoundNames(published_matches.values("position").distinct().count(), serials)
