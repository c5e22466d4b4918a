"""The base class of the forms of lines, and the forms of the lines that all games share."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from rules.codec import json_fields
from rules.core import SIDE_NAMES, AnyGame, GameOptions, Score
from rules.reading import Tally, dashed_text
from rules.typed_results import choices, read_result
from scoring.games.device import Check
from tournaments.refusal import Refused
from tournaments.words import Text

OptionsT = TypeVar("OptionsT", bound=GameOptions)
State = TypeVar("State")
MOST_KEYS = 10  # the most results offered as keys: two rows of five keys


class SmallNumberInput(forms.TextInput):
    """An input for a small number, without arrows or a wheel that change it by accident."""

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


class Count(forms.IntegerField):
    """A small whole number."""

    widget = SmallNumberInput


class LineForm(forms.Form, Generic[OptionsT, State]):
    """The form of one kind of line. The form only builds the line; the rules judge the line.

    `LINE` is the dataclass of the line. A member of the line gets its value from the field with its
    name, or from a field for each side (`ask_each_side`). A device also checks the bounds of the
    member's numbers. A subclass adds the members that need code (`json_line`), and decides whether
    the line can come next (`can_happen`). `LINE_KIND` is the kind of the line if it is not `KIND`.

    `ORDINARY` marks an ordinary way to record a match. Any other kind is an incident, after which
    the page returns to the ordinary line. `REFUSAL_FIELDS` maps a field named in a refusal of the
    rules to the field of the form that shows the refusal, where the names differ. If the form has a
    field for each side, the field of the side named in the refusal shows it.

    `OPTIONAL_TALLIES` has the tallies that the line may omit; the rules then count them.
    `asked_tallies` has those of them that are in `ranked_tallies`. A `SideField` offers the sides,
    unless it has its own choices.
    """

    fields: dict[str, Any]  # Django fills it at run time, with fields of many classes

    KIND: ClassVar[str]
    TAB: ClassVar[Text]
    ORDINARY: ClassVar[bool] = False
    TEMPLATE: ClassVar[str] = "scoring/games/common.html"
    LINE: ClassVar[type | None] = None
    LINE_KIND: ClassVar[str] = ""
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {}
    OPTIONAL_TALLIES: ClassVar[tuple[str, ...]] = ()

    use_required_attribute = False
    refused_line: tuple[str, Refused] | None = None  # the line, and the refusal of the rules
    carried_fields: frozenset[str] = frozenset()  # filled from the refusal of another line
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=100_000)
    # The version of the acta on the writer's page, and the uid and the time of the line. Old pages
    # send none of the three.
    version = forms.IntegerField(
        widget=forms.HiddenInput, min_value=0, max_value=32_000, required=False
    )
    uid = forms.UUIDField(widget=forms.HiddenInput, required=False)
    at = forms.DateTimeField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *args: Any,
        game: AnyGame,
        score: Score[State],
        options: OptionsT,
        titles: Sequence[str],
        ranked_tallies: Callable[[], Collection[str]] = tuple,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **{"auto_id": "apunte_%s", **kwargs})
        self.ranked_tallies = ranked_tallies
        self.game = game
        self.score = score
        self.options = options
        self.titles = titles
        self._known_values: dict[str, tuple[str, Any]] = {}
        self._side_members: set[str] = set()
        for field in self.fields.values():
            if isinstance(field, SideField) and not field.choices:
                field.choices = self.sides()
        self.arrange()
        for field in self.fields.values():
            field.widget.attrs.update(device_check_attributes(field))

    def arrange(self) -> None:
        """Adapt the fields to the match, such as the names of the sides."""

    @property
    def result_keys(self) -> list[Tally]:
        """Return the possible results if they are few, each as the numbers of the boxes, A first.

        Return [] if there are many. Return [] too if the desk does not type the results of the
        game with the kind of this form, as it does with «coto».
        """
        word, ends = choices(self.game, self.options, self.score, self.KIND, MOST_KEYS)
        return ends if word == self.KIND else []

    @property
    def asked_tallies(self) -> list[str]:
        """Return the tallies that rank and that the line of this form may omit."""
        return [tally for tally in self.OPTIONAL_TALLIES if tally in self.ranked_tallies()]

    @classmethod
    def initial_values(cls, line: Mapping[str, Any]) -> dict[str, Any]:
        """Return the initial values of the form for `line`, a line in JSON without a reason.

        The line is a ruling that records a result refused by the rules (`refereeing.overruling`).
        """
        return {}

    @classmethod
    def can_happen(cls, score: Score[State], options: OptionsT) -> bool:
        """Return whether this line can come next in a match that is not over."""
        return True

    def checks(self) -> list[Check]:
        """Return the checks that a device runs without the server, in the order of the rules.

        The bounds of the numbers come first.
        """
        return self.bounds(self.LINE) if self.LINE else []

    def bounds(self, line: type, **about: Any) -> list[Check]:
        """Return a check for each bounded number of a line that the form asks for in a `Count`.

        `about` has the other arguments of `Check`.
        """
        checks = []
        for row in json_fields(line):
            names = self.field_names(self.REFUSAL_FIELDS.get(row.name, row.name))
            bounds = row.kind.bounds
            if names and bounds and bounds.code and isinstance(self.fields[names[0]], Count):
                checks.append(Check("each", names, bounds.code, bounds.limits, **about))
        return checks

    @property
    def device_checks(self) -> str:
        """Return the checks as JSON for `static/js/checks.js`."""
        return json.dumps([check.as_json(self.game) for check in self.checks()])

    def json_line(self) -> dict[str, object]:
        """Return the JSON object of the line: its kind, and the members filled from the fields.

        A member without a value is omitted. If a member has a field for each side, and one of them
        has a value, the empty fields count as 0.
        """
        own = self.fields.keys() - LineForm.base_fields
        members = [row.name for row in json_fields(self.LINE)] if self.LINE else own
        line: dict[str, object] = {"kind": self.LINE_KIND or self.KIND}
        for name in members:
            if name in self._side_members:
                values = self.side_values(name)
                if any(value is not None for value in values):
                    line[name] = [value or 0 for value in values]
            elif self.cleaned_data.get(name) not in (None, ""):
                line[name] = self.cleaned_data[name]
        return line

    def hand(self) -> object:
        """Return the line as the rules read it; raises `RuleError`. The form must be valid."""
        return self.game.from_json(self.json_line())

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the values of the fields that would write this JSON line.

        Return None for a line of another kind. A subclass adds the fields whose values differ from
        the values of the line.
        """
        if line["kind"] != (self.LINE_KIND or self.KIND):
            return None
        values: dict[str, Any] = {}
        for name in self.fields.keys() - LineForm.base_fields.keys():
            member, _sep, letter = name.rpartition("_")
            side_values = line.get(member)
            if name in line:
                values[name] = line[name]
            elif isinstance(side_values, list) and letter.upper() in SIDE_NAMES[: len(side_values)]:
                values[name] = side_values[SIDE_NAMES.index(letter.upper())]
            elif isinstance(self.fields[name], forms.BooleanField):
                values[name] = self.fields[name].required
        return values

    def drop_known_field(self, name: str, value: str) -> None:
        """Remove a field, because the acta already shows its `value`.

        If an old page sends a different value, the form refuses it.
        """
        field = self.fields.pop(name, None)
        if field:
            self._known_values[name] = (value, field.label)

    def full_clean(self) -> None:
        super().full_clean()
        for name, (value, label) in self._known_values.items():
            text = str(self.data.get(name) or "")
            if self.is_bound and text and text != value:
                sentence = _("«%(label)s»: se anotó %(typed)s, y por el acta es %(value)s.")
                self.add_error(None, sentence % {"label": label, "typed": text, "value": value})

    def write_arguments(self) -> dict[str, Any]:
        """Return the arguments of the service that writes the line: number, version, uid and time.

        A form that writes several lines adds `rest`, the lines after the first.
        """
        return {name: self.cleaned_data[name] for name in ("number", "version", "uid", "at")}

    def sides(self, *, nobody: Text | None = None) -> list[tuple[str, Text]]:
        """Return a choice for each side, after an empty choice labelled `nobody` if given."""
        letters = SIDE_NAMES[: self.options.sides]
        choices = [(letter, self._title(side)) for side, letter in enumerate(letters)]
        return choices if nobody is None else [("", nobody), *choices]

    def _title(self, side: int) -> Text:
        """Return «A · 12 · Paco Gil» as a lazy text, which is built only if a page shows it."""
        return lazy_side_title(self.titles, side)

    def ask_each_side(
        self,
        name: str,
        field: Callable[..., forms.Field] = Count,
        *,
        label: Text = "",
        next_field: str = "",
        **about: Any,
    ) -> None:
        """Add a field of this name for each side: `points_a`, `points_b`…

        `%(side)s` in the label stands for the title of the side. The new fields come before the
        field named `next_field`. `about` has the other arguments of each field.
        """
        names_before = list(self.fields)
        self._side_members.add(name)
        for side, side_name in enumerate(self.field_names(name)):
            side_label = label % {"side": self.titles[side]} if label else self._title(side)
            side_field = self.fields[side_name] = field(label=side_label, **about)
            letter = SIDE_NAMES[side]
            # A short label for a phone: the board above the boxes has the names.
            side_field.short_label = label % {"side": letter} if label else letter  # type: ignore[attr-defined]  # ours
        if next_field:
            self.order_fields(
                [*names_before[: names_before.index(next_field)], *self.field_names(name)]
            )

    def side_fields(self, name: str) -> list[forms.BoundField]:
        """Return the fields that fill this member, A's first."""
        return [self[field_name] for field_name in self.field_names(name)]

    def side_values(self, name: str) -> list[Any]:
        """Return the values of the fields that fill this member, A's first."""
        return [self.cleaned_data.get(field_name) for field_name in self.field_names(name)]

    def field_names(self, name: str) -> tuple[str, ...]:
        """Return the names of the fields that fill this member, A's first; () if there are none."""
        if name in self._side_members:
            return tuple(f"{name}_{letter.lower()}" for letter, _title in self.sides())
        return (name,) if name in self.fields else ()

    def refuse(self, refusal: Refused) -> None:
        """Show a refusal next to the field that it names, or above all fields."""
        names = self.field_names(self.REFUSAL_FIELDS.get(refusal.field, refusal.field))
        side = SIDE_NAMES.find(str(refusal.params.get("side", "")))
        self.add_error(next(iter(names[max(side, 0) :] or names), None), str(refusal))

    def focus(self) -> None:
        """Put the cursor in the first wrong field, else in the first field.

        If the form has `carried_fields`, the first field is the first required one that is not
        among them.
        """
        wrong = [name for name in self.errors if name in self.fields] if self.is_bound else []
        candidates = [field.name for field in self.visible_fields()]
        if self.carried_fields:
            candidates = [
                field
                for field in candidates
                if self.fields[field].required and field not in self.carried_fields
            ]
        first = next(iter(candidates), None)
        if name := (wrong[0] if wrong else first):
            self.fields[name].widget.attrs["autofocus"] = True

    @property
    def kind(self) -> str:
        return self.KIND

    @property
    def page(self) -> str:
        return self.TEMPLATE

    @property
    def typed_text(self) -> str:
        """Return the notation that the user typed; "" for a line built from other fields."""
        return ""

    @property
    def complete(self) -> bool:
        """Return whether every required field is filled in.

        Until then the page shows no errors, because they would come too early.
        """
        return all(
            self[name].data not in (None, "")
            for name, field in self.fields.items()
            if field.required
        )


