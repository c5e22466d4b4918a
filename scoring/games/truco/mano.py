"""The form of a hand of truco: its acts, the tantos of the envido, its faults, the dealer."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.core import SIDE_NAMES
from rules.truco.hands import CODEC, Deal
from rules.truco.score import next_seating
from rules.truco.seats import side_at
from scoring.games.lines import SideField, SmallNumberInput
from scoring.games.truco.act_by_act import ActByActForm
from tournaments.refusal import Refused, refusal_from


class DealForm(ActByActForm):
    """The form of a hand: its acts in order, its faults, the dealer.

    `FAULTS` has the field of each fault, which names the side that made it.
    """

    KIND = "deal"
    TAB = _("Mano")
    ORDINARY = True
    PANEL = "scoring/games/truco/mano.html"
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {
        **dict.fromkeys(
            ("rounds", "envido", "truco", "answer", "mazo", "line", "side", "gallo"), "acts"
        ),
        "tantos": "tanto_a",
        "faults": "not_shown",
    }
    FAULTS: ClassVar[tuple[str, ...]] = ("not_shown", "wrong_tantos", "extra_cards", "infraction")

    acts = forms.CharField(
        label=_("La mano"),
        max_length=200,
        widget=forms.HiddenInput,
        error_messages={"required": _("Anote qué pasó en la mano.")},
    )
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
        help_text=_(
            "No se anota nada de la mano, y el rival 2 tantos más (Truco 6.4.3). Cuenta como "
            "mala dada de quien dio (Truco 6.5)."
        ),
        required=False,
    )
    infraction = SideField(
        label=_("Alguien que no jugaba intervino en el pica-pica"),
        help_text=_(
            "Lo que ganó su bando en la mano pasa al rival, que suma 2 más si ganó el truco "
            "(Truco 10.4.1)."
        ),
        required=False,
    )
    dealer = forms.ChoiceField(label=_("¿Quién ha dado las cartas?"), required=False)
    gallo = forms.ChoiceField(
        label=_("¿Quién juega solo?"),
        help_text=_("Solo si no es quien da las cartas."),
        required=False,
    )

    def arrange(self) -> None:
        self._arrange_tantos()
        self._arrange_dealer()
        for name in self.FAULTS:
            letters = SIDE_NAMES[: len(self.titles)]
            self.fields[name].choices = [("", _("Nadie")), *zip(letters, letters, strict=True)]
        if not self.duel:
            del self.fields["infraction"]
        self.apply_button()

    def _arrange_tantos(self) -> None:
        """Add the fields for what each side declares: the number, and «son buenas».

        If the side has several players, a third field asks who said the number.
        """
        has_several_players = not self.duel and self.options.players > self.options.sides
        seats = self.seats(_("no consta"))
        for letter, title in zip(SIDE_NAMES, self._declarers(), strict=False):
            name, params = letter.lower(), {"side": letter}
            self.fields[f"tanto_{name}"] = forms.IntegerField(
                label=_("Tanto de %(side)s") % {"side": title},
                widget=SmallNumberInput(),
                required=False,
            )
            self.fields[f"buenas_{name}"] = forms.BooleanField(
                label=_("%(side)s dice «son buenas»") % params, required=False
            )
            if has_several_players:
                self.fields[f"seat_{name}"] = forms.ChoiceField(
                    label=_("El tanto de %(side)s lo dijo") % params,
                    choices=[
                        (seat[1:], player) for seat, player in seats if seat[:1] in ("", letter)
                    ],
                    required=False,
                )

    def _declarers(self) -> list[str]:
        """Return the name of each side or, in the pica-pica, of its player in the duel."""
        if self.options.rotates:
            return list(SIDE_NAMES[: len(self.titles)])
        if not (self.duel and self.dealer_known):
            return list(self.titles)
        duelists = next_seating(self.score, self.options).duelists()
        return [
            self.player(seat)
            for seat in sorted(duelists, key=lambda seat_index: side_at(seat_index, self.options))
        ]

    def _arrange_dealer(self) -> None:
        if self.options.rotates:
            self.fields["gallo"].choices = self.sides(nobody=_("Quien da las cartas"))
        else:
            del self.fields["gallo"]
        if self.dealer_known and self.duel > 1:  # the three duels belong to one deal
            del self.fields["dealer"]
        elif self.dealer_known:
            self.fields["dealer"].choices = self.seats(_("El jugador al que le tocaba"))
            self.fields["dealer"].help_text = _("Solo si no ha dado el jugador al que le tocaba.")
        else:
            self.fields["dealer"].choices = self.seats(_("No consta"))
            self.fields["dealer"].help_text = _(
                "La primera mano va por sorteo; desde ahí el programa sabe quién es mano."
            )

    # --- Context of the page ------------------------------------------------------------------
    def declarations(self) -> list[dict[str, Any]]:
        return [
            {
                name: self[f"{name}_{letter}"]
                for name in ("tanto", "buenas", "seat")
                if f"{name}_{letter}" in self.fields
            }
            for letter in self.letters
        ]

    def faults(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FAULTS if name in self.fields]

    @property
    def faulty(self) -> bool:
        return any(field.data or field.errors for field in self.faults())

    @property
    def seats_open(self) -> bool:
        """Return whether the page shows the fields of the dealer and the lone player.

        It does if one of them is filled in or wrong.
        """
        names = ("gallo",) if self.dealer_first else ("dealer", "gallo")
        return any(self[name].data or self[name].errors for name in names if name in self.fields)

    def focus(self) -> None:
        """Put the cursor in the first wrong field; without one, the panel places the cursor."""
        if self.is_bound and set(self.errors) & {field.name for field in self.visible_fields()}:
            super().focus()

    # --- The line -----------------------------------------------------------------------------
    def clean(self) -> dict[str, Any]:
        if self.rule_error is not None and not self.errors:
            refusal = refusal_from(self.rule_error)
            assert refusal is not None
            self.refuse(refusal)
        return self.cleaned_data

    def refuse(self, refusal: Refused) -> None:
        if refusal.field == "tantos" and not self.asks_tantos:
            self.add_error("acts", str(refusal))
        else:
            super().refuse(refusal)

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        if (values := super().field_values(line)) is None:
            return None
        hand: Any = self.game.from_json(line)
        acts = " ".join(str(act) for act in hand.acts)
        faults = {fault["fault"]: fault["side"] for fault in line["faults"]}
        return {**values, "acts": acts, **faults}

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        faults = [{"fault": name, "side": data[name]} for name in self.FAULTS if data.get(name)]
        return {
            "kind": "deal",
            "acts": CODEC.to_json(Deal(self.acts_so_far))["acts"],
            "faults": faults,
            "dealer": self.seat("dealer"),
            "gallo": data.get("gallo") or None,
        }
