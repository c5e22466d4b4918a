"""Oracles: of each game, its table of real cards and what the rules must make of it."""

from tests.rules.oracles import cientos, guinote, malilla, revesino, tarot, truco, zanga
from tests.rules.oracles.judge import Oracle

ORACLES: dict[str, Oracle] = {
    oracle.GAME.key: oracle for oracle in (guinote, truco, zanga, malilla, tarot, revesino, cientos)
}
