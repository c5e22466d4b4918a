"""The casino of six pairs with its list closed, drawn with a word, and published."""

from scoring.services.draws.rounds import publish_round
from tests.scoring.promises import close, say
from tests.worlds import world
from tournaments.models import DrawCommitment


@world
def closed(casino, pairs, pilar) -> DrawCommitment:
    """6 pairs on a list closed by Pilar."""
    pairs(casino, 6)
    return close(casino, pilar)


@world
def drawn(closed, casino, pilar):
    return say(casino, pilar)


@world
def published(drawn, pilar):
    return publish_round(round=drawn, author=pilar)
