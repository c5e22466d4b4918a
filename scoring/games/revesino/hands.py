"""The forms of the hands of revesino: the ordinary hand, the revesino and the cuatro ases."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.core import SIDE_NAMES
from rules.revesino.cards import BAZAS, DECK_POINTS, SEATS
from rules.revesino.codes import CARDS
from rules.revesino.hands import Deal, Napolitana, Revesino
from rules.revesino.match import State
from rules.revesino.options import Options
from rules.revesino.renuncios import FATES
from scoring.games.device import Check
from scoring.games.lines import LineForm, SideField
from scoring.games.revesino import words
from tournaments.refusal import Refused

LETTERS = SIDE_NAMES[:SEATS]
NOBODY = "no"
# The fields that each fate of a card needs; the form ignores all other fields of the card.
FATE_FIELDS = {
    "sold": ("gains", "pays"),
    "drawn": ("gains", "pays"),
    "led": ("pays",),
    "asleep": (),
}


class RevesinoLine(LineForm[Options, State]):
    TEMPLATE = "scoring/games/revesino/form.html"

    def ask_dealer(self, *, required: bool = False) -> None:
        """Ask for the dealer only while the record does not show him."""
        unknown = None if required else _("No se sabe")
        self.fields["dealer"] = SideField(
            label=_("¿Quién ha dado las cartas?"),
            required=required,
            choices=self.sides(nobody=unknown),
        )
        if self.score.state.dealer is not None:
            self.drop_known_field("dealer", LETTERS[self.score.state.dealer])

    def ask_renuncios(self) -> None:
        self.fields["renuncios"] = forms.MultipleChoiceField(
            label=_("¿Quién hizo renuncio?"),
            required=False,
            choices=self.sides(),
            widget=forms.CheckboxSelectMultiple,
        )


class DealForm(RevesinoLine):
    """The form of an ordinary hand: the bazas and points of each player, and the fate of each pay
    card.
    """

    KIND = "deal"
    LINE = Deal
    TAB = pgettext_lazy("of revesino", "Mano")
    ORDINARY = True
    TOTAL = BAZAS

    def arrange(self) -> None:
        bazas, points = _("Escriba las bazas."), _("Escriba los puntos.")
        self.ask_each_side(
            "bazas", label=_("Bazas de %(side)s"), error_messages={"required": bazas}
        )
        self.ask_each_side(
            "points", label=_("Puntos de %(side)s"), error_messages={"required": points}
        )
        for card in CARDS:
            self._ask_card(card)
        self.ask_dealer(required=True)
        self.ask_renuncios()

    def _ask_card(self, card: str) -> None:
        self.fields[f"fate_{card}"] = forms.ChoiceField(
            label=words.CARDS[card],
            choices=[(fate, words.FATES[fate]) for fate in FATES],
            error_messages={"required": _("Elija qué pasó con esta carta.")},
            widget=forms.RadioSelect,
        )
        chosen_fate = self[f"fate_{card}"].data or ""
        params = {"card": words.card_in_sentence(card)}
        for part, label in (
            ("gains", _("Quién cobra %(card)s")),
            ("pays", _("Quién paga %(card)s")),
        ):
            self.fields[f"{part}_{card}"] = forms.ChoiceField(
                label=label % params,
                choices=list(zip(LETTERS, self.titles, strict=True)),
                required=part in FATE_FIELDS.get(chosen_fate, ()),
                error_messages={"required": _("Elija quién.")},
                widget=forms.RadioSelect,
            )

    def checks(self) -> list[Check]:
        bazas, points = self.field_names("bazas"), self.field_names("points")
        return [
            Check("each", bazas, "revesino.bazas_range", {"high": BAZAS}),
            Check("sum", bazas, "revesino.bazas_sum", {"allowed": BAZAS}),
            Check("never", bazas, "revesino.bazas_all", {"never": [BAZAS]}),
            Check("each", points, "revesino.points_range", {"high": DECK_POINTS}),
        ]

    def players(self) -> list[dict[str, Any]]:
        columns = zip(
            LETTERS, self.titles, self.side_fields("bazas"), self.side_fields("points"), strict=True
        )
        return [
            {"letter": letter, "title": title, "boxes": boxes} for letter, title, *boxes in columns
        ]

    def cards(self) -> list[dict[str, Any]]:
        """Return the fields of each pay card: its fate, who gains and who pays."""
        return [
            {
                "value": words.card_worth(card),
                "fate": self[f"fate_{card}"],
                "gains": self[f"gains_{card}"],
                "pays": self[f"pays_{card}"],
            }
            for card in CARDS
        ]

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        values = super().field_values(line)
        if values is None:
            return None
        for fate in line["fates"]:
            for part in ("fate", *FATE_FIELDS[fate["fate"]]):
                values[f"{part}_{fate['card']}"] = fate[part]
        return values

    def json_line(self) -> dict[str, object]:
        return {**super().json_line(), "fates": [self._fate(card) for card in CARDS]}

    def _fate(self, card: str) -> dict[str, object]:
        fate = self.cleaned_data[f"fate_{card}"]
        parts = {part: self.cleaned_data[f"{part}_{card}"] for part in FATE_FIELDS[fate]}
        return {"card": card, "fate": fate, **parts}

    def refuse(self, refusal: Refused) -> None:
        """Show a refusal of a fate next to its card."""
        if refusal.field == "fates":
            card_name = refusal.params.get("card")
            card = next(
                (key for key in CARDS if words.card_in_sentence(key) == card_name), CARDS[0]
            )
            self.add_error(f"fate_{card}", str(refusal))
        else:
            super().refuse(refusal)


class RevesinoForm(RevesinoLine):
    """The form of a revesino, made or cut in time. Another player may have had the cuatro ases."""

    KIND = "revesino"
    LINE = Revesino
    TAB = _("Revesino")

    goer = SideField(label=_("¿Quién iba a revesino?"))
    cutter = SideField(
        label=_("¿Se lo cortaron a tiempo?"),
        help_text=_(
            "En una de las dos últimas bazas. Corta el primero que gana su carta, aunque otro "
            "levante la baza (Adiciones 28)."
        ),
        initial=NOBODY,
    )
    napolitana = SideField(label=_("¿Quién tenía los cuatro ases?"), required=False)
    duty = forms.ChoiceField(
        label=_("¿Qué levantó el de los cuatro ases?"),
        help_text=_("Tenía que cortar a tiempo él (Adiciones 31, 32)."),
        choices=list(words.DUTIES.items()),
        widget=forms.RadioSelect,
    )

    def arrange(self) -> None:
        self.fields["cutter"].choices = [(NOBODY, _("No: da revesino")), *self.sides()]
        self.fields["napolitana"].choices = self.sides(nobody=_("Nadie"))
        self.fields["duty"].required = not self.is_bound or self._asks_duty()
        self.ask_dealer()
        self.ask_renuncios()

    def _asks_duty(self) -> bool:
        """Return whether the form asks what the holder of the cuatro ases did.

        It asks if another player cut the revesino.
        """
        holder, cutter = self["napolitana"].data, self["cutter"].data
        return bool(holder) and cutter not in (None, "", NOBODY, holder)

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        values = super().field_values(line)
        own_values = {name: line.get(name) or NOBODY for name in ("cutter", "duty")}
        return None if values is None else {**values, **own_values}

    def json_line(self) -> dict[str, object]:
        line = super().json_line()
        if not self._asks_duty():
            line.pop("duty", None)
        return {name: value for name, value in line.items() if value != NOBODY}


class NapolitanaForm(RevesinoLine):
    """The form of a hand of cuatro ases: won without a baza, or lost with one."""

    KIND = "napolitana"
    LINE = Napolitana
    TAB = _("Cuatro ases")

    holder = SideField(label=_("¿Quién tiene los cuatro ases?"))
    lost = forms.ChoiceField(
        label=_("¿Hizo baza?"),
        choices=[
            ("no", _("No: los gana, y cobra cuatro de cada uno")),
            ("yes", _("Sí: los pierde, y paga doce")),
        ],
        widget=forms.RadioSelect,
        help_text=_("Si otro iba a revesino, se anota en la pestaña de revesino."),
    )
    introducer = SideField(label=_("¿Quién lo introdujo?"))
    left = forms.BooleanField(
        label=_("Era mano y le dejaron su primera salida, que no cuenta como baza"), required=False
    )

    def arrange(self) -> None:
        introducer_collects = self.options.introducer_collects
        self.fields["introducer"].choices = self.sides(
            nobody=None if introducer_collects else _("Sin anotar")
        )
        self.fields["introducer"].required = introducer_collects and self["lost"].data != "no"
        self.ask_dealer()
        self.ask_renuncios()
        if self.options.left_lead_loses:
            del self.fields["left"]

    @property
    def mano(self) -> str:
        """Return the letter of the mano; "" if it is unknown.

        Only the mano can be left his first lead.
        """
        mano = self.score.state.mano
        return "" if mano is None else LETTERS[mano]

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        values = super().field_values(line)
        return None if values is None else {**values, "lost": "yes" if line["lost"] else "no"}

    def json_line(self) -> dict[str, object]:
        lost = self.cleaned_data["lost"] == "yes"
        introducer = (self.cleaned_data["introducer"] or None) if lost else None
        return {**super().json_line(), "lost": lost, "introducer": introducer}
