"""Forms to make and lift a ruling, to set the time of a table and to replay a match."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from rules.errors import cited_articles
from rules.penal import Fault
from rules.reading import hyphens
from scoring.actas.forms import SHORT_REASON
from scoring.models import Ruling
from scoring.models.ruling import MOST_POINTS, REASON_LENGTH
from scoring.refereeing import words
from scoring.refereeing.ladders import LADDER, LIMITS, TIME_UP, Refereeing
from scoring.refereeing.selectors.rulings import FaultConsequences, RulingOffer
from scoring.refereeing.words import UNITS, fault_in_words
from tournaments.models import Entry, Match, Player
from tournaments.names.audience import Audience
from tournaments.site.forms import add_refusal

OTHER, OWN_WORDS = "other", "otra"
Follows = Ruling.Follows


class AskForm(forms.Form):
    """The first step of a ruling: the person and the fault in this match."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    use_required_attribute = False
    quien = forms.ChoiceField(label=gettext_lazy("¿Quién?"), widget=forms.RadioSelect)
    falta = forms.ChoiceField(label=gettext_lazy("¿Qué ha hecho?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, match: Match, audience: Audience, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        self.people = people_of_match(match, audience)
        self.fields["quien"].choices = [(key, name) for key, (name, *_rest) in self.people.items()]
        faults = match.tournament.rules.faults(match.game_rules())
        game = match.tournament.game
        self.fields["falta"].choices = [
            *((key, _fault_label(game, fault)) for key, fault in faults.items()),
            (OWN_WORDS, _("Otra cosa: la escribo yo")),
        ]

    def entry_and_player(self) -> tuple[Entry, Player | None]:
        _name, entry, player = self.people[self.cleaned_data["quien"]]
        return entry, player

    def fault(self) -> str:
        """Return the key of the fault, "" if the referee writes his own words."""
        key: str = self.cleaned_data["falta"]
        return "" if key == OWN_WORDS else key


def people_of_match(
    match: Match, audience: Audience
) -> dict[str, tuple[str, Entry, Player | None]]:
    """Return (name, entry, player) by form value, for the entries of a match and their people.

    The player is None for the whole entry. An entry with one person has no value for the person.
    """
    people: dict[str, tuple[str, Entry, Player | None]] = {}
    for entry in match.everybody:
        seats = list(entry.seats.all())
        people[str(entry.number)] = (entry.full_title_for(audience), entry, None)
        if len(seats) > 1:
            for seat in seats:
                name = f"{entry.number} · {seat.player.name_for(audience)}"
                people[f"{entry.number}-{seat.player_id}"] = (name, entry, seat.player)
    return people


def _fault_label(game: str, fault: Fault) -> str:
    text = fault_in_words(game, fault.key)
    text = text[:1].upper() + text[1:]
    article = cited_articles(fault.article)
    return f"{text} ({article})" if article else text


class RulingForm(forms.Form):
    """The second step of a ruling: the consequence. The usual consequence is marked."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    use_required_attribute = False
    what = forms.ChoiceField(label=gettext_lazy("¿Qué sigue?"), widget=forms.RadioSelect)
    points = forms.IntegerField(
        label=gettext_lazy("Cuántos puntos de sanción"),
        help_text=gettext_lazy("Solo si la consecuencia son puntos de sanción."),
        min_value=1,
        max_value=MOST_POINTS,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4, "autocomplete": "off"}),
    )
    line = forms.CharField(
        label=gettext_lazy("La anotación, tal como se escribe"),
        help_text=gettext_lazy("Solo si es otra anotación del acta."),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Motivo"),
        help_text=gettext_lazy(
            "La sanción o la anotación son públicas; el apercibimiento solo lo ven los árbitros."
        ),
        widget=forms.TextInput(attrs=SHORT_REASON),
    )

    def __init__(self, *args: Any, choice: FaultConsequences, over: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choice = choice
        offer_choices = [
            (offer.key, offer_in_words(offer, offer.key == choice.usual)) for offer in choice.offers
        ]
        other_choices = [] if over else [(OTHER, _("Otra anotación del acta"))]
        self.fields["what"].choices = [*offer_choices, *other_choices]
        if over:
            del self.fields["line"]

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if values.get("what") == Follows.POINTS and values.get("points") is None:
            self.add_error("points", _("Escriba los puntos."))
        if values.get("what") == OTHER and not values.get("line"):
            self.add_error("line", _("Escriba la anotación."))
        return values

    def consequence_arguments(self) -> dict[str, Any]:
        """Return the consequence as arguments of `note_ruling`: `follows` and `lines`.

        Penalty points also have `points`.
        """
        values = self.cleaned_data
        if values["what"] == OTHER:
            return {"follows": Follows.LINE, "lines": [values["line"]]}
        offer = self.choice.offer(values["what"])
        assert offer is not None
        arguments: dict[str, Any] = {"follows": offer.follows, "lines": offer.lines}
        if offer.follows == Follows.POINTS:
            arguments["points"] = values["points"]
        return arguments


def offer_in_words(offer: RulingOffer, is_usual: bool) -> str:
    """Return a consequence as text: «Pierde una partida: «arbitro partida B: …» (lo habitual)»."""
    text = _offer(offer)
    if offer.lines:
        text_of_lines = offer.lines[0] if len(set(offer.lines)) == 1 else " · ".join(offer.lines)
        text = f"{text}: «{text_of_lines}»"
        if len(offer.lines) > 1:
            text += f" × {len(offer.lines)}"
    return _("%(what)s (lo habitual)") % {"what": text} if is_usual else text


def _offer(offer: RulingOffer) -> str:
    kind, _colon, detail = offer.key.partition(":")
    if kind == "usual":
        return _("Texto del artículo")
    if kind == "unit":
        return str(UNITS[detail.partition(":")[0]])
    if kind in ("match", "score"):
        return _("Pierde el encuentro")
    if kind == Follows.OUT:
        return _("Descalificación: sale del torneo y pierde los encuentros que le quedan")
    return str(Follows(offer.follows).label)


class PointsForm(forms.Form):
    """A warning, or penalty points, for an entry outside a match."""

    use_required_attribute = False
    follows = forms.ChoiceField(
        label=gettext_lazy("¿Qué sigue?"),
        choices=[
            (Follows.WARNING.value, Follows.WARNING.label),
            (Follows.POINTS.value, Follows.POINTS.label),
        ],
        initial=Follows.WARNING,
        widget=forms.RadioSelect,
    )
    points = RulingForm.base_fields["points"]
    reason = forms.CharField(
        label=gettext_lazy("Motivo"),
        max_length=REASON_LENGTH,
        help_text=gettext_lazy(
            "Si son puntos, son públicos; el apercibimiento solo lo ven los árbitros."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if values.get("follows") == Follows.POINTS:
            if values.get("points") is None and "points" not in self.errors:
                self.add_error("points", _("Escriba los puntos."))
        else:
            values["points"] = 0
        return values


class LiftForm(forms.Form):
    use_required_attribute = False
    reason = forms.CharField(
        label=gettext_lazy("Motivo para retirarla"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class TimeForm(forms.Form):
    """The total of extra minutes of one table."""

    use_required_attribute = False
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutos de más para esta mesa, en total"),
        min_value=0,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4, "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Motivo"), widget=forms.TextInput(attrs=SHORT_REASON)
    )


class ReplayForm(forms.Form):
    use_required_attribute = False
    reason = forms.CharField(
        label=gettext_lazy("Por qué se repite"),
        help_text=gettext_lazy("Lo verá el público junto a lo que se había anotado."),
        widget=forms.TextInput(attrs={**SHORT_REASON, "autofocus": True}),
    )


def ruling_rows(
    rulings: Sequence[Ruling], lift_forms: dict[int, LiftForm], game: str
) -> list[dict[str, Any]]:
    """Return each ruling as a page lists it; a ruling in force has a form to lift it.

    `lift_forms` has submitted forms by key of the ruling.
    """
    return [
        {
            "ruling": ruling,
            "fault": fault_in_words(game, ruling.fault),
            "lift": None
            if ruling.lifted_at
            else lift_forms.get(ruling.pk) or LiftForm(auto_id=f"lift-{ruling.pk}-%s"),
        }
        for ruling in rulings
    ]


STEPS = 5
SCORE = re.compile(r"\s*([0-9]{1,4})\s*-\s*([0-9]{1,4})\s*")


class Minutes(forms.IntegerField):
    def __init__(self, name: str, help_text: Any = "") -> None:
        low, high = LIMITS[name]
        super().__init__(
            label=words.FIELDS[name],
            help_text=help_text,
            min_value=low,
            max_value=high,
            required=False,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4}),
        )


class RefereeingForm(forms.Form):
    """The fields of `Refereeing`, with one field per warning of the ladder."""

    use_required_attribute = False
    minutes = Minutes(
        "minutes", gettext_lazy("Desde que se llama a la mesa. 0 o en blanco: sin reloj.")
    )
    time_up = forms.ChoiceField(
        label=words.FIELDS["time_up"],
        choices=[(key, words.TIME_UP[key]) for key in TIME_UP],
        widget=forms.RadioSelect,
    )
    extra_deals = Minutes("extra_deals", gettext_lazy("Manos que se juegan si van iguales."))
    grace = Minutes("grace", gettext_lazy("Minutos que se espera al que no está en la mesa."))
    later = Minutes("later", gettext_lazy("0 o en blanco: la misma cortesía."))
    step = Minutes(
        "step",
        gettext_lazy(
            "Pasada la cortesía, se pierde una partida, un chico o un juego cada vez que pasan "
            "estos minutos. En blanco, solo uno."
        ),
    )
    forfeit = Minutes("forfeit", gettext_lazy("Desde la llamada. 0 o en blanco: nunca."))
    score = forms.CharField(
        label=words.FIELDS["score"],
        help_text=gettext_lazy("Por ejemplo 40-20 o 4-0. En blanco, el encuentro entero."),
        required=False,
        max_length=12,
        widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, STEPS + 1):
            blank_choices = [] if number == 1 else [("", gettext("Igual que el anterior"))]
            self.fields[f"warning_{number}"] = forms.ChoiceField(
                label=gettext("Apercibimiento %(n)s") % {"n": number},
                choices=[*blank_choices, *((key, words.LADDER[key]) for key in LADDER)],
                required=number == 1,
            )

    @property
    def clock(self) -> list[forms.BoundField]:
        return [self[name] for name in ("minutes", "time_up", "extra_deals")]

    @property
    def lateness(self) -> list[forms.BoundField]:
        return [self[name] for name in ("grace", "later", "step", "forfeit", "score")]

    @property
    def ladder(self) -> list[forms.BoundField]:
        return [self[f"warning_{number}"] for number in range(1, STEPS + 1)]

    def clean_score(self) -> list[int]:
        text = self.cleaned_data["score"].strip()
        if not text:
            return []
        numbers = SCORE.fullmatch(hyphens(text))
        if numbers is None:
            raise forms.ValidationError(words.score_refusal())
        return [int(numbers[1]), int(numbers[2])]

    def options(self) -> dict[str, Any]:
        """Return the typed values, by the fields of `Refereeing`."""
        values, defaults = self.cleaned_data, Refereeing()
        numbers = {
            name: getattr(defaults, name) if values[name] is None else values[name]
            for name in LIMITS
        }
        warnings = [values[f"warning_{number}"] for number in range(1, STEPS + 1)]
        while warnings[-1] == "":
            warnings.pop()
        for index, step in enumerate(warnings):
            warnings[index] = step or warnings[index - 1]
        return {
            **numbers,
            "time_up": values["time_up"],
            "warnings": warnings,
            "score": values["score"],
        }

    def refuse(self, error: Exception) -> int:
        """Show a refusal of the service on its field; return the HTTP status."""
        return add_refusal(self, error, warnings="warning_1")


def refereeing_initial(options: Refereeing) -> dict[str, Any]:
    """Return the form's initial values, the inverse of `RefereeingForm.options`."""
    steps = {f"warning_{number}": step for number, step in enumerate(options.warnings, 1)}
    numbers = {name: getattr(options, name) or "" for name in LIMITS}
    return {
        **numbers,
        **steps,
        "time_up": options.time_up,
        "score": "-".join(map(str, options.score)),
    }
