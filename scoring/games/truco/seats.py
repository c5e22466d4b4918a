"""The seats in the forms of truco: the possible dealers and their sides."""

from collections.abc import Mapping
from typing import Any

from rules.core import SIDE_NAMES, Score
from rules.truco.options import Options
from rules.truco.score import State, next_duel
from rules.truco.seats import seat_at, seat_name
from scoring.games.lines import LineForm
from tournaments.words import Text


class TrucoForm(LineForm[Options, State]):
    TEMPLATE = "scoring/games/truco/form.html"

    @property
    def dealer_known(self) -> bool:
        """Return whether the record shows the dealer.

        The dealer of the first hand is drawn by lot (Truco 3.1).
        """
        return self.score.state.dealer is not None

    @staticmethod
    def bandos_known(score: Score[State], options: Options) -> bool:
        """Return whether the bandos are known.

        In the rotating gallo they depend on the dealer, who plays alone.
        """
        return not options.rotates or score.state.dealer is not None

    @property
    def duel(self) -> int:
        """Return the number of the next duel in a pica-pica, 0 outside a pica-pica."""
        return next_duel(self.score, self.options)

    @property
    def letters(self) -> list[str]:
        """Return the letters of the sides that end the names of fields: a, b."""
        return [letter.lower() for letter in SIDE_NAMES[: len(self.titles)]]

    def seats(self, nobody: Text) -> list[tuple[str, Text]]:
        """Return the players as choices in the order of their seats, after the choice `nobody`."""
        players = [(seat_at(index, self.options), index) for index in range(self.options.players)]
        return [
            ("", nobody),
            *(
                (f"{SIDE_NAMES[seat.side]}{seat.number}", self.player(index))
                for seat, index in players
            ),
        ]

    def player(self, index: int) -> str:
        """Return «A2 · Luis Sanz»: a seat and its player, if the titles name him."""
        seat, name = seat_at(index, self.options), seat_name(index, self.options)
        people = self.titles[seat.side].split(" · ")[1:]
        names_known = len(people) * self.options.sides == self.options.players
        return f"{name} · {people[seat.number - 1]}" if names_known else name

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the field values that would write this line, with players as in `seats`.

        Return None for a line of another kind.
        """
        values = super().field_values(line)
        return (
            None
            if values is None
            else {
                name: f"{value['side']}{value['seat']}" if isinstance(value, dict) else value
                for name, value in values.items()
            }
        )

    def seat(self, name: str) -> dict[str, object] | None:
        """Return the player chosen in this field as JSON; None if nobody is chosen."""
        choice: str = self.cleaned_data.get(name) or ""
        return {"side": choice[0], "seat": int(choice[1:])} if choice else None
