"""The form of a played deal of tarot, and the parts that several forms of tarot share."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.core import SIDE_NAMES
from rules.tarot.cards import CAMPS, HALVES, POIGNEES, TARGETS
from rules.tarot.faults import PRIMA, RENUNCIOS, VOID, WRONG_CARDS, WRONG_NUMBER
from rules.tarot.hands import Deal
from rules.tarot.match import State
from rules.tarot.options import Options
from rules.tarot.points import check_both_camps, half_points_of
from scoring.games.boxes import Amount
from scoring.games.device import Check
from scoring.games.lines import LineForm, SideField
from scoring.games.tarot.sentences import CONTRACTS, FAULTS
from tournaments.refusal import Refused
from tournaments.words import Text

NO_PARTNER = "="  # the choice of partner for a taker who plays alone
VOICES = {
    "tomo": "petite",
    "subo": "pousse",
    "guardia": "garde",
    "sin": "garde sans",
    "contra": "garde contre",
}
CALLABLE_CARDS = {
    "rey": _("Un rey"),
    "dama": _("Una dama"),
    "caballo": _("Un caballo"),
    "jota": _("Una jota"),
}
CAMP_CHOICES = [("", _("Nadie")), *zip(CAMPS, (_("Tomador"), _("Defensa")), strict=True)]
# The faults of the taker's discard, each with its cost in words.
DISCARDS = {
    WRONG_NUMBER: _("las cartas incompletas son de los adversarios"),
    WRONG_CARDS: _("si cumple, el reparto es nulo; si no, paga además la prima a cada uno"),
}


POINTS_ERRORS = {
    "required": _("Escriba los puntos."),
    "invalid": _("Escriba un número de puntos, entero o con medio: 45 o 45,5."),
}


def _fault_text(point: int) -> Text:
    """Return a fault with its number: «4. Juega antes de turno»."""
    return format_lazy("{}. {}", point, capfirst(FAULTS[point]))


class TarotForm(LineForm[Options, State]):
    TEMPLATE = "scoring/games/tarot/form.html"

    def ask_dealer(self) -> None:
        """Ask for the dealer while the record does not show him.

        The field is required if the dealer rests.
        """
        if self.score.state.dealer is not None:
            self.drop_known_field("dealer", SIDE_NAMES[self.score.state.dealer])
        elif self.options.resting_dealer:
            self.fields["dealer"].choices = self.sides()
            self.fields["dealer"].required = True
            self.fields["dealer"].label = _("¿Quién ha dado? Es el jugador que descansa")
            self.order_fields(["dealer"])
        else:
            self.fields["dealer"].choices = self.sides(nobody=_("No se sabe"))

    def playing(self) -> list[tuple[str, Any]]:
        """Return the players who may hold cards in this deal.

        They are all the players, except the dealer if he is known and rests.
        """
        resting_dealer = self.score.state.dealer if self.options.resting_dealer else None
        return [side for seat, side in enumerate(self.sides()) if seat != resting_dealer]


class DealForm(TarotForm):
    """The form of a deal that was played: the contract, the count, the premiums, the faults."""

    KIND = "deal"
    LINE = Deal
    TAB = _("Reparto")
    ORDINARY = True

    taker = SideField(label=_("¿Quién ha tomado?"))
    contract = forms.ChoiceField(label=_("¿Con qué contrato?"), widget=forms.RadioSelect)
    partner = SideField(label=_("¿Quién tenía la carta nombrada?"))
    called = forms.ChoiceField(label=_("La carta nombrada"), required=False)
    points = Amount(
        label=_("Puntos del bando del tomador"), halves=True, error_messages=POINTS_ERRORS
    )
    defence = Amount(
        label=_("Puntos de la defensa"), halves=True, required=False, error_messages=POINTS_ERRORS
    )
    oudlers = forms.TypedChoiceField(
        label=_("Oudlers del bando del tomador"),
        help_text=_("Detrás, los puntos que necesita con ellos."),
        choices=[(number, f"{number} → {target}") for number, target in enumerate(TARGETS)],
        coerce=int,
        widget=forms.RadioSelect,
    )
    petit = forms.ChoiceField(
        label=_("¿Qué bando ganó la última baza con la pequeña?"),
        choices=CAMP_CHOICES,
        required=False,
        widget=forms.RadioSelect,
    )
    announced = forms.BooleanField(label=_("El tomador lo anunció"), required=False)
    slam = forms.ChoiceField(
        label=_("¿Qué bando hizo todas las bazas?"),
        choices=CAMP_CHOICES,
        required=False,
        widget=forms.RadioSelect,
    )
    faults = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    again = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    effect = forms.ChoiceField(
        label=_("¿Qué decide el árbitro del renuncio?"),
        choices=[
            (VOID, _("El reparto es nulo si lo gana el bando del culpable")),
            (
                PRIMA,
                _(
                    "La prima, por el renuncio de un adversario: si el tomador cumple se la paga "
                    "el culpable; si no, no paga y la cobra de todos"
                ),
            ),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    discard = forms.MultipleChoiceField(
        label=_("El descarte del tomador"),
        required=False,
        choices=[
            (point, format_lazy("{}: {}", _fault_text(point), cost))
            for point, cost in DISCARDS.items()
        ],
        widget=forms.CheckboxSelectMultiple,
    )
    dealer = SideField(label=_("¿Quién ha dado las cartas?"), required=False)

    def arrange(self) -> None:
        self.ask_dealer()
        playing = self.playing()
        self.fields["taker"].choices = playing
        self.fields["contract"].choices = [
            (name, format_lazy("{} ({}) ×{}", capfirst(CONTRACTS[name]), VOICES[name], times))
            for name in self.options.contracts
            for times in [self.options.coefficient(name)]
        ]
        if self.options.active_players == 5:
            no_partner = (NO_PARTNER, _("El tomador, o estaba en la reserva: juega solo"))
            self.fields["partner"].choices = [*playing, no_partner]
            card_choices = [(name, CALLABLE_CARDS[name]) for name in self.options.callable_cards]
            self.fields["called"].choices = [("", _("Sin anotar")), *card_choices]
        else:
            del self.fields["partner"], self.fields["called"]
        sizes = [(number, number) for number in POIGNEES[self.options.active_players]]
        for letter, title in playing:
            self.fields[f"poignee_{letter.lower()}"] = forms.TypedChoiceField(
                label=title,
                choices=[("", _("No")), *sizes],
                coerce=int,
                empty_value=None,
                required=False,
                widget=forms.RadioSelect,
            )
        self.fields["faults"].choices = self.fields["again"].choices = [
            (f"{letter}/{point}", letter)
            for point in FAULTS
            if point not in DISCARDS
            for letter, _title in playing
        ]

    def camp_points(self) -> list[forms.BoundField]:
        """Return the fields for the points of both camps, which add up to 91."""
        return [self["points"], self["defence"]]

    def checks(self) -> list[Check]:
        step = {"step": 1, "players": 4}
        deck = {"high": HALVES // 2, "allowed": HALVES // 2}
        checks = [
            Check("sum", ("points", "defence"), "tarot.points_sum", deck),
            Check("each", ("points",), "tarot.points_range", deck),
        ]
        if self.options.active_players == 4:
            checks.append(
                Check("step", ("points",), "tarot.points_whole", step, unless=("discard",))
            )
        return checks

    def poignees(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("poignee_")]

    def has_poignees(self) -> bool:
        return any(row.data for row in self.poignees())

    def sizes(self) -> tuple[int, ...]:
        return POIGNEES[self.options.active_players]

    def letters(self) -> list[str]:
        return [letter for letter, _title in self.playing()]

    def fault_rows(self) -> list[dict[str, Any]]:
        """Return the faults that any player can make, each with its cost and its boxes."""
        return self._fault_rows("faults")

    def again_rows(self) -> list[dict[str, Any]]:
        """Return the same rows for the second fault of a player of the same kind."""
        return self._fault_rows("again")

    def _fault_rows(self, name: str) -> list[dict[str, Any]]:
        boxes = {box.data["value"]: box for box in self[name]}
        fine = gettext("%(fine)s a cada adversario") % {"fine": self.options.fine}
        return [
            {
                "name": _fault_text(point),
                "cost": gettext("decide el árbitro") if point in RENUNCIOS else fine,
                "boxes": [boxes[f"{letter}/{point}"] for letter in self.letters()],
            }
            for point in FAULTS
            if point not in DISCARDS
        ]

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        if (values := super().field_values(line)) is None:
            return None
        if line.get("partner") == line["taker"]:
            values["partner"] = NO_PARTNER
        for poignee in line["poignees"]:
            values[f"poignee_{poignee['side'].lower()}"] = poignee["trumps"]
        values |= {"faults": [], "again": [], "discard": []}
        for fault in line["faults"]:
            box = f"{fault['side']}/{fault['point']}"
            if fault["point"] in DISCARDS:
                values["discard"].append(fault["point"])
            else:
                values["again" if box in values["faults"] else "faults"].append(box)
            if fault.get("effect"):
                values["effect"] = fault["effect"]
        return values

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        if data["defence"] is not None:
            camp_points = (half_points_of(data[name], "points") for name in ("points", "defence"))
            check_both_camps(*camp_points)
        partner = data["taker"] if data.get("partner") == NO_PARTNER else data.get("partner")
        own_members = {"partner": partner, "poignees": self._poignees(), "faults": self._faults()}
        return {**super().json_line(), **own_members}

    def _poignees(self) -> list[dict[str, object]]:
        trumps_by_letter = {
            letter: self.cleaned_data[f"poignee_{letter.lower()}"] for letter in self.letters()
        }
        return [
            {"side": letter, "trumps": trumps}
            for letter, trumps in trumps_by_letter.items()
            if trumps
        ]

    def _faults(self) -> list[dict[str, object]]:
        data, faults = self.cleaned_data, []
        for item in [*data["faults"], *data["again"]]:
            letter, point = item.split("/")
            effect = data["effect"] or None if int(point) in RENUNCIOS else None
            faults.append({"side": letter, "point": int(point), "effect": effect})
        return faults + [{"side": data["taker"], "point": int(item)} for item in data["discard"]]

    def refuse(self, refusal: Refused) -> None:
        if refusal.field == "poignees":
            field_name = next((row.name for row in self.poignees() if row.data), None)
            self.add_error(field_name, str(refusal))
        elif refusal.code in ("tarot.fault_discard", "tarot.fault_twice"):
            self.add_error("discard", str(refusal))
        elif refusal.code == "tarot.fault_effect_missing":
            self.add_error("effect", str(refusal))
        else:
            super().refuse(refusal)
