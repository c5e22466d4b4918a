"""Helpers of the tests of committed draws: close the list, draw with a word, verify the draw."""

from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.commitments import close_list, draw_with_word
from tournaments.models import DrawCommitment

SITE = "/t/casino-de-calamocha/"
WORD = "El Gordo 7142"


def close_the_list(tournament, author) -> DrawCommitment:
    """Close the list of entries before the draw."""
    return close_list(stage=tournament.stage, author=author)


def draw_with_the_word(tournament, author, word=WORD):
    """Draw the round from the closed list and the word said in the hall."""
    return draw_with_word(stage=tournament.stage, author=author, word=word)


def equal_steps(round) -> dict[str, bool]:
    """Verify the draw. Return, by step, whether it gives what was published."""
    return {step.key: step.equal for step in verify_draw(round).steps}
