"""Oracles: for each game, its table of real cards and the expected results of the rules."""

from tests.rules.oracles import cientos, guinote, malilla, revesino, tarot, truco, zanga
from tests.rules.oracles.judge import Oracle

ORACLES: dict[str, Oracle] = {
    oracle.GAME.key: oracle for oracle in (guinote, truco, zanga, malilla, tarot, revesino, cientos)
}
