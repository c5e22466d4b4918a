"""A line of an acta as fields: what every game's forms share, and the lines common to all."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from rules.core import SIDE_NAMES, Game, Score
from scoring.games.device import Check
from scoring.games.sentences import Text
from tournaments.refusal import Refused


class Tantos(forms.TextInput):
    """A small number, typed: no arrows, and no wheel that changes it by accident."""

    input_type = "text"

    def __init__(self, **attrs: Any) -> None:
        super().__init__(
            attrs={
                "inputmode": "numeric",
                "autocomplete": "off",
                "size": 3,
                "maxlength": 6,
                **attrs,
            }
        )


class LineForm(forms.Form):
    """One kind of line as fields. The rules judge it: the form only puts the words in order.

    A subclass says how its fields become the structured line (`structured`), whether it can come
    next (`can_happen`), whether it is one of the ways in which a table keeps a match (`ORDINARY`;
    any other is an incident, after which the page goes back to the ordinary line), and under which
    of its fields a refusal of the rules is shown (`PLACES`, where the names differ). `LEAVES_OUT`
    has the tallies that its line may leave to the rules; those `ranked` are asked for (`asks`). The
    choices of a `SideField` are the sides, unless it has its own.
    """

    KIND: ClassVar[str]
    TAB: ClassVar[Text]
    ORDINARY: ClassVar[bool] = False
    TEMPLATE: ClassVar[str] = "scoring/games/common.html"
    PLACES: ClassVar[dict[str, str]] = {}
    LEAVES_OUT: ClassVar[tuple[str, ...]] = ()

    use_required_attribute = False
    refused: tuple[str, Refused] | None = None  # the line that the rules refused, and why
    carried: frozenset[str] = frozenset()  # the fields that a refusal of another line has filled
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=100_000)
    # The acta before the writer's eyes, the line's own mark and its hour: an old page has none.
    version = forms.IntegerField(
        widget=forms.HiddenInput, min_value=0, max_value=32_000, required=False
    )
    uid = forms.UUIDField(widget=forms.HiddenInput, required=False)
    at = forms.DateTimeField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *args: Any,
        game: Game,
        score: Score[Any],
        options: Any,
        titles: Sequence[str],
        ranked: Callable[[], Collection[str]] = tuple,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, auto_id="apunte_%s", **kwargs)
        self.ranked = ranked
        self.game, self.score, self.options, self.titles = game, score, options, titles
        self._told: dict[str, tuple[str, Any]] = {}
        for field in self.fields.values():
            if isinstance(field, SideField) and not field.choices:
                field.choices = self.sides()
        self.arrange()
        for field in self.fields.values():
            field.widget.attrs.update(known_of(field))

    def arrange(self) -> None:
        """Give the fields what depends on the match: the names of the sides."""

    @property
    def asks(self) -> list[str]:
        """The tallies that rank and that its line may leave to the rules."""
        return [tally for tally in self.LEAVES_OUT if tally in self.ranked()]

    @classmethod
    def carrying(cls, line: Mapping[str, Any]) -> dict[str, Any]:
        """Return what its fields begin with for this structured line, without a reason."""
        return {}

    @classmethod
    def can_happen(cls, score: Score[Any], options: Any) -> bool:
        """Whether such a line can come next in a match that is not over."""
        return True

    def checks(self) -> list[Check]:
        """Return the checks that a device makes by itself, in the order of the rules."""
        return []

    @property
    def device_checks(self) -> str:
        """The same, for `static/js/checks.js`."""
        return json.dumps([check.told(self.game) for check in self.checks()])

    def structured(self) -> dict[str, object]:
        """Return the JSON object of the line: its kind, and its own fields as they are."""
        own = {name: self.cleaned_data[name] for name in self.fields.keys() - LineForm.base_fields}
        return {"kind": self.KIND, **own}

    def hand(self) -> Any:
        """Return the line as the rules read it; raises `RuleError`. The form must be valid."""
        return self.game.from_json(self.structured())

    def filling(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what is in its fields when it writes this structured line; None for a line of
        another kind. What the fields say in words of their own, a subclass adds."""
        if line["kind"] != self.KIND:
            return None
        held: dict[str, Any] = {}
        for name in self.fields.keys() - LineForm.base_fields.keys():
            several, _sep, letter = name.rpartition("_")
            each = line.get(several)
            if name in line:
                held[name] = line[name]
            elif isinstance(each, list) and letter.upper() in SIDE_NAMES[: len(each)]:
                held[name] = each[SIDE_NAMES.index(letter.upper())]
            elif isinstance(self.fields[name], forms.BooleanField):
                held[name] = self.fields[name].required
        return held

    def know(self, name: str, value: str) -> None:
        """Do not ask for what the acta tells; another value from an older page is refused."""
        asked = self.fields.pop(name, None)
        if asked:
            self._told[name] = (value, asked.label)

    def full_clean(self) -> None:
        super().full_clean()
        for name, (value, label) in self._told.items():
            typed = str(self.data.get(name) or "")
            if self.is_bound and typed and typed != value:
                sentence = _("«%(label)s»: se apuntó %(typed)s, y por el acta es %(value)s.")
                self.add_error(None, sentence % {"label": label, "typed": typed, "value": value})

    def goes_to(self) -> dict[str, Any]:
        """Where the line goes: its number, the acta it was written on, its mark and its hour."""
        return {name: self.cleaned_data[name] for name in ("number", "version", "uid", "at")}

    def sides(self, *, nobody: Text | None = None) -> list[tuple[str, Text]]:
        """The choices of a side, first none at all if it has a name."""
        letters = SIDE_NAMES[: self.options.sides]
        named = [(letter, self._title(side)) for side, letter in enumerate(letters)]
        return named if nobody is None else [("", nobody), *named]

    def _title(self, side: int) -> Text:
        """Return «A · 12 · Paco Gil», which is only made where it is shown."""
        return _lettered(self.titles, side)

    def ask_each(self, name: str, field: Callable[[], forms.Field]) -> None:
        """A field of this name for each side: `points_a`, `points_b`…"""
        for letter, title in self.sides():
            asked = self.fields[f"{name}_{letter.lower()}"] = field()
            asked.label = title

    def each(self, name: str) -> list[forms.BoundField]:
        """Those fields, A first, as a template wants them."""
        return [self[one] for one in self._each(name)]

    def read_each(self, name: str) -> list[Any]:
        """Return what was typed in those fields, A first."""
        return [self.cleaned_data.get(one) for one in self._each(name)]

    def _each(self, name: str) -> list[str]:
        return [f"{name}_{letter.lower()}" for letter, _title in self.sides()]

    def refuse(self, refused: Refused) -> None:
        """Show a refusal beside the field it names, or above them all."""
        field = self.PLACES.get(refused.field, refused.field)
        self.add_error(field if field in self.fields else None, str(refused))

    def focus(self) -> None:
        """Put the cursor in the first wrong field, or the first still wanted."""
        wrong = [name for name in self.errors if name in self.fields] if self.is_bound else []
        asked = [one.name for one in self.visible_fields()]
        if self.carried:
            asked = [one for one in asked if self.fields[one].required and one not in self.carried]
        first = next(iter(asked), None)
        if name := (wrong[0] if wrong else first):
            self.fields[name].widget.attrs["autofocus"] = True

    @property
    def kind(self) -> str:
        return self.KIND

    @property
    def page(self) -> str:
        return self.TEMPLATE

    @property
    def typed(self) -> str:
        """The line as somebody typed it; "" for a line that was ticked and chosen."""
        return ""

    @property
    def complete(self) -> bool:
        """False while something required is empty: too early to say that it is wrong."""
        return all(
            self[name].data not in (None, "")
            for name, field in self.fields.items()
            if field.required
        )


