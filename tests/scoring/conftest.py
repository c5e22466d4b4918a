"""The casino of six pairs with its list closed, drawn with a word, and published."""

import pytest

from scoring.services.rounds import publish_round
from tests.scoring.promises import close, say
from tournaments.models import DrawCommitment


@pytest.fixture
def closed(casino, pairs, pilar) -> DrawCommitment:
    """6 pairs on a list closed by Pilar."""
    pairs(casino, 6)
    return close(casino, pilar)


@pytest.fixture
def drawn(closed, casino, pilar):
    return say(casino, pilar)


@pytest.fixture
def published(drawn, pilar):
    return publish_round(round=drawn, author=pilar)
