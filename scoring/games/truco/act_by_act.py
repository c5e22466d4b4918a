"""A hand of truco entered act by act: each button adds an act, with or without a script."""

from typing import Any

from rules.core import SIDE_NAMES, RuleError, Side, refusal
from rules.truco.acts import Act, Seat, Tanto
from rules.truco.acts import Tantos as Declared
from rules.truco.hands import Deal
from rules.truco.match import play
from rules.truco.notation import parse
from rules.truco.score import next_acts, next_seating
from rules.truco.seats import Seating
from scoring.games.truco import panel
from scoring.games.truco.seats import TrucoForm
from scoring.games.truco.words import turn_sentence
from tournaments.words import Text

UNDO = "quitar"  # value of `jugada` that removes the last act
TANTOS = "tantos"  # value of `jugada` that adds the typed tantos
# A hand refused with one of these codes is not complete yet.
UNFINISHED = {"truco.hand_unfinished", "truco.answer_missing", "truco.tantos_missing"}


class ActByActForm(TrucoForm):
    """The base form of a hand: the acts so far and the acts that can follow.

    `DealForm` adds the fields.
    """

    def follow(self) -> None:
        """Apply the pressed button to the acts so far, and put the new acts into the form's data.

        An error of the rules is stored in `wrong`.
        """
        self.done: tuple[Act, ...] = ()
        self.wrong: RuleError | None = None
        if not self.is_bound:
            return
        bound: Any = self.data  # the data of a request, or of a test
        data = bound.copy()
        try:
            self.done = _acts(str(data.get("acts", "")))
            if self.pressed == UNDO:
                if not self.done and self.dealer_first:
                    data["dealer"] = ""
                self.done = self.done[:-1]
            elif self.pressed in self.dealers:
                data["dealer"] = self.pressed[1:]
            else:
                self.done += self._declared()
                self.done += _acts("" if self.pressed == TANTOS else self.pressed)
        except RuleError as error:
            self.wrong = error
        else:
            data["acts"] = " ".join(str(act) for act in self.done)
        self.data = data

    # --- The acts so far ----------------------------------------------------------------------
    @property
    def pressed(self) -> str:
        return str(self.data.get("jugada", "")) if self.is_bound else ""

    @property
    def dealer_first(self) -> bool:
        """Return whether the user must first name the dealer, who plays alone in the gallo."""
        return not self.rivals_known(self.score, self.options)

    @property
    def dealers(self) -> dict[str, Text]:
        """Return the buttons that name the dealer; none unless the user must first name him."""
        if not self.dealer_first:
            return {}
        return {f"d{seat}": player for seat, player in self.fields["dealer"].choices if seat}

    def _declared(self) -> tuple[Act, ...]:
        """Return the typed tantos of the envido as one act; () if a side's tantos are missing.

        Raises the `RuleError` of impossible tantos.
        """
        declared = [self._tanto(letter) for letter in self.letters] if self.asks_tantos else [""]
        if "" in declared:
            return ()
        return (Declared(tuple(tanto for tanto in declared if not isinstance(tanto, str))),)

    def _tanto(self, letter: str) -> Tanto | str | None:
        """Return the tanto that a side declared; None for «son buenas», "" if not typed yet."""
        if self.data.get(f"buenas_{letter}"):
            return None
        typed = str(self.data.get(f"tanto_{letter}", "")).strip()
        if not (typed.isascii() and typed.isdecimal() and len(typed) < 10):
            return ""
        seat = self._chosen(f"seat_{letter}")
        return Tanto(int(typed), int(seat) if seat else None)

    def _chosen(self, name: str) -> str:
        """Return the valid choice in a field of the unfinished form, "" if the field has none."""
        chosen = str(self.data.get(name, "")) if self.is_bound and name in self.fields else ""
        return chosen if chosen and chosen in dict(self.fields[name].choices) else ""

    @property
    def who_dealt(self) -> Seat | None:
        chosen = self._chosen("dealer")
        return Seat(SIDE_NAMES.index(chosen[0]), int(chosen[1:])) if chosen else None

    @property
    def who_is_alone(self) -> Side | None:
        chosen = self._chosen("gallo")
        return SIDE_NAMES.index(chosen) if chosen else None

    @property
    def place(self) -> Seating | None:
        """Return the seating of the hand; None while the bandos are unknown."""
        try:
            return next_seating(self.score, self.options, self.who_dealt, self.who_is_alone)
        except RuleError:
            return None

    # --- The acts that can follow -------------------------------------------------------------
    @property
    def asks_tantos(self) -> bool:
        return self._next() == (None,)

    def _next(self) -> tuple[Act | None, ...]:
        """Return the acts that can follow the acts so far; () if the acts so far are impossible.

        A None among them stands for the tantos of the envido.
        """
        dealer = self.who_dealt
        if dealer is None and not self.dealer_known and not self.dealer_first:
            dealer = Seat(0)  # any seat will do: `complete` plays the hand with the named dealer
        try:
            return next_acts(self.score, self.done, self.options, dealer, self.who_is_alone)
        except RuleError:
            return ()

    @property
    def complete(self) -> bool:
        """Return whether the hand is complete, or has an error that further acts cannot correct."""
        if self.wrong or (self.pressed == TANTOS and self.asks_tantos):
            return True
        if not self.done:
            return False
        hand = Deal(self.done, dealer=self.who_dealt, gallo=self.who_is_alone)
        try:
            play(self.score, hand, self.options)
        except RuleError as error:
            return error.code not in UNFINISHED
        return True

    # --- Context of the panel -----------------------------------------------------------------
    @property
    def turn(self) -> str:
        """Return a sentence on the players of this hand; "" while they are unknown."""
        return turn_sentence(self.place, self.player) if self.place else ""

    @property
    def acts_in_words(self) -> list[str]:
        if self.place is None:
            return []
        dealt = panel.dealer_words(self.who_dealt) if self.dealer_first and self.who_dealt else ()
        return [*dealt, *panel.words_of_acts(self.done, self.place.bandos)]

    @property
    def rows(self) -> list[panel.Row]:
        if self.place is None:
            return panel.dealer_rows(self.dealers)
        return panel.rows(self._next(), self.done, self.place.bandos)

    @property
    def over(self) -> bool:
        return bool(self.done) and not self.wrong and not self._next()


def _acts(text: str) -> tuple[Act, ...]:
    """Return the acts that a text in the notation lists; () for "".

    Raises `RuleError` if the text is not a list of acts.
    """
    if not text.strip():
        return ()
    hand = parse(text)
    if not isinstance(hand, Deal) or hand.faults or hand.dealer or hand.gallo is not None:
        raise refusal("line_unreadable", "line", value=text, allowed="Ae q 31-27 At q ABA")
    return hand.acts
