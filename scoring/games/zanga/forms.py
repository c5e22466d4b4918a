"""The forms of the lines of zanga."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.core import SIDE_NAMES
from rules.reading import Tally
from rules.zanga.bidding import most_passes, zanga_is_open
from rules.zanga.codes import refuse
from rules.zanga.hands import MOST_PASSES, Deal
from rules.zanga.match import State
from rules.zanga.options import Options
from rules.zanga.renuncios import MOST_RENUNCIOS
from rules.zanga.seats import BAZAS, BAZAS_TO_WIN, SEATS, VALES, Seat, pie, seat_name, seat_to_right
from scoring.games.device import Check
from scoring.games.lines import Count, LineForm, ReasonField, SideField
from scoring.games.zanga.words import PLAYERS
from tournaments.words import Text

WAYS = {
    "juega": _("Con su compañero"),
    "solo": _("Solo"),
    "mandado": _("Mandado solo"),
    "obligado": _("Un contrario se lo quita y va solo"),
}
NAIPES = {
    "propias": _("Sus cartas"),
    "zanga": _("Las cartas de la zanga"),
    "vuelta": _("Miró las de la zanga y vuelve a las suyas: pierde la fianza"),
}
RENUNCIOS = {
    "plain": _("Sin pieza de estuche (art. 29)"),
    "matador": _("Con una pieza de estuche: dos vales más (art. 30)"),
    "eight": _(
        "Con una pieza de estuche, y la otra pareja enseñó un juego para las ocho bazas: "
        "cuatro vales más (art. 30)"
    ),
}

# The fields that each decision needs in the ruling form, in addition to the reason.
NEEDED_FIELDS = {"vales": ("vales_a", "vales_b", "middle"), "mano": ("mano",)}


class ZangaForm(LineForm[Options, State]):
    TEMPLATE = "scoring/games/zanga/form.html"

    @property
    def vales(self) -> Tally:
        vales = self.score.tallies[1]
        return vales[0], vales[1]


class HandForm(ZangaForm):
    """The base form of a hand: the voice, the bazas, the claims and the estuche.

    The hand is finished, or a renuncio stopped it. `CLAIMS` are the fields that the page shows in a
    grid; each asks for a side.
    """

    LINE = Deal
    LINE_KIND = "deal"
    TOTAL = BAZAS
    NEEDS_BAZAS = True
    CLAIMS: ClassVar[tuple[str, ...]] = ("five", "todas", "estuche")

    mano = SideField(
        label=_("¿Quién es mano?"),
        help_text=_("En la primera mano de la partida, quien tiene el siete de espadas (art. 16)."),
    )
    passes = forms.TypedChoiceField(
        label=_("¿Quién juega la mano?"), coerce=int, widget=forms.RadioSelect
    )
    way = forms.ChoiceField(
        label=_("¿Cómo la juega?"),
        choices=list(WAYS.items()),
        initial="juega",
        widget=forms.RadioSelect,
    )
    naipes = forms.ChoiceField(
        label=_("¿Con qué cartas juega el pie?"),
        choices=list(NAIPES.items()),
        initial="propias",
        widget=forms.RadioSelect,
    )
    five = SideField(label=_("Pidió cinco"), required=False)
    todas = SideField(label=_("Las hizo y fue a todas"), required=False)
    estuche = SideField(label=_("Tenía el estuche"), required=False)

    def arrange(self) -> None:
        label, required = _("Bazas de %(side)s"), self.NEEDS_BAZAS
        self.ask_each_side("bazas", label=label, next_field="five", required=required)
        for name in self.CLAIMS:
            self.fields[name].choices = [("", _("nadie")), ("A", "A"), ("B", "B")]
        mano = self.score.state.mano
        manos = range(len(SEATS)) if mano is None else (mano,)
        self._arrange_voice(mano, max(most_passes(self.vales, seat) for seat in manos))
        if mano is None:
            self.fields["mano"].choices = [(seat, seat) for seat in SEATS]
        else:
            self.drop_known_field("mano", seat_name(mano))
            self.fields["seen"] = forms.ChoiceField(
                choices=[(seat, seat) for seat in SEATS],
                initial=seat_name(mano),
                required=False,
                widget=forms.HiddenInput,
            )
        if not any(zanga_is_open(self.vales, seat) for seat in manos):
            del self.fields["naipes"]

    def _arrange_voice(self, mano: Seat | None, passes_limit: int) -> None:
        """Offer the players who can play the hand.

        At most `passes_limit` players can pass first: a pass costs a vale, and the pie cannot pass
        (art. 21, 42).
        """
        field = self.fields["passes"]
        field.choices = [
            (passes, _player_label(mano, passes)) for passes in range(passes_limit + 1)
        ]
        field.help_text = _("El jugador que habla antes que él ha pasado y ha pagado un vale.")
        if mano is not None and passes_limit < MOST_PASSES:
            seat = seat_name(seat_to_right(mano, passes_limit))
            field.help_text = gettext(
                "A la pareja de %(seat)s no le queda ningún vale con que pasar: "
                "si llega a hablar, juega por fuerza (art. 42)."
            ) % {"seat": seat}
        if not passes_limit:
            field.initial = 0

    def checks(self) -> list[Check]:
        bazas = ("bazas_a", "bazas_b")
        return [
            Check("same", ("five", "todas"), "zanga.both_ask"),
            *super().checks(),
            Check("most", bazas, "zanga.bazas_sum", {"allowed": BAZAS}),
        ]

    def claims(self) -> list[forms.BoundField]:
        """Return the fields of the grid, one for each row."""
        return [self[name] for name in self.CLAIMS]

    def _passes(self) -> int:
        """Return the number of passes, counted from the current mano.

        If an earlier line changed the mano after the page was opened, the passes of the form count
        from the mano in its field `seen`.
        """
        passes, mano = int(self.cleaned_data["passes"]), self.score.state.mano
        shown_mano = self.cleaned_data.get("seen")
        if not shown_mano or mano is None:
            return passes
        return (SEATS.index(shown_mano) + passes - mano) % len(SEATS)

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        if (values := super().field_values(line)) is None:
            return None
        return {**values, "todas": line["five"] if line["todas"] else ""}

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        five, todas = data["five"] or None, data["todas"] or None
        if five and todas and five != todas:
            raise refuse("zanga.both_ask", "todas")
        own = {"passes": self._passes(), "five": todas or five, "todas": bool(todas)}
        return {**super().json_line(), **own}


def _player_label(mano: Seat | None, passes: int) -> Text:
    """Return the label of the player whose turn comes after this number of passes: «B2 · el pie».

    If the mano is unknown, the label is only his turn: «El segundo».
    """
    if mano is None:
        return PLAYERS[passes]
    seat = seat_to_right(mano, passes)
    roles = {mano: _("el mano"), pie(mano): _("el pie")}
    if seat not in roles:
        return seat_name(seat)
    return format_html('{}<span class="of-now"> · {}</span>', seat_name(seat), roles[seat])


class DealForm(HandForm):
    """The form of a hand played to its end."""

    KIND = "deal"
    TAB = pgettext_lazy("of zanga", "Mano")
    ORDINARY = True
    CLAIMS: ClassVar[tuple[str, ...]] = (*HandForm.CLAIMS, "false_claim")

    false_claim = SideField(label=_("Pidió un renuncio que no había"), required=False)

    def checks(self) -> list[Check]:
        limits = {"full": BAZAS, "enough": BAZAS_TO_WIN}
        decided_check = Check("full", ("bazas_a", "bazas_b"), "zanga.bazas_undecided", limits)
        return [*super().checks(), decided_check]

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        return None if line.get("renuncios") else super().field_values(line)


class PartidaForm(ZangaForm):
    """The form of a partida with only its winner known."""

    KIND = "partida"
    TAB = pgettext_lazy("of zanga", "Partida")  # a match at the desk is also a «partida»
    ORDINARY = True

    winner = SideField(label=_("¿Quién ha ganado la partida?"))


class RenuncioForm(HandForm):
    """The form of a hand with renuncios: their side, their kinds, and the hand up to them."""

    KIND = "renuncio"
    TAB = _("Renuncio")
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"renuncios": "which"}
    NEEDS_BAZAS = False  # the hand may have stopped after any baza
    field_order = ("side", "which")

    side = SideField(
        label=_("¿Qué pareja ha hecho el renuncio?"),
        help_text=_("Pierde lo que hay en medio; si es la que juega, es además codillo (art. 29)."),
    )
    which = forms.ChoiceField(
        label=_("Clase de renuncio"),
        choices=list(RENUNCIOS.items()),
        initial="plain",
        widget=forms.RadioSelect,
    )
    more_plain = Count(label=_("Otros renuncios, sin pieza de estuche"), required=False)
    more_matador = Count(label=_("Otros con pieza de estuche"), required=False)

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        renuncios, values = line.get("renuncios") or [], super().field_values(line)
        if values is None or not renuncios:
            return None
        matadores = sum(renuncio["matador"] for renuncio in renuncios)
        plain = len(renuncios) - matadores
        eight = any(renuncio.get("eight") for renuncio in renuncios)
        kind = "eight" if eight else "plain" if plain else "matador"
        return {
            **values,
            "side": renuncios[0]["side"],
            "which": kind,
            "more_plain": plain - (kind == "plain"),
            "more_matador": matadores - (kind != "plain"),
        }

    def json_line(self) -> dict[str, object]:
        return {**super().json_line(), "renuncios": self._renuncios()}

    def clean(self) -> dict[str, Any]:
        """Refuse a hand that has the bazas of only one side."""
        data = super().clean() or self.cleaned_data
        bazas = {name: data.get(name) for name in ("bazas_a", "bazas_b")}
        if not any(name in self.errors for name in bazas):
            missing = [name for name, value in bazas.items() if value is None]
            if len(missing) == 1:
                self.add_error(missing[0], _("Ponga las bazas de las dos parejas, o ninguna."))
        return data

    def _renuncios(self) -> list[dict[str, object]]:
        data = self.cleaned_data

        def times(name: str) -> int:
            # A higher number is cut to the maximum plus 1, which the rules refuse.
            return min(max(data[name] or 0, 0), MOST_RENUNCIOS + 1)

        matadores = (data["which"] != "plain") + times("more_matador")
        kinds = [False] * ((data["which"] == "plain") + times("more_plain")) + [True] * matadores
        renuncios = [{"side": data["side"], "matador": matador} for matador in kinds]
        if data["which"] == "eight":
            renuncios[-1]["eight"] = True
        return renuncios


class RulingForm(ZangaForm):
    """The form of a ruling on the hand or the partida in play."""

    KIND = "ruling"
    TAB = _("Árbitro")

    ruling = SideField(label=_("¿Qué decide el árbitro?"))
    middle = Count(label=_("En medio"), required=False)
    mano = SideField(label=_("¿Quién es mano?"), required=False)
    reason = ReasonField()

    def arrange(self) -> None:
        self.ask_each_side("vales", next_field="middle", required=False)
        for name, letter in zip(("vales_a", "vales_b"), SIDE_NAMES, strict=False):
            self.fields[name].label = _("Vales de %(side)s") % {"side": letter}
        self.fields["mano"].choices = [(seat, seat) for seat in SEATS]
        self.fields["ruling"].choices = [
            ("vales", _("La mano acaba con estos vales (art. 10)")),
            ("anula", _("La mano se vuelve a dar; nadie paga")),
            ("mano", _("La mano siguiente es de otro")),
            *(
                (letter, _("La partida es para %(side)s") % {"side": title})
                for letter, title in self.sides()
            ),
        ]

    def clean(self) -> dict[str, Any]:
        """Check that a ruling on the vales has its three numbers, and a ruling on the mano its
        seat.
        """
        data = super().clean() or self.cleaned_data
        for name in NEEDED_FIELDS.get(data.get("ruling", ""), ()):
            if name not in self.errors and data.get(name) in (None, ""):
                self.add_error(name, self.fields[name].error_messages["required"])
        return data

    def checks(self) -> list[Check]:
        vales, only = ("vales_a", "vales_b", "middle"), ("ruling", ("vales",))
        return [
            Check("each", vales, "zanga.vales_range", {"high": VALES}, only=only),
            Check("sum", vales, "zanga.vales_sum", {"allowed": VALES}, only=only),
        ]

    def piles(self) -> list[forms.BoundField]:
        return [self[name] for name in ("vales_a", "middle", "vales_b")]

    @property
    def complete(self) -> bool:
        needed_names = NEEDED_FIELDS.get(self["ruling"].data or "", ())
        return super().complete and all(self[name].data not in (None, "") for name in needed_names)

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        values = super().field_values(line)
        return (
            None if values is None else {**values, "ruling": line.get("winner") or line["ruling"]}
        )

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        ruling: dict[str, object] = {"kind": "ruling", "reason": data["reason"]}
        match data["ruling"]:
            case "vales":
                vales = [data["vales_a"], data["vales_b"]]
                return {**ruling, "ruling": "vales", "vales": vales, "middle": data["middle"]}
            case "mano":
                return {**ruling, "ruling": "mano", "mano": data["mano"]}
            case "anula":
                return {**ruling, "ruling": "anula"}
            case winner:
                return {**ruling, "ruling": "partida", "winner": winner}


FORMS: tuple[type[LineForm[Options, State]], ...] = (
    DealForm,
    PartidaForm,
    RenuncioForm,
    RulingForm,
)