AnyLineForm = LineForm[GameOptions, object]  # the form of a line of a game known only by its key


def _side_title(titles: Sequence[str], side: int) -> str:
    return f"{SIDE_NAMES[side]} · {titles[side]}"


lazy_side_title = lazy(_side_title, str)  # once, because each call of `lazy` makes a class


def device_check_attributes(field: forms.Field) -> dict[str, object]:
    """Return the HTML attributes with which a device checks this field, and their sentences."""
    if field.widget.is_hidden:
        return {}
    attributes: dict[str, object] = {}
    if field.required:
        attributes["data-needed"] = str(field.error_messages["required"])
    if isinstance(field, forms.IntegerField):
        attributes["data-whole"] = str(field.error_messages["invalid"])
        for limit in field.validators:
            if isinstance(limit, MinValueValidator | MaxValueValidator):
                name = "min" if isinstance(limit, MinValueValidator) else "max"
                attributes[f"data-{name}"] = limit.limit_value
                attributes[f"data-{name}-says"] = limit.message % {"limit_value": limit.limit_value}
    elif field.widget.attrs.get("inputmode"):
        attributes["data-amount"] = str(field.error_messages["invalid"])
    return attributes


class SideField(forms.ChoiceField):
    """A field for one of the sides, shown as large buttons."""

    widget = forms.RadioSelect


