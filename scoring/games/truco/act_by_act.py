"""A hand of truco entered act by act: each button adds an act, with or without a script."""

from typing import Any

from rules.core import SIDE_NAMES, RuleError, Side, refusal
from rules.truco.acts import Act, Seat, Tanto
from rules.truco.acts import Tantos as TantosAct
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
UNFINISHED_CODES = {"truco.hand_unfinished", "truco.answer_missing", "truco.tantos_missing"}


class ActByActForm(TrucoForm):
    """The base form of a hand: the acts so far and the acts that can follow.

    `DealForm` adds the fields.
    """

    def apply_button(self) -> None:
        """Apply the pressed button to `acts_so_far`, and write them in the data of the form.

        An error of the rules is stored in `rule_error`.
        """
        self.acts_so_far: tuple[Act, ...] = ()
        self.rule_error: RuleError | None = None
        if not self.is_bound:
            return
        bound: Any = self.data  # the data of a request, or of a test
        data = bound.copy()
        try:
            self.acts_so_far = _acts(str(data.get("acts", "")))
            if self.pressed_button == UNDO:
                if not self.acts_so_far and self.dealer_first:
                    data["dealer"] = ""
                self.acts_so_far = self.acts_so_far[:-1]
            elif self.pressed_button in self.dealers:
                data["dealer"] = self.pressed_button[1:]
            else:
                self.acts_so_far += self._declared_tantos()
                self.acts_so_far += _acts(
                    "" if self.pressed_button == TANTOS else self.pressed_button
                )
        except RuleError as error:
            self.rule_error = error
        else:
            data["acts"] = " ".join(str(act) for act in self.acts_so_far)
        self.data = data

    # --- The acts so far ----------------------------------------------------------------------
    @property
    def pressed_button(self) -> str:
        return str(self.data.get("jugada", "")) if self.is_bound else ""

    @property
    def dealer_first(self) -> bool:
        """Return whether the user must first name the dealer, who plays alone in the gallo."""
        return not self.bandos_known(self.score, self.options)

    @property
    def dealers(self) -> dict[str, Text]:
        """Return the buttons that name the dealer; {} unless the user must first name him."""
        if not self.dealer_first:
            return {}
        return {f"d{seat}": player for seat, player in self.fields["dealer"].choices if seat}

    def _declared_tantos(self) -> tuple[Act, ...]:
        """Return the tantos typed for the envido, as one act; () if a side's tantos are missing.

        Raises `RuleError` if the tantos are impossible.
        """
        tantos = [self._tanto(letter) for letter in self.letters] if self.asks_tantos else [""]
        if "" in tantos:
            return ()
        return (TantosAct(tuple(tanto for tanto in tantos if not isinstance(tanto, str))),)

    def _tanto(self, letter: str) -> Tanto | str | None:
        """Return the tanto that a side declared; None for «son buenas», "" if not typed yet."""
        if self.data.get(f"buenas_{letter}"):
            return None
        text = str(self.data.get(f"tanto_{letter}", "")).strip()
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            return ""
        seat = self._valid_choice(f"seat_{letter}")
        return Tanto(int(text), int(seat) if seat else None)

    def _valid_choice(self, name: str) -> str:
        """Return the choice in a field of an unfinished form; "" if it is empty or not valid."""
        choice = str(self.data.get(name, "")) if self.is_bound and name in self.fields else ""
        return choice if choice and choice in dict(self.fields[name].choices) else ""

    @property
    def dealer_seat(self) -> Seat | None:
        choice = self._valid_choice("dealer")
        return Seat(SIDE_NAMES.index(choice[0]), int(choice[1:])) if choice else None

    @property
    def lone_side(self) -> Side | None:
        choice = self._valid_choice("gallo")
        return SIDE_NAMES.index(choice) if choice else None

    @property
    def seating(self) -> Seating | None:
        """Return the seating of the hand; None while the bandos are unknown."""
        try:
            return next_seating(self.score, self.options, self.dealer_seat, self.lone_side)
        except RuleError:
            return None

    # --- The acts that can follow -------------------------------------------------------------
    @property
    def asks_tantos(self) -> bool:
        return self._next_acts() == (None,)

    def _next_acts(self) -> tuple[Act | None, ...]:
        """Return the acts that can follow `acts_so_far`; () if these are impossible.

        A None among them stands for the tantos of the envido.
        """
        dealer = self.dealer_seat
        if dealer is None and not self.dealer_known and not self.dealer_first:
            dealer = Seat(0)  # any seat will do: `complete` plays the hand with the named dealer
        try:
            return next_acts(self.score, self.acts_so_far, self.options, dealer, self.lone_side)
        except RuleError:
            return ()

    @property
    def complete(self) -> bool:
        """Return whether the hand is complete, or has an error that further acts cannot correct."""
        if self.rule_error or (self.pressed_button == TANTOS and self.asks_tantos):
            return True
        if not self.acts_so_far:
            return False
        hand = Deal(self.acts_so_far, dealer=self.dealer_seat, gallo=self.lone_side)
        try:
            play(self.score, hand, self.options)
        except RuleError as error:
            return error.code not in UNFINISHED_CODES
        return True

    # --- Context of the panel -----------------------------------------------------------------
    @property
    def turn(self) -> str:
        """Return a sentence on the players of this hand; "" while they are unknown."""
        return turn_sentence(self.seating, self.player) if self.seating else ""

    @property
    def acts_in_words(self) -> list[str]:
        if self.seating is None:
            return []
        dealer_text = (
            panel.dealer_words(self.dealer_seat) if self.dealer_first and self.dealer_seat else ()
        )
        return [*dealer_text, *panel.words_of_acts(self.acts_so_far, self.seating.bandos)]

    @property
    def rows(self) -> list[panel.ButtonRow]:
        if self.seating is None:
            return panel.dealer_rows(self.dealers)
        return panel.rows(self._next_acts(), self.acts_so_far, self.seating.bandos)

    @property
    def over(self) -> bool:
        return bool(self.acts_so_far) and not self.rule_error and not self._next_acts()


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
