"""The running scores of several matches, without a query per match."""

from collections.abc import Collection

from scoring.actas.selectors.actas import fold_lines, lines_written, live_actas, with_details
from scoring.games import GAMES
from tournaments.models import Match
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import published_rounds


def scores_now(keys: Collection[int], audience: Audience) -> dict[int, str]:
    """Return the score so far of these matches in one line, by key: «Cotos 1–0 · partidas 2–1».

    Matches that the audience does not see, and matches without a line, are left out.
    """
    known = Match.objects.filter(published_rounds(audience, "round"), pk__in=keys)
    matches = list(with_details(known).order_by("table"))
    actas = live_actas(matches)
    return {
        match.pk: GAMES[match.tournament.game].words.score_in_words(
            fold_lines(match, lines_written(actas[match.pk])).score, match.game_rules()
        )
        for match in matches
        if match.pk in actas
    }
