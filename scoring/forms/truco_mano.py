"""A hand of truco as fields: what happened in it, act by act, chosen from what still can.

Every button of the panel is a submit button that adds one act to those in `acts` and shows the
form again, so that it works without a script; with one, only the panel is renewed.
"""

from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.core import SIDE_NAMES, RuleError, Score, refusal
from rules.truco import Deal, Options, Seat, State, Tanto, next_acts, parse, play, to_json
from rules.truco import Tantos as Declared
from rules.truco.acts import Act
from scoring.forms import truco_panel as panel
from scoring.forms.lines import LineForm, SideField, Tantos, Text
from tournaments.refusal import Refused, refused_from

UNDO = "quitar"  # of `jugada`: takes the last act back
TANTOS = "tantos"  # of `jugada`: puts down what was typed as tantos
# While one of these is all that is wrong, the hand is still being told.
UNFINISHED = {"truco.hand_unfinished", "truco.answer_missing", "truco.tantos_missing"}


class TrucoForm(LineForm):
    TEMPLATE = "scoring/games/truco.html"
    options: Options
    score: Score[State]

    @property
    def dealer_known(self) -> bool:
        """Whether the record tells who deals: the first hand of all goes by lot (Truco 3.1)."""
        return self.score.state.dealer is not None

    def seats(self, nobody: Text) -> list[tuple[str, Text]]:
        """The players as choices, in the order in which they sit; first none of them."""
        each = self.options.players // 2
        names = [_players(title, each) for title in self.titles]
        return [
            ("", nobody),
            *(
                (f"{letter}{number + 1}", f"{letter}{number + 1}{names[side][number]}")
                for number in range(each)
                for side, letter in enumerate(SIDE_NAMES[:2])
            ),
        ]

    def seat(self, name: str) -> dict[str, object] | None:
        """The JSON of the player chosen in this field."""
        chosen: str = self.cleaned_data.get(name) or ""
        return {"side": chosen[0], "seat": int(chosen[1:])} if chosen else None


def _players(title: str, count: int) -> list[str]:
    """« · Paco Gil» for each player of «12 · Paco Gil · Luis Sanz»; "" if they are not so many."""
    names = title.split(" · ")[1:]
    return [f" · {name}" for name in names] if len(names) == count else [""] * count


