"""Self-play table of the free score: it has no cards, because it may score any game.

Each mano has random points within the options. Each juego has a lucky side, so that it ends.
"""

from dataclasses import dataclass, field

from rules.chance import Chance
from rules.core import Score, Side
from rules.lines import End
from rules.marcador.hands import Hand, Juego, Juegos, Mano, Ruling
from rules.marcador.match import State, play, points_by_chance, start
from rules.marcador.options import Numbers, Options

LEVELS = ("deals", "results")


def play_match(options: Options, seed: str, level: str = "deals") -> list[Hand]:
    """Return the lines of a whole match.

    `level` records every mano (or every juego, if only juegos are written), or only their sums.
    """
    chance = Chance(seed)
    score = start(options)
    recorder = _Recorder(options, level)
    # The number of manos or juegos before the end of the time.
    clock = 4 + chance.below(8) if options.clock else 0
    lucky_side = chance.below(options.sides)
    while not score.over:
        score_before = score
        units_played = score.state.manos if options.counts_tantos else score.state.juegos
        if clock and not score.state.time and units_played >= clock:
            line: Hand = End()
        else:
            line = _line(chance, score, lucky_side, options)
        score = play(score, line, options)
        recorder.add(line, score_before, score)
        if not score.state.column:
            lucky_side = chance.below(options.sides)
    return recorder.lines


def _line(chance: Chance, score: Score[State], lucky_side: Side, options: Options) -> Hand:
    if not options.by_tantos:
        if options.juego_can_draw and chance.one_in(8):
            return Juego(None)
        return Juego(chance.below(options.sides))
    if score.state.manos and chance.one_in(60):
        return Ruling("tantos", "señas", amounts=((chance.below(options.sides), -options.step),))
    return Mano(points_by_chance(score, lucky_side, options, chance))


@dataclass
class _Recorder:
    """Records the lines of a match.

    `manos` and `juego_winners` wait for the line with their sum. `juego_lines` has the lines of the
    juego in play.
    """

    options: Options
    level: str
    lines: list[Hand] = field(default_factory=list)
    manos: list[Numbers] = field(default_factory=list)
    juego_winners: list[Side] = field(default_factory=list)
    juego_lines: list[Hand] = field(default_factory=list)

    def add(self, line: Hand, score_before: Score[State], score_after: Score[State]) -> None:
        if self.level == "deals":
            self.lines.append(line)
        elif self.options.counts_tantos:
            self._add_manos(line, score_after)
        else:
            self._add_juegos(line, score_before, score_after)

    def _add_manos(self, line: Hand, score_after: Score[State]) -> None:
        """Add up the manos until the last mano of the juego, or until a line of another kind."""
        if isinstance(line, Mano):
            self.manos.append(line.points)
        juego_is_over = score_after.over or score_after.state.manos == score_after.state.limit
        has_extra_manos = any(event.code == "marcador.extra_manos" for event in score_after.events)
        if self.manos and (juego_is_over or has_extra_manos or not isinstance(line, Mano)):
            points = tuple(map(sum, zip(*self.manos, strict=True)))
            self.lines.append(Mano(points, len(self.manos)))
            self.manos = []
        if not isinstance(line, Mano):
            self.lines.append(line)

    def _add_juegos(
        self, line: Hand, score_before: Score[State], score_after: Score[State]
    ) -> None:
        """Add up the juegos until the end of a vaca, a drawn juego, or the end of the time.

        When the time ends, write the lines of the juego in play, then every later line.
        """
        if score_before.state.time:
            self.lines.append(line)
            return
        self.juego_lines = [*self.juego_lines, line] if score_after.state.column else []
        for event in score_after.events:
            if event.code in ("marcador.juego_won", "marcador.juego_written"):
                self.juego_winners.append(event.side or 0)
        is_drawn = any(event.code == "marcador.juego_drawn" for event in score_after.events)
        has_extra_juego = any(event.code == "marcador.extra_juego" for event in score_after.events)
        vaca_is_over = score_after.over or score_after.tallies[1] != score_before.tallies[1]
        if self.juego_winners and (
            vaca_is_over or has_extra_juego or is_drawn or isinstance(line, End)
        ):
            sides = range(self.options.sides)
            self.lines.append(Juegos(tuple(self.juego_winners.count(side) for side in sides)))
            self.juego_winners = []
        if is_drawn:
            self.lines.append(Juego(None))
        if isinstance(line, End):
            self.lines += self.juego_lines or [line]
