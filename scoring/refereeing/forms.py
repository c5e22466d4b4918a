"""Forms of a ruling (person, fault, consequence), of lifting it, of time and of replays."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.errors import cited
from rules.penal import Fault
from scoring.hall.forms.desk import SHORT_REASON
from scoring.models import Ruling
from scoring.models.ruling import MOST_POINTS, REASON_LENGTH
from scoring.refereeing.selectors.rulings import Choice, Offer
from scoring.refereeing.words import UNITS, fault_said
from tournaments.models import Entry, Match, Player
from tournaments.names.audience import Audience

OTHER, OWN_WORDS = "other", "otra"
Follows = Ruling.Follows


class AskForm(forms.Form):
    """The first step of a ruling: the person and the fault in this match."""

    use_required_attribute = False
    quien = forms.ChoiceField(label=gettext_lazy("¿Quién?"), widget=forms.RadioSelect)
    falta = forms.ChoiceField(label=gettext_lazy("¿Qué ha hecho?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, match: Match, audience: Audience, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        self.people = who_of(match, audience)
        self.fields["quien"].choices = [(key, name) for key, (name, *_rest) in self.people.items()]
        faults = match.tournament.rules.faults(match.game_rules())
        game = match.tournament.game
        self.fields["falta"].choices = [
            *((key, _told(game, fault)) for key, fault in faults.items()),
            (OWN_WORDS, _("Otra cosa: la escribo yo")),
        ]

    def who(self) -> tuple[Entry, Player | None]:
        _name, entry, player = self.people[self.cleaned_data["quien"]]
        return entry, player

    def fault(self) -> str:
        """Return the key of the fault, "" if the referee writes his own words."""
        key: str = self.cleaned_data["falta"]
        return "" if key == OWN_WORDS else key


def who_of(match: Match, audience: Audience) -> dict[str, tuple[str, Entry, Player | None]]:
    """Return the entries of a match and their people, by form value."""
    found: dict[str, tuple[str, Entry, Player | None]] = {}
    for entry in match.everybody:
        seats = list(entry.seats.all())
        found[str(entry.number)] = (entry.full_title_for(audience), entry, None)
        if len(seats) > 1:
            for seat in seats:
                name = f"{entry.number} · {seat.player.name_for(audience)}"
                found[f"{entry.number}-{seat.player_id}"] = (name, entry, seat.player)
    return found


def _told(game: str, fault: Fault) -> str:
    said = fault_said(game, fault.key)
    said = said[:1].upper() + said[1:]
    article = cited(fault.article)
    return f"{said} ({article})" if article else said


class RulingForm(forms.Form):
    """The second step of a ruling: a consequence, where the usual consequence is marked."""

    use_required_attribute = False
    what = forms.ChoiceField(label=gettext_lazy("¿Qué sigue?"), widget=forms.RadioSelect)
    points = forms.IntegerField(
        label=gettext_lazy("Cuántos puntos de sanción"),
        help_text=gettext_lazy("Solo si lo que sigue son puntos."),
        min_value=1,
        max_value=MOST_POINTS,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4, "autocomplete": "off"}),
    )
    line = forms.CharField(
        label=gettext_lazy("La línea, tal como se escribe"),
        help_text=gettext_lazy("Solo si es otra línea del acta."),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Motivo"),
        help_text=gettext_lazy(
            "Si hay sanción o línea, lo ve todo el mundo; un aviso, quien arbitra."
        ),
        widget=forms.TextInput(attrs=SHORT_REASON),
    )

    def __init__(self, *args: Any, choice: Choice, over: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choice = choice
        named = [
            (offer.key, offer_said(offer, offer.key == choice.usual)) for offer in choice.offers
        ]
        other = [] if over else [(OTHER, _("Otra línea del acta"))]
        self.fields["what"].choices = [*named, *other]
        if over:
            del self.fields["line"]

    def clean(self) -> dict[str, Any]:
        read = self.cleaned_data
        if read.get("what") == Follows.POINTS and read.get("points") is None:
            self.add_error("points", _("Faltan los puntos."))
        if read.get("what") == OTHER and not read.get("line"):
            self.add_error("line", _("Falta la línea."))
        return read

    def decided(self) -> dict[str, Any]:
        """Return the keyword arguments of `note_ruling`."""
        read = self.cleaned_data
        if read["what"] == OTHER:
            return {"follows": Follows.LINE, "lines": [read["line"]]}
        offer = self.choice.offer(read["what"])
        assert offer is not None
        asked: dict[str, Any] = {"follows": offer.follows, "lines": offer.lines}
        if offer.follows == Follows.POINTS:
            asked["points"] = read["points"]
        return asked


def offer_said(offer: Offer, usual: bool) -> str:
    """Return a consequence as text: «Pierde una partida: «arbitro partida B: …» — lo usual»."""
    said = _offer(offer)
    if offer.lines:
        shown = offer.lines[0] if len(set(offer.lines)) == 1 else " · ".join(offer.lines)
        said = f"{said}: «{shown}»"
        if len(offer.lines) > 1:
            said += f" × {len(offer.lines)}"
    return _("%(what)s — lo usual") % {"what": said} if usual else said


def _offer(offer: Offer) -> str:
    kind, _colon, rest = offer.key.partition(":")
    if kind == "usual":
        return _("Lo que dice el artículo")
    if kind == "unit":
        return str(UNITS[rest.partition(":")[0]])
    if kind in ("match", "score"):
        return _("Pierde el enfrentamiento")
    if kind == Follows.OUT:
        return _("Descalificación: sale del torneo y pierde lo que le queda")
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
        help_text=gettext_lazy("Si son puntos, lo ve todo el mundo; un aviso, quien arbitra."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        read = self.cleaned_data
        if read.get("follows") == Follows.POINTS:
            if read.get("points") is None and "points" not in self.errors:
                self.add_error("points", _("Faltan los puntos."))
        else:
            read["points"] = 0
        return read


class LiftForm(forms.Form):
    use_required_attribute = False
    reason = forms.CharField(
        label=gettext_lazy("Por qué se levanta"),
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
        help_text=gettext_lazy("Lo verá el público junto a lo que se había apuntado."),
        widget=forms.TextInput(attrs={**SHORT_REASON, "autofocus": True}),
    )


def rows_of(
    rulings: Sequence[Ruling], lifting: dict[int, LiftForm], game: str
) -> list[dict[str, Any]]:
    """Return each ruling as a page lists it, with the form that lifts it if it is in force."""
    return [
        {
            "ruling": one,
            "fault": fault_said(game, one.fault),
            "lift": None
            if one.lifted_at
            else lifting.get(one.pk) or LiftForm(auto_id=f"lift-{one.pk}-%s"),
        }
        for one in rulings
    ]
