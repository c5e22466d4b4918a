"""Seats for the forms of truco: who may have dealt, and which side each one is of."""

from collections.abc import Mapping
from typing import Any

from rules.core import SIDE_NAMES, Score
from rules.truco.options import Options
from rules.truco.score import State, duel_now
from rules.truco.seats import seat_at, seat_name
from scoring.games.lines import LineForm
from scoring.games.sentences import Text


class TrucoForm(LineForm):
    TEMPLATE = "scoring/games/truco/form.html"
    options: Options
    score: Score[State]

    @property
    def dealer_known(self) -> bool:
        """Whether the record tells who deals: the first hand of all goes by lot (Truco 3.1)."""
        return self.score.state.dealer is not None

    @staticmethod
    def rivals_known(score: Score[State], options: Options) -> bool:
        """Whether it is known who plays against whom: in the gallo the dealer plays alone."""
        return not options.rotates or score.state.dealer is not None

    @property
    def duel(self) -> int:
        """Which of the three hands of a pica-pica comes now, 0 for none."""
        return duel_now(self.score, self.options)

    @property
    def letters(self) -> list[str]:
        """The sides as the names of fields end: a, b."""
        return [letter.lower() for letter in SIDE_NAMES[: len(self.titles)]]

    def seats(self, nobody: Text) -> list[tuple[str, Text]]:
        """The players as choices, in the order in which they sit; first none of them."""
        players = [(seat_at(index, self.options), index) for index in range(self.options.players)]
        return [
            ("", nobody),
            *(
                (f"{SIDE_NAMES[seat.side]}{seat.number}", self.player(index))
                for seat, index in players
            ),
        ]

    def player(self, index: int) -> str:
        """«A2 · Luis Sanz»: a seat with who sits there, as far as the names tell."""
        seat, name = seat_at(index, self.options), seat_name(index, self.options)
        people = self.titles[seat.side].split(" · ")[1:]
        known = len(people) * self.options.sides == self.options.players
        return f"{name} · {people[seat.number - 1]}" if known else name

    def filling(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return its fields, a player as `seats` names him."""
        held = super().filling(line)
        return (
            None
            if held is None
            else {
                name: f"{value['side']}{value['seat']}" if isinstance(value, dict) else value
                for name, value in held.items()
            }
        )

    def seat(self, name: str) -> dict[str, object] | None:
        """The JSON of the player chosen in this field."""
        chosen: str = self.cleaned_data.get(name) or ""
        return {"side": chosen[0], "seat": int(chosen[1:])} if chosen else None
