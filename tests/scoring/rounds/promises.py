"""Helpers of the tests of committed draws: close the list, draw with a word, verify the draw."""

from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.commitments import close_list, draw_with_word
from tournaments.models import DrawCommitment

T = "/t/casino-de-calamocha/"
WORD = "El Gordo 7142"


def close(tournament, author) -> DrawCommitment:
    return close_list(stage=tournament.stage, author=author)


def say(tournament, author, word=WORD):
    return draw_with_word(stage=tournament.stage, author=author, word=word)


def equal(round) -> dict[str, bool]:
    return {step.key: step.equal for step in verify_draw(round).steps}