def _in_words(titles: Sequence[str], side: int) -> str:
    return f"{SIDE_NAMES[side]} · {titles[side]}"


_lettered = lazy(_in_words, str)  # once: Django makes a class of it


def known_of(asked: forms.Field) -> dict[str, object]:
    """Return what the device knows of a field alone, as attributes with their sentences."""
    if asked.widget.is_hidden:
        return {}
    known: dict[str, object] = {}
    if asked.required:
        known["data-needed"] = str(asked.error_messages["required"])
    if isinstance(asked, forms.IntegerField):
        known["data-whole"] = str(asked.error_messages["invalid"])
        for limit in asked.validators:
            if isinstance(limit, MinValueValidator | MaxValueValidator):
                name = "min" if isinstance(limit, MinValueValidator) else "max"
                known[f"data-{name}"] = limit.limit_value
                known[f"data-{name}-says"] = limit.message % {"limit_value": limit.limit_value}
    elif asked.widget.attrs.get("inputmode"):
        known["data-amount"] = str(asked.error_messages["invalid"])
    return known


class SideField(forms.ChoiceField):
    """One of the sides, as large buttons."""

    widget = forms.RadioSelect


class ReasonField(forms.CharField):
    """The reason of a line, which the public reads."""

    def __init__(self, help_text: Text = "", **kwargs: Any) -> None:
        super().__init__(
            label=_("Motivo"),
            help_text=help_text or _("Lo verá el público en el acta."),
            widget=forms.TextInput(attrs={"maxlength": 150, "autocomplete": "off"}),
            **kwargs,
        )


