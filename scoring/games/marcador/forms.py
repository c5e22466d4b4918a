"""The forms of the lines of a free score, for any options."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.core import SIDE_NAMES, Score
from rules.lines import End
from rules.marcador.hands import Juegos, Mano
from rules.marcador.match import State
from rules.marcador.options import MOST_TANTOS, Options
from rules.reading import Tally
from scoring.games.boxes import Amount, SignedAmount
from scoring.games.device import Check
from scoring.games.lines import Count, LineForm, ReasonField, SideField

# The bounds of a side's tantos in one mano, whatever the options.
_BOUNDS = {"low": -MOST_TANTOS, "high": MOST_TANTOS}
NOBODY = "="  # the choice for a juego that nobody wins


class MarcadorForm(LineForm[Options, State]):
    TEMPLATE = "scoring/games/marcador/form.html"
    COLUMNS = (pgettext_lazy("of marcador", "Suma"), pgettext_lazy("of marcador", "Resta"))

    def ask_points(self) -> None:
        """Add a field for the points of each side, with two boxes if the points may be negative."""
        self.ask_each_side("points", SignedAmount if self.options.low < 0 else Amount)

    def points(self) -> list[forms.BoundField]:
        return self.side_fields("points")

    def step_checks(self, names: tuple[str, ...]) -> list[Check]:
        """Return a check that these fields are multiples of the step; [] if the step is 1."""
        step = self.options.step
        params = {"step": step}
        return [Check("step", names, "marcador.points_step", params)] if step > 1 else []

    @property
    def total(self) -> int | None:
        """Return the sum of the points of a mano; None if the sum is free.

        The script of the page fills in the last box with it.
        """
        return self.options.mano_sum


def _takes_juegos(score: Score[State], options: Options) -> bool:
    """Return whether a line can now record a whole juego without its tantos."""
    return not options.counts_tantos and not score.state.column


class ManoForm(MarcadorForm):
    """The form of a mano: the points of each side."""

    KIND = "mano"
    TAB = _("Mano")
    ORDINARY = True

    def arrange(self) -> None:
        if self.options.ladder:
            places = range(1, self.options.sides + 1)
            choices = [(str(self.options.sides + 1 - place), f"{place}.º") for place in places]
            self.ask_each_side(
                "points", forms.ChoiceField, choices=choices, widget=forms.RadioSelect
            )
        else:
            self.ask_points()

    def checks(self) -> list[Check]:
        names = self.field_names("points")
        low, high = self.options.mano_range
        checks = [
            Check("each", names, "marcador.tantos_range", _BOUNDS),
            Check("each", names, "marcador.points_range", {"low": low, "high": high}),
            *self.step_checks(names),
        ]
        if self.options.mano_sum is not None:
            total = {"allowed": self.options.mano_sum}
            checks.append(Check("sum", names, "marcador.points_sum", total))
        return [] if self.options.ladder else checks

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return bool(options.by_tantos)

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        return None if line.get("manos", 1) > 1 else super().field_values(line)

    def json_line(self) -> dict[str, object]:
        points = self.side_values("points")
        return {"kind": "mano", "points": [int(point) for point in points], "manos": 1}


class ManosForm(MarcadorForm):
    """The form of several manos of which only the sums are recorded."""

    KIND = "manos"
    LINE = Mano
    LINE_KIND = "mano"
    TAB = _("Varias manos")
    ORDINARY = True

    manos = Count(label=_("¿Cuántas manos?"))

    def arrange(self) -> None:
        self.ask_points()
        state = self.score.state
        if state.limit:
            self.fields["manos"].initial = state.limit - state.manos
            self.fields["manos"].widget.attrs["data-now"] = "yes"

    def checks(self) -> list[Check]:
        names = self.field_names("points")
        return [*super().checks(), *self.step_checks(names)]

    @property
    def total(self) -> int | None:
        return None  # the sum depends on the number of manos

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        one_left = score.state.limit - score.state.manos == 1
        return bool(options.counts_tantos and not options.exact and not one_left)

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        return super().field_values(line) if line.get("manos", 1) > 1 else None


class JuegoForm(MarcadorForm):
    """The form of a juego of which only the winner is recorded."""

    KIND = "juego"
    TAB = pgettext_lazy("of marcador", "Juego")
    ORDINARY = True

    winner = SideField(label=_("¿Quién gana el juego?"))

    def arrange(self) -> None:
        draw_choices = [(NOBODY, _("Nadie: tablas"))] if self.options.juego_can_draw else []
        self.fields["winner"].choices = [*self.sides(), *draw_choices]

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return _takes_juegos(score, options)

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        values = super().field_values(line)
        return None if values is None else {**values, "winner": line["winner"] or NOBODY}

    def json_line(self) -> dict[str, object]:
        winner = self.cleaned_data["winner"]
        return {"kind": "juego", "winner": None if winner == NOBODY else winner}


class JuegosForm(MarcadorForm):
    """The form of several juegos of which only the number that each side won is recorded."""

    KIND = "juegos"
    LINE = Juegos
    TAB = _("Varios juegos")
    ORDINARY = True

    def arrange(self) -> None:
        self.ask_each_side("juegos")

    def juegos(self) -> list[forms.BoundField]:
        return self.side_fields("juegos")

    @property
    def result_keys(self) -> list[Tally]:
        """Return the juegos that each side wins in this line, for each possible result."""
        juegos_won = self.score.tallies[2]
        return [
            tuple(a - b for a, b in zip(end, juegos_won, strict=True))
            for end in super().result_keys
        ]

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return _takes_juegos(score, options) and not options.single


class EndForm(MarcadorForm):
    """The form of the line that ends a match by time."""

    KIND = "end"
    LINE = End
    TAB = _("Fin del tiempo")

    over = forms.BooleanField(label=_("Se ha acabado el tiempo: no se juegan más manos"))

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        state = score.state
        return bool(options.clock and not state.time and (state.manos or state.juegos))


class RulingForm(MarcadorForm):
    """The form of a ruling: a warning, tantos, the count of a mano, a juego or the match."""

    KIND = "ruling"
    TAB = _("Árbitro")
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"tantos": "points"}
    SIDE_RULINGS = ("aviso", "juego", "partida")

    ruling = forms.ChoiceField(label=_("¿Qué decide el árbitro?"), widget=forms.RadioSelect)
    side = SideField(label=_("¿A quién?"), required=False)
    manos = Count(
        label=_("¿Cuántas manos son?"),
        required=False,
        help_text=_("Si la decisión vale para varias manos juntas, cuántas; si no, 1."),
    )
    reason = ReasonField()

    def arrange(self) -> None:
        self.fields["ruling"].choices = self._ruling_choices()
        if self.options.by_tantos:
            self.ask_each_side("points", SignedAmount, required=False)
        if not ManosForm.can_happen(self.score, self.options):
            del self.fields["manos"]
        self.order_fields(["ruling", "side", *self.field_names("points"), "manos", "reason"])

    @classmethod
    def initial_values(cls, line: Mapping[str, Any]) -> dict[str, Any]:
        """Return the initial values of the fields for a ruling that records a refused mano."""
        points = zip(SIDE_NAMES, line["points"], strict=False)
        manos = {"manos": line["manos"]} if "manos" in line else {}
        return {
            "ruling": line["ruling"],
            **{f"points_{letter.lower()}": number for letter, number in points},
            **manos,
        }

    def _ruling_choices(self) -> list[tuple[str, Any]]:
        tantos_choices = [
            ("tantos", _("Da o quita tantos, además de la mano")),
            ("mano", _("Fija los tantos de cada uno en esta mano")),
        ]
        return [
            ("aviso", _("Solo apercibe a un jugador")),
            *(tantos_choices if self.options.by_tantos else []),
            *([] if self.options.counts_tantos else [("juego", _("Da el juego a alguien"))]),
            ("partida", _("Da el encuentro a un bando")),
        ]

    def clean(self) -> dict[str, Any]:
        """Check that the decision has its side or its tantos, and that others have no tantos."""
        data = super().clean() or self.cleaned_data
        ruling = data.get("ruling")
        if not ruling:
            return data
        if ruling in self.SIDE_RULINGS and not data.get("side") and "side" not in self.errors:
            self.add_error("side", _("Elija a quién."))
        if self.options.by_tantos:
            self._check_points(needed=ruling not in self.SIDE_RULINGS)
        return data

    def _check_points(self, *, needed: bool) -> None:
        """Check that an amount is filled in if `needed`, and that none is otherwise."""
        filled_fields = [field for field in self.points() if field.data]
        if needed and not filled_fields:
            self.add_error("points_a", Amount.default_error_messages["required"])
        if filled_fields and not needed:
            self.add_error(
                filled_fields[0].name, _("Sobran los tantos: con esa decisión no hay ninguno.")
            )

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        values = super().field_values(line)
        point_values = {
            f"points_{letter.lower()}": number for letter, number in line.get("tantos", {}).items()
        }
        return None if values is None else {**values, **point_values}

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        ruling = data["ruling"]
        line: dict[str, object] = {"kind": "ruling", "ruling": ruling, "reason": data["reason"]}
        if ruling in self.SIDE_RULINGS:
            return {**line, "side": data["side"]}
        points = [number or 0 for number in self.side_values("points")]
        if ruling == "mano":
            return {**line, "points": points, "manos": data.get("manos") or 1}
        letters = [letter for letter, _title in self.sides()]
        points_by_side = zip(letters, points, strict=True)
        return {**line, "tantos": {letter: number for letter, number in points_by_side if number}}


FORMS: tuple[type[LineForm[Options, State]], ...] = (
    ManoForm,
    JuegoForm,
    JuegosForm,
    ManosForm,
    EndForm,
    RulingForm,
)