class ReasonField(forms.CharField):
    """The reason of a line, shown to the public."""

    def __init__(self, help_text: Text = "", **kwargs: Any) -> None:
        super().__init__(
            label=_("Motivo"),
            help_text=help_text or _("Lo verá el público en el acta."),
            widget=forms.TextInput(attrs={"maxlength": 150, "autocomplete": "off"}),
            **kwargs,
        )


class ForfeitForm(AnyLineForm):
    """The form of a match given to the rival: withdrawal, no-show, disqualification."""

    KIND = "forfeit"
    TAB = _("Retirada o incomparecencia")

    loser = SideField(label=_("¿Quién pierde?"))
    reason = ReasonField(
        _("Por ejemplo: no se presenta · se retira · descalificación. Lo verá el público.")
    )


class StopForm(AnyLineForm):
    """The form of a match that the referee ends early."""

    KIND = "stop"
    TAB = _("Fin anticipado")

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
        if self.initial.get("number") != 1:  # the acta has lines, so ending the match is no mistake
            del self.fields["confirm_empty"]

    @property
    def complete(self) -> bool:
        asks_confirmation = "confirm_empty" in self.fields and self["ends"].data != "lost"
        return super().complete and (not asks_confirmation or bool(self["confirm_empty"].data))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        confirmed = data.get("ends") in (None, "lost") or data.get("confirm_empty")
        if "confirm_empty" in self.fields and not confirmed:
            self.add_error(
                "confirm_empty",
                _("No hay nada anotado. Marque esta casilla para cerrarlo empatado a cero."),
            )
        return data

    def write_arguments(self) -> dict[str, Any]:
        confirmed = bool(self.cleaned_data.get("confirm_empty"))
        return {**super().write_arguments(), "confirm_empty": confirmed}

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        values = super().field_values(line)
        if values is None:
            return None
        ends = "lost" if line.get("lost") else "drawn" if line["drawn"] else "stands"
        return {**values, "ends": ends}

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        ends = data["ends"]
        line = {"kind": "stop", "drawn": ends != "stands", "reason": data["reason"]}
        return {**line, "lost": True} if ends == "lost" else line


