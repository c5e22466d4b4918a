"""Oracles: each deals the real cards of a game and counts the results without the rules."""

from tests.rules.oracles import cientos, guinote, malilla, revesino, tarot, truco, zanga
from tests.rules.oracles.judge import Oracle

ORACLES: dict[str, Oracle] = {
    oracle.GAME.key: oracle for oracle in (guinote, truco, zanga, malilla, tarot, revesino, cientos)
}
