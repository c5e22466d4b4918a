"""The words of each game, which `scoring` registers when it is ready."""

from tournaments.games.words import GameWords

GAMES: dict[str, GameWords] = {}
