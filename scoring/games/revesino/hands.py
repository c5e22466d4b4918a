"""The hands of revesino as fields: the ordinary one, the revesino and the cuatro ases."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.core import SIDE_NAMES, Score
from rules.revesino.cards import BAZAS, DECK_POINTS, SEATS
from rules.revesino.codes import CARDS
from rules.revesino.fates import FATES
from rules.revesino.match import State
from rules.revesino.options import Options
from scoring.games.device import Check
from scoring.games.lines import LineForm, SideField, Tantos
from scoring.games.revesino import words
from tournaments.refusal import Refused

LETTERS = SIDE_NAMES[:SEATS]
NOBODY = "no"
# Of whom a card asks, by what became of it; what it does not ask is not read.
ASKED = {"sold": ("gains", "pays"), "drawn": ("gains", "pays"), "led": ("pays",), "asleep": ()}


class RevesinoLine(LineForm):
    TEMPLATE = "scoring/games/revesino/form.html"
    options: Options
    score: Score[State]

    def ask_dealer(self, *, required: bool = False) -> None:
        """The dealer is asked for only while the record does not tell it."""
        unknown = None if required else _("No se sabe")
        self.fields["dealer"] = SideField(
            label=_("¿Quién ha dado las cartas?"),
            required=required,
            choices=self.sides(nobody=unknown),
        )
        if self.score.state.dealer is not None:
            self.know("dealer", LETTERS[self.score.state.dealer])

    def ask_renuncios(self) -> None:
        self.fields["renuncios"] = forms.MultipleChoiceField(
            label=_("¿Quién hizo renuncio?"),
            required=False,
            choices=self.sides(),
            widget=forms.CheckboxSelectMultiple,
        )

    def marks(self) -> dict[str, object]:
        """Return what any hand may add: the renuncios and who dealt."""
        read = self.cleaned_data
        return {"renuncios": read["renuncios"], "dealer": read.get("dealer") or None}


def of_each(name: str) -> list[str]:
    """The fields of a name, one a player: «bazas_a»…"""
    return [f"{name}_{letter.lower()}" for letter in LETTERS]


class DealForm(RevesinoLine):
    """An ordinary hand: bazas and points of each, and what became of each pay card."""

    KIND = "deal"
    TAB = pgettext_lazy("of revesino", "Mano")
    ORDINARY = True
    TOTAL = BAZAS

    def arrange(self) -> None:
        for name, title in zip(of_each("bazas"), self.titles, strict=True):
            self.fields[name] = forms.IntegerField(
                label=_("Bazas de %(side)s") % {"side": title},
                error_messages={"required": _("Faltan las bazas.")},
                widget=Tantos(),
            )
        for name, title in zip(of_each("points"), self.titles, strict=True):
            self.fields[name] = forms.IntegerField(
                label=_("Puntos de %(side)s") % {"side": title},
                error_messages={"required": _("Faltan los puntos.")},
                widget=Tantos(),
            )
        for card in CARDS:
            self._ask_card(card)
        self.ask_dealer(required=True)
        self.ask_renuncios()

    def _ask_card(self, card: str) -> None:
        self.fields[f"fate_{card}"] = forms.ChoiceField(
            label=words.CARDS[card],
            choices=[(fate, words.FATES[fate]) for fate in FATES],
            error_messages={"required": _("Falta qué fue de esta carta.")},
            widget=forms.RadioSelect,
        )
        asked = self[f"fate_{card}"].data or ""
        inside = {"card": words.card_inside(card)}
        for part, label in (
            ("gains", _("Quién cobra %(card)s")),
            ("pays", _("Quién paga %(card)s")),
        ):
            self.fields[f"{part}_{card}"] = forms.ChoiceField(
                label=label % inside,
                choices=list(zip(LETTERS, self.titles, strict=True)),
                required=part in ASKED.get(asked, ()),
                error_messages={"required": _("Falta quién.")},
                widget=forms.RadioSelect,
            )

    def checks(self) -> list[Check]:
        bazas, points = tuple(of_each("bazas")), tuple(of_each("points"))
        return [
            Check("each", bazas, "revesino.bazas_range", {"high": BAZAS}),
            Check("sum", bazas, "revesino.bazas_sum", {"allowed": BAZAS}),
            Check("never", bazas, "revesino.bazas_all", {"never": [BAZAS]}),
            Check("each", points, "revesino.points_range", {"high": DECK_POINTS}),
        ]

    def players(self) -> list[dict[str, Any]]:
        columns = zip(LETTERS, self.titles, of_each("bazas"), of_each("points"), strict=True)
        return [
            {"letter": letter, "title": title, "boxes": [self[bazas], self[points]]}
            for letter, title, bazas, points in columns
        ]

    def cards(self) -> list[dict[str, Any]]:
        """Return what became of each pay card, who gains it and who pays it."""
        return [
            {
                "value": words.card_paid(card),
                "fate": self[f"fate_{card}"],
                "gains": self[f"gains_{card}"],
                "pays": self[f"pays_{card}"],
            }
            for card in CARDS
        ]

    def filling(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        held = super().filling(line)
        for one in line["fates"] if held is not None else ():
            for part in ("fate", *ASKED[one["fate"]]):
                held[f"{part}_{one['card']}"] = one[part]
        return held

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        return {
            "kind": "deal",
            "bazas": [read[name] for name in of_each("bazas")],
            "points": [read[name] for name in of_each("points")],
            "fates": [self._fate(card) for card in CARDS],
            **self.marks(),
        }

    def _fate(self, card: str) -> dict[str, object]:
        fate = self.cleaned_data[f"fate_{card}"]
        parts = {part: self.cleaned_data[f"{part}_{card}"] for part in ASKED[fate]}
        return {"card": card, "fate": fate, **parts}

    def refuse(self, refused: Refused) -> None:
        """Beside the number of the player, or the card, that the refusal names."""
        if refused.field in ("bazas", "points"):
            letter = str(refused.params.get("side", LETTERS[0]))
            self.add_error(f"{refused.field}_{letter.lower()}", str(refused))
        elif refused.field == "fates":
            named = refused.params.get("card")
            card = next((one for one in CARDS if words.card_inside(one) == named), CARDS[0])
            self.add_error(f"fate_{card}", str(refused))
        else:
            super().refuse(refused)


class RevesinoForm(RevesinoLine):
    """A revesino, made or cut in time; with cuatro ases against it, what their holder did."""

    KIND = "revesino"
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
        """Only where another cut what the napolitana's holder had to cut."""
        holder, cutter = self["napolitana"].data, self["cutter"].data
        return bool(holder) and cutter not in (None, "", NOBODY, holder)

    def filling(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        held = super().filling(line)
        said = {name: line.get(name) or NOBODY for name in ("cutter", "duty")}
        return None if held is None else {**held, **said}

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        duty = read["duty"] if self._asks_duty() else NOBODY
        return {
            "kind": "revesino",
            "goer": read["goer"],
            "cutter": None if read["cutter"] == NOBODY else read["cutter"],
            "napolitana": read["napolitana"] or None,
            "duty": "" if duty == NOBODY else duty,
            **self.marks(),
        }


class NapolitanaForm(RevesinoLine):
    """A hand of cuatro ases, won without a baza or lost with one."""

    KIND = "napolitana"
    TAB = _("Cuatro ases")

    holder = SideField(label=_("¿Quién tiene los cuatro ases?"))
    lost = forms.ChoiceField(
        label=_("¿Hizo baza?"),
        choices=[
            ("no", _("No: los gana, y cobra cuatro de cada uno")),
            ("yes", _("Sí: los pierde, y paga doce")),
        ],
        widget=forms.RadioSelect,
        help_text=_("Si otro iba a revesino, se apunta en la pestaña de revesino."),
    )
    introducer = SideField(label=_("¿Quién lo introdujo?"))
    left = forms.BooleanField(
        label=_("Era mano y le dejaron su primera salida, que no cuenta como baza"), required=False
    )

    def arrange(self) -> None:
        collects = self.options.introducer_collects
        self.fields["introducer"].choices = self.sides(nobody=None if collects else _("Sin anotar"))
        self.fields["introducer"].required = collects and self["lost"].data != "no"
        self.ask_dealer()
        self.ask_renuncios()
        if self.options.left_lead_loses:
            del self.fields["left"]

    @property
    def mano(self) -> str:
        """The letter of the only one who can have been left his first lead; "" if not known."""
        mano = self.score.state.mano
        return "" if mano is None else LETTERS[mano]

    def filling(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        held = super().filling(line)
        return None if held is None else {**held, "lost": "yes" if line["lost"] else "no"}

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        lost = read["lost"] == "yes"
        return {
            "kind": "napolitana",
            "holder": read["holder"],
            "lost": lost,
            "introducer": (read["introducer"] or None) if lost else None,
            "left": read.get("left", False),
            **self.marks(),
        }