class ForfeitForm(LineForm):
    """The match goes to the rival: withdrawal, no-show, disqualification."""

    KIND = "forfeit"
    TAB = _("Retirada o incomparecencia")

    loser = SideField(label=_("¿Quién pierde?"))
    reason = ReasonField(
        _("Por ejemplo: no se presenta · se retira · descalificación. Lo verá el público.")
    )


class StopForm(LineForm):
    """The referee ends the match before its end."""

    KIND = "stop"
    TAB = _("Se para")

    ends = forms.ChoiceField(
        label=_("¿Cómo queda?"),
        choices=[
            ("stands", _("Vale el tanteo: gana quien va por delante")),
            ("drawn", _("En tablas: no gana nadie")),
            ("lost", _("La pierden todos: no la gana nadie")),
        ],
        widget=forms.RadioSelect,
    )
    reason = ReasonField(_("Por ejemplo: se acabó el tiempo. Lo verá el público."))
    confirm_empty = forms.BooleanField(
        label=_("No hay nada anotado: el encuentro queda empatado a cero"), required=False
    )

    def arrange(self) -> None:
        if self.initial.get("number") != 1:  # something is written: nobody closes it by mistake
            del self.fields["confirm_empty"]

    @property
    def complete(self) -> bool:
        asks = "confirm_empty" in self.fields and self["ends"].data != "lost"
        return super().complete and (not asks or bool(self["confirm_empty"].data))

    def clean(self) -> dict[str, Any]:
        read = super().clean()
        confirmed = read.get("ends") in (None, "lost") or read.get("confirm_empty")
        if "confirm_empty" in self.fields and not confirmed:
            self.add_error(
                "confirm_empty",
                _("No hay nada anotado. Marque esta casilla para cerrarlo empatado a cero."),
            )
        return read

    def goes_to(self) -> dict[str, Any]:
        confirmed = bool(self.cleaned_data.get("confirm_empty"))
        return {**super().goes_to(), "confirm_empty": confirmed}

    def filling(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        held = super().filling(line)
        if held is None:
            return None
        ends = "lost" if line.get("lost") else "drawn" if line["drawn"] else "stands"
        return {**held, "ends": ends}

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        ends = read["ends"]
        told = {"kind": "stop", "drawn": ends != "stands", "reason": read["reason"]}
        return {**told, "lost": True} if ends == "lost" else told


class NotationForm(LineForm):
    """The line as the notation writes it, for who types fast."""

    KIND = "notation"
    TAB = _("Notación")

    text = forms.CharField(
        label=_("La línea, tal como se escribe"),
        widget=forms.TextInput(
            attrs={"maxlength": 200, "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    PLACES: ClassVar[dict[str, str]] = {}

    def filling(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        return {"text": str(self.game.from_json(line))}

    @property
    def typed(self) -> str:
        return str(self.cleaned_data.get("text", ""))

    def hand(self) -> Any:
        return self.game.parse(self.typed)

    def refuse(self, refused: Refused) -> None:
        self.add_error("text", str(refused))


COMMON: tuple[type[LineForm], ...] = (ForfeitForm, StopForm, NotationForm)


# --- Which kinds ----------------------------------------------------------------------------
Kinds = dict[str, type[LineForm]]


def kinds_after(
    forms: Sequence[type[LineForm]],
    score: Score[Any],
    options: Any,
    *,
    every: bool = False,
    at_table: bool = False,
) -> Kinds:
    """Return the kinds of line of a game that can come next, the usual ones first.

    `every` kind there is, for what a page opened before somebody else's line may send. Those who
    play (`at_table`) write what happens in every match; what a referee rules is not theirs.
    """
    return {
        form.KIND: form
        for form in (forms if at_table else (*forms, *COMMON))
        if (form.ORDINARY or not at_table)
        and (every or (not score.over and form.can_happen(score, options)))
    }


def usual_kind(kinds: Kinds, written: Iterable[str]) -> str:
    """Return the kind offered first: as the acta was `written`, last line first, or any."""
    ordinary = [kind for kind, form in kinds.items() if form.ORDINARY]
    return next((kind for kind in written if kind in ordinary), next(iter(kinds)))


def kinds_in_sight(kinds: Kinds) -> list[str]:
    """Return the kinds that need no looking for: the first one, and every ordinary one."""
    return [
        kind for number, (kind, form) in enumerate(kinds.items()) if not number or form.ORDINARY
    ]