class DealForm(TrucoForm):
    """A hand: its acts in order, its faults, who dealt."""

    KIND = "deal"
    TAB = _("Mano")
    PANEL = "scoring/games/truco_mano.html"
    PLACES: ClassVar[dict[str, str]] = {
        **dict.fromkeys(("rounds", "envido", "truco", "answer", "mazo", "line", "side"), "acts"),
        "tantos": "tanto_a",
        "faults": "not_shown",
    }
    FAULTS: ClassVar[tuple[str, ...]] = ("not_shown", "wrong_tantos", "extra_cards")

    acts = forms.CharField(
        label=_("La mano"),
        max_length=200,
        widget=forms.HiddenInput,
        error_messages={"required": _("Falta lo que pasó en la mano.")},
    )
    tanto_a = forms.IntegerField(widget=Tantos(), required=False)
    tanto_b = forms.IntegerField(widget=Tantos(), required=False)
    buenas_a = forms.BooleanField(label=_("A dice «son buenas»"), required=False)
    buenas_b = forms.BooleanField(label=_("B dice «son buenas»"), required=False)
    seat_a = forms.ChoiceField(label=_("El tanto de A lo dijo"), required=False)
    seat_b = forms.ChoiceField(label=_("El tanto de B lo dijo"), required=False)
    not_shown = SideField(
        label=_("Ganó el envido y no mostró su tanto"),
        help_text=_("Lo que ganó en la mano pasa al rival (Truco 4.6.5–4.6.7)."),
        required=False,
    )
    wrong_tantos = SideField(
        label=_("Cantó mal su tanto, y se vio"),
        help_text=_("Lo que ganó en la mano pasa al rival (Truco 4.6.1, 4.6.6, 4.6.9)."),
        required=False,
    )
    extra_cards = SideField(
        label=_("Tenía cartas de más, y se vio al acabar"),
        help_text=_("No se apunta nada de la mano, y el rival 2 tantos más (Truco 6.4.3)."),
        required=False,
    )
    dealer = forms.ChoiceField(label=_("¿Quién ha dado las cartas?"), required=False)

    def arrange(self) -> None:
        seats = self.seats(_("no consta"))
        for letter, title in zip("AB", self.titles, strict=True):
            self.fields[f"tanto_{letter.lower()}"].label = _("Tanto de %(side)s") % {"side": title}
            self.fields[f"seat_{letter.lower()}"].choices = [
                (value[1:], label) for value, label in seats if value[:1] in ("", letter)
            ]
        for name in self.FAULTS:
            self.fields[name].choices = [("", _("Nadie")), ("A", "A"), ("B", "B")]
        nobody = _("Quien tocaba") if self.dealer_known else _("No consta")
        self.fields["dealer"].choices = self.seats(nobody)
        self.fields["dealer"].help_text = (
            _("Solo si no ha dado quien tocaba.")
            if self.dealer_known
            else _("La primera mano va por sorteo; desde ahí el programa sabe quién es mano.")
        )
        self.done: tuple[Act, ...] = ()
        self.wrong: RuleError | None = None
        if self.is_bound:
            self._follow()

    # --- What has been told -------------------------------------------------------------------
    @property
    def pressed(self) -> str:
        """Which button of the panel was pressed, "" for none."""
        return str(self.data.get("jugada", "")) if self.is_bound else ""

    def _follow(self) -> None:
        """Read the acts so far and the one of the button, and put them into the form's data."""
        data = self.data.copy()
        try:
            self.done = _acts(str(data.get("acts", "")))
            if self.pressed == UNDO:
                self.done = self.done[:-1]
            else:
                self.done += self._declared()
                self.done += _acts("" if self.pressed == TANTOS else self.pressed)
        except RuleError as error:
            self.wrong = error
        else:
            data["acts"] = " ".join(str(act) for act in self.done)
        self.data = data

    def _declared(self) -> tuple[Act, ...]:
        """The tantos typed while the hand asks for them; none while one of them is missing.

        Raises the `RuleError` of a number that nobody can have.
        """
        said = [self._tanto(letter) for letter in "ab"] if self.asked else [""]
        if "" in said:
            return ()
        return (Declared(tuple(one for one in said if not isinstance(one, str))),)

    def _tanto(self, letter: str) -> Tanto | str | None:
        """What this side declared, None for «son buenas», "" while it is not known."""
        if self.data.get(f"buenas_{letter}"):
            return None
        typed = str(self.data.get(f"tanto_{letter}", "")).strip()
        if not (typed.isascii() and typed.isdecimal() and len(typed) < 10):
            return ""
        seat = str(self.data.get(f"seat_{letter}", ""))
        return Tanto(int(typed), int(seat) if seat in ("1", "2", "3") else None)

    @property
    def asked(self) -> bool:
        """Whether the tantos of the envido come now."""
        return self._next() == (None,)

    def _next(self) -> tuple[Act | None, ...]:
        """What can still happen; nothing after acts that cannot have happened."""
        state = self.score.state
        dealer = self._dealer()
        # With nobody known to have dealt, any will do: the mano is asked for with the whole line.
        index = (state.dealer or 0) if dealer is None else 2 * (dealer.number - 1) + dealer.side
        seated = replace(self.score, state=replace(state, dealer=index))
        try:
            return next_acts(seated, self.done, self.options)
        except RuleError:
            return ()

    def _dealer(self) -> Seat | None:
        chosen = str(self.data.get("dealer", "")) if self.is_bound else ""
        if not chosen or chosen not in dict(self.fields["dealer"].choices):
            return None
        return Seat(SIDE_NAMES.index(chosen[0]), int(chosen[1:]))

    @property
    def complete(self) -> bool:
        """Whether the hand is told, or something in it is wrong already."""
        if self.wrong or (self.pressed == TANTOS and self.asked):
            return True
        if not self.done:
            return False
        try:
            play(self.score, Deal(self.done, dealer=self._dealer()), self.options)
        except RuleError as error:
            return error.code not in UNFINISHED
        return True

    # --- What the panel shows -----------------------------------------------------------------
    @property
    def told(self) -> list[str]:
        return list(panel.told(self.done))

    @property
    def rows(self) -> list[panel.Row]:
        return panel.rows(self._next(), self.done)

    @property
    def over(self) -> bool:
        return bool(self.done) and not self.wrong and not self._next()

    @property
    def faulty(self) -> bool:
        return any(self[name].data or self[name].errors for name in self.FAULTS)

    def focus(self) -> None:
        """The panel has the cursor, unless a field is wrong."""
        if self.is_bound and set(self.errors) & {field.name for field in self.visible_fields()}:
            super().focus()

    # --- The line -----------------------------------------------------------------------------
    def clean(self) -> dict[str, Any]:
        if self.wrong is not None and not self.errors:
            refused = refused_from(self.wrong)
            assert refused is not None
            self.refuse(refused)
        return self.cleaned_data

    def refuse(self, refused: Refused) -> None:
        if refused.field == "tantos" and not self.asked:
            self.add_error("acts", str(refused))
        else:
            super().refuse(refused)

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        faults = [{"fault": name, "side": read[name]} for name in self.FAULTS if read[name]]
        return {
            "kind": "deal",
            "acts": to_json(Deal(self.done))["acts"],
            "faults": faults,
            "dealer": self.seat("dealer"),
        }


def _acts(text: str) -> tuple[Act, ...]:
    """Acts as the notation writes them, "" for none; raises `RuleError` for anything else."""
    if not text.strip():
        return ()
    hand = parse(text)
    if not isinstance(hand, Deal) or hand.faults or hand.dealer or hand.gallo is not None:
        raise refusal("line_unreadable", "line", value=text, allowed="Ae q 31-27 At q ABA")
    return hand.acts
