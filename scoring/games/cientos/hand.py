"""The form of a hand of cientos: the good announcements, the bazas, and the stop at a hundred."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.cientos.codes import FAULTS
from rules.cientos.deal import BAZAS, Deal
from rules.cientos.items import CATORCE_RANKS, CATORCE_WORTH, SECANSA_WORTH, possible_tops
from rules.cientos.match import State, add_certain_pique
from rules.cientos.options import Options
from scoring.games.cientos.words import FAULTS as FAULT_NAMES
from scoring.games.cientos.words import KINDS, LENGTHS, secansa_name
from scoring.games.device import Check
from scoring.games.figures import SUITS
from scoring.games.lines import Count, LineForm, SideField

EQUAL = "="  # the choice for a punto, or a best secansa, that is equal on both sides
SECANSAS = range(1, 5)  # numbers of the fields: four tercias already use all twelve cards of a hand


class CientosForm(LineForm[Options, State]):
    TEMPLATE = "scoring/games/cientos/form.html"

    def ask_calidades(self, next_field: str = "") -> None:
        """Ask for the calidades of each side, if the match counts them."""
        if self.options.calidades:
            label = _("Calidades de %(side)s")
            self.ask_each_side(
                "calidades", label=label, next_field=next_field, required=False, min_value=0
            )


class DealForm(CientosForm):
    """The form of a hand: the announcements, the bazas of each side, and the stop at a hundred.

    `SIDE_FIELDS` are the fields for the side of each announcement.
    """

    KIND = "deal"
    TAB = pgettext_lazy("of cientos", "Mano")
    ORDINARY = True
    LINE = Deal
    TOTAL = BAZAS
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"secansas": "secansa_1", "catorces": "catorce_side"}
    SIDE_FIELDS: ClassVar[tuple[str, ...]] = (
        "blancas",
        "punto_side",
        "secansa_side",
        "catorce_side",
    )

    blancas = SideField(label=_("Cartas blancas"), required=False)
    punto_side = SideField(label=_("Punto"), required=False)
    secansa_side = SideField(label=_("Secansas"), required=False)
    catorce_side = SideField(label=_("Catorces y tríos"), required=False)
    punto = Count(
        label=_("Cuánto suma el punto"),
        help_text=_("La suma de sus cartas: as 11, figuras y dieces 10, las demás lo que pintan."),
        required=False,
    )
    stopped = SideField(label=_("¿Llegó alguien a cien y se paró?"), required=False)
    last = SideField(label=_("La última baza"))
    low = forms.BooleanField(label=_("La ganó con nueve, ocho o siete: vale uno"), required=False)
    pique = forms.BooleanField(
        label=_("El mano picó"),
        help_text=_(
            "Llegó a treinta antes de que el otro contara o levantara baza. Si no pudo ser de "
            "otra manera, se anota solo."
        ),
        required=False,
    )
    faults = forms.MultipleChoiceField(
        label=_("Faltas"), required=False, widget=forms.CheckboxSelectMultiple
    )
    dealer = SideField(label=_("¿Quién ha dado las cartas?"), required=False)

    def arrange(self) -> None:
        self._arrange_announcement_sides()
        for number in SECANSAS:
            self._add_secansa(number)
        for rank in CATORCE_RANKS:
            self.fields[f"kind_{rank}"] = forms.ChoiceField(
                label=KINDS[rank].capitalize(),
                choices=[("", _("ninguno")), *((str(cards), cards) for cards in CATORCE_WORTH)],
                widget=forms.RadioSelect,
                required=False,
            )
        self.ask_each_side("bazas", label=_("Bazas de %(side)s"), next_field="last")
        if self.options.rival_leads:
            label = _("Ganadas por %(side)s")
            self.ask_each_side("captures", label=label, next_field="faults", required=False)
        self.fields["faults"].choices = [
            (f"{side}/{fault}", side) for fault in FAULTS for side in "AB"
        ]
        self.fields["stopped"].choices = self.sides(nobody=_("No: se jugaron las doce bazas"))
        for name in ("last", "bazas_a", "bazas_b"):
            # A stopped hand has no last baza, and perhaps no baza at all.
            self.fields[name].required = not self["stopped"].data
            self.fields[name].widget.attrs["data-unless"] = "stopped"
        self._arrange_dealer()

    def _arrange_announcement_sides(self) -> None:
        for name in self.SIDE_FIELDS:
            self.fields[name].choices = [("", _("nadie")), ("A", "A"), ("B", "B")]
        for name in ("punto_side", "secansa_side"):
            self.fields[name].choices += [(EQUAL, _("igual"))]

    def _add_secansa(self, number: int) -> None:
        """Add the fields of one secansa: its length and top card, and its suit."""
        groups = [
            (
                f"{LENGTHS[length]} · {worth}".capitalize(),
                [(f"{length}{top}", secansa_name(length, top)) for top in possible_tops(length)],
            )
            for length, worth in SECANSA_WORTH.items()
        ]
        self.fields[f"secansa_{number}"] = forms.ChoiceField(
            label=_("Qué secansa") if number == 1 else _("Otra del mismo"),
            choices=[("", "—"), *groups],
            required=False,
        )
        self.fields[f"suit_{number}"] = forms.ChoiceField(
            label=_("Su palo"), choices=[("", "—"), *SUITS.items()], required=False
        )

    def _arrange_dealer(self) -> None:
        field = self.fields["dealer"]
        if self.dealer_known:
            field.choices = self.sides(nobody=_("El jugador al que le tocaba"))
            field.help_text = _("Solo si no ha dado el jugador al que le tocaba.")
        else:
            field.choices = self.sides()
            field.required = True
            self.order_fields(["dealer"])

    @property
    def dealer_known(self) -> bool:
        """Return whether the record shows the dealer; before the first hand it does not."""
        return self.score.state.dealer is not None

    def checks(self) -> list[Check]:
        bazas, only_stopped = ("bazas_a", "bazas_b"), ("stopped", ("A", "B"))
        return [
            *super().checks(),
            Check("one", ("last", "stopped"), "cientos.last_and_stopped"),
            Check("under", bazas, "cientos.stopped_full", {"under": BAZAS}, only=only_stopped),
            Check("sum", bazas, "cientos.bazas_sum", {"allowed": BAZAS}, unless=("stopped",)),
        ]

    # --- Context of the page ------------------------------------------------------------------
    def announcement_sides(self) -> list[forms.BoundField]:
        """Return the fields for the side of each announcement, one for each row of the page."""
        return [self[name] for name in self.SIDE_FIELDS]

    def secansas(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return, for each secansa, the field of the secansa and the field of its suit."""
        return [(self[f"secansa_{number}"], self[f"suit_{number}"]) for number in SECANSAS]

    def kinds(self) -> list[forms.BoundField]:
        return [self[f"kind_{rank}"] for rank in CATORCE_RANKS]

    def fault_rows(self) -> list[dict[str, Any]]:
        boxes = {box.data["value"]: box for box in self["faults"]}
        return [
            {"name": name, "boxes": [boxes[f"{side}/{fault}"] for side in "AB"]}
            for fault, name in FAULT_NAMES.items()
        ]

    @property
    def complete(self) -> bool:
        """Return whether the required fields are filled in.

        Each announcement must also have both its side and its kind, or neither.
        """
        for side_name, kind_names in self._kind_fields().items():
            if bool(self[side_name].data) != any(self[kind_name].data for kind_name in kind_names):
                return False
        return super().complete

    def _kind_fields(self) -> dict[str, list[str]]:
        """Return the names of the fields for the kind of each announcement.

        The keys are the names of the fields for its side.
        """
        return {
            "punto_side": ["punto"],
            "secansa_side": [f"secansa_{number}" for number in SECANSAS],
            "catorce_side": [f"kind_{rank}" for rank in CATORCE_RANKS],
        }

    # --- The line -----------------------------------------------------------------------------
    def clean(self) -> dict[str, Any]:
        """Refuse an announcement without its side or its kind, and a suit without its secansa."""
        data = super().clean() or self.cleaned_data
        for side_name, kind_names in self._kind_fields().items():
            if {side_name, *kind_names} & set(self.errors):
                continue
            has_kind = any(data.get(name) for name in kind_names)
            if has_kind and not data[side_name]:
                self.add_error(side_name, _("Elija de quién es el acuse."))
            elif data[side_name] and not has_kind:
                self.add_error(kind_names[0], _("Elija el acuse: solo ha puesto de quién es."))
        for number in SECANSAS:
            if data.get(f"suit_{number}") and not data.get(f"secansa_{number}"):
                self.add_error(f"secansa_{number}", _("Elija la secansa: solo ha puesto el palo."))
        return data

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        if (values := super().field_values(line)) is None:
            return None
        if punto := line["punto"]:
            values |= {"punto_side": punto["side"] or EQUAL, "punto": punto["value"]}
        for number, secansa in zip(SECANSAS, line["secansas"], strict=False):
            values["secansa_side"] = secansa["side"] or EQUAL
            values[f"secansa_{number}"] = f"{secansa['length']}{secansa['top']}"
            values[f"suit_{number}"] = secansa["suit"]
        for catorce in line["catorces"]:
            values |= {"catorce_side": catorce["side"], f"kind_{catorce['rank']}": catorce["cards"]}
        return {
            **values,
            "faults": [f"{fault['side']}/{fault['cause']}" for fault in line["faults"]],
        }

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        faults = [item.split("/") for item in data["faults"]]
        return {
            **super().json_line(),
            "bazas": [number or 0 for number in self.side_values("bazas")],
            "punto": self._punto(),
            "secansas": self._secansas(),
            "catorces": [
                {"side": data["catorce_side"], "rank": rank, "cards": int(data[f"kind_{rank}"])}
                for rank in CATORCE_RANKS
                if data[f"kind_{rank}"]
            ],
            "faults": [{"side": side, "cause": cause} for side, cause in faults],
        }

    def _punto(self) -> dict[str, object] | None:
        data = self.cleaned_data
        return (
            {"side": self._announcement_side("punto"), "value": data["punto"]}
            if data["punto_side"]
            else None
        )

    def _announcement_side(self, announcement: str) -> str | None:
        """Return the letter of the side with this announcement; None if the sides are equal."""
        side: str = self.cleaned_data[f"{announcement}_side"]
        return None if side == EQUAL else side

    def _secansas(self) -> list[dict[str, object]]:
        data = self.cleaned_data
        return [
            {
                "side": self._announcement_side("secansa"),
                "length": int(data[f"secansa_{number}"][0]),
                "top": data[f"secansa_{number}"][1],
                "suit": data[f"suit_{number}"] or None,
            }
            for number in SECANSAS
            if data[f"secansa_{number}"]
        ]

    def hand(self) -> object:
        """Return the line, with the pique added if it is certain."""
        hand: Any = self.game.from_json(self.json_line())
        return add_certain_pique(self.score, hand, self.options)