class NotationForm(AnyLineForm):
    """The form of any line, typed in the notation."""

    KIND = "notation"
    TAB = _("Notación")

    text = forms.CharField(
        label=_("La anotación, tal como se escribe"),
        widget=forms.TextInput(
            attrs={"maxlength": 200, "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {}

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        return {"text": str(self.game.from_json(line))}

    @property
    def typed_text(self) -> str:
        return str(self.cleaned_data.get("text", ""))

    def hand(self) -> object:
        return self.game.parse(self.typed_text)

    def refuse(self, refused: Refused) -> None:
        self.add_error("text", str(refused))


COMMON_FORMS: tuple[type[AnyLineForm], ...] = (ForfeitForm, StopForm, NotationForm)


class ResultForm(AnyLineForm):
    """The form of the result of a whole match, with a key for each possible result: «2-1».

    It writes the same lines as the desk does for that result. `kinds_after` does not offer this
    form, because it cannot correct a single line.
    """

    KIND = "whole_result"
    TAB = _("Resultado")
    ORDINARY = True
    TEMPLATE = "scoring/games/result.html"

    result = forms.ChoiceField(label=_("Resultado del encuentro"), widget=forms.RadioSelect)

    @classmethod
    def results(cls, game: AnyGame, options: GameOptions, score: Score[object]) -> list[str]:
        """Return the possible results as the desk types them, if they are few: «cotos 2-1»."""
        word, ends = choices(game, options, score, "", MOST_KEYS)
        return [f"{word} {dashed_text(end)}" for end in ends]

    @classmethod
    def fits(
        cls,
        game: AnyGame,
        options: GameOptions,
        score: Score[object],
        kinds: Collection[str],
        ranked_tallies: Collection[str] = (),
    ) -> bool:
        """Return whether the results are few, and state all the tallies in `ranked_tallies`.

        Return False if a form in `kinds` asks for the same numbers.
        """
        results = cls.results(game, options, score)
        word = results[0].partition(" ")[0] if results else ""
        shorthands = [shorthand for shorthand in game.shorthands(options) if shorthand.word == word]
        all_stated = all(
            tally not in ranked_tallies
            for shorthand in shorthands
            for tally in shorthand.unstated_tallies
        )
        return bool(shorthands) and all_stated and word not in kinds

    def arrange(self) -> None:
        self.fields["result"].choices = [
            (result, result.partition(" ")[2].replace("-", "–"))
            for result in self.results(self.game, self.options, self.score)
        ]

    def lines(self) -> list[object]:
        """Return the lines as the rules read them; raises `RuleError`. The form must be valid."""
        typed_result = read_result(self.game, self.options, self.score, self.cleaned_data["result"])
        return [self.game.parse(line) for line in typed_result.lines]

    def hand(self) -> object:
        return self.lines()[0]

    def write_arguments(self) -> dict[str, Any]:
        return {**super().write_arguments(), "rest": self.lines()[1:]}


# --- The kinds of the next line -------------------------------------------------------------
Kinds = dict[str, type[AnyLineForm]]


def kinds_after(
    forms: Sequence[type[AnyLineForm]],
    score: Score[object],
    options: GameOptions,
    *,
    every: bool = False,
    at_table: bool = False,
) -> Kinds:
    """Return the kinds of line that can come next, each with its form, in the order of `forms`.

    With `every`, return all kinds: the page may have been opened before somebody else wrote a line.
    With `at_table`, return only the ordinary kinds, which the players may write.
    """
    return {
        form.KIND: form
        for form in (forms if at_table else (*forms, *COMMON_FORMS))
        if (form.ORDINARY or not at_table)
        and (every or (not score.over and form.can_happen(score, options)))
    }


def usual_kind(kinds: Kinds, written_kinds: Iterable[str]) -> str:
    """Return the kind that the page offers first.

    It is the first kind of `written_kinds`, the latest line first, that is ordinary and in `kinds`.
    Without one, it is the first of `kinds`.
    """
    ordinary = [kind for kind, form in kinds.items() if form.ORDINARY]
    return next((kind for kind in written_kinds if kind in ordinary), next(iter(kinds)))


def visible_kinds(kinds: Kinds) -> list[str]:
    """Return the kinds that the page always shows: the first kind, and every ordinary kind."""
    return [
        kind for number, (kind, form) in enumerate(kinds.items()) if not number or form.ORDINARY
    ]
