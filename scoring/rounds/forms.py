"""Forms of a round: draft, dates, line-ups, late entries and catch-ups."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.actas.forms import SHORT_REASON, ReasonForm
from scoring.rounds.selectors.line_ups import Board
from scoring.rounds.services.rounds import SEED_LENGTH
from tournaments.models import WORD_LENGTH, Entry, MatchSide, Player
from tournaments.names.audience import Audience
from tournaments.people.services.registering import VENUE_LENGTH
from tournaments.refusal import Refused
from tournaments.rounds.dates import spaced_dates
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.services.announcing import local_moments
from tournaments.rounds.services.drafts import REASON_LENGTH
from tournaments.rounds.services.line_ups import NAMES_LENGTH
from tournaments.setup.services.checks import sensible_moment
from tournaments.site.forms import (
    EntryField,
    MomentField,
    NumberedEntryForm,
    TwoEntriesForm,
    add_refusal,
)
from tournaments.site.wall_clock import local_moment, time_between

MOST_ROUNDS = 100  # limit of the form; each format has its own limit too


class SwapForm(TwoEntriesForm):
    """Two entries of a draft that change places."""

    reason = forms.CharField(
        label=_("Motivo"),
        max_length=REASON_LENGTH,
        help_text=_("Se publica con el sorteo, junto a su nombre."),
    )


class PairingsForm(forms.Form):
    """The pairings that the hall made on paper, to put in place of a draft's."""

    pairings = forms.CharField(  # a field «matches» hides a DOM method of HTML forms
        label=_("Quién juega en cada mesa, por orden de mesas"),
        max_length=10_000,
        help_text=_(
            "Los números de cada mesa con un guion, y una coma o una línea entre mesa y mesa: "
            "12-7, 3-9. No escriba los que descansan."
        ),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
    )
    reason = forms.CharField(
        label=_("Motivo"),
        max_length=REASON_LENGTH,
        initial=_("La ronda se emparejó a mano, en papel."),
        help_text=_("Se publica con el sorteo, junto a su nombre."),
    )


class SeedForm(forms.Form):
    """Another seed, to draw a draft again."""

    seed = forms.CharField(
        label=_("Nueva semilla"),
        max_length=SEED_LENGTH,
        help_text=_(
            "Lo mejor es que alguien de la sala elija en voz alta un número o una frase. Quedará "
            "escrita, y también la que se descarta."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(label=_("Motivo"), max_length=REASON_LENGTH, required=False)


class AnnounceForm(forms.Form):
    """The hour at which everybody sees a round."""

    at = forms.TimeField(
        label=_("A las"),
        required=False,
        help_text=_("En blanco, ahora mismo."),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    def moment(self) -> datetime | None:
        """Return the moment of the given hour: today or, if that was over 12 hours ago, tomorrow.

        Return None for a blank hour: now or, in `PublishForm`, once the round is announced. Raises
        Refused 400 `hour_does_not_exist`.
        """
        hour = self.cleaned_data["at"]
        if hour is None:
            return None
        now = timezone.localtime()
        today_at = datetime.combine(now.date(), hour)
        if time_between(timezone.make_aware(today_at), now) > timedelta(hours=12):
            today_at += timedelta(days=1)
        return local_moment(today_at, "at")


class PublishForm(AnnounceForm):
    """The hour at which everybody sees a round that is published now."""

    at = forms.TimeField(
        label=_("Se anuncia a las"),
        required=False,
        help_text=_("En blanco, cuando usted pulse «Anunciar la ronda»."),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )


class WordForm(forms.Form):
    """The word that somebody says in the hall once the list of a draw is closed."""

    word = forms.CharField(
        label=_("Palabra o número de la sala"),
        max_length=WORD_LENGTH,
        help_text=_("Tal como se va a leer: quedará publicada y de ella sale el sorteo."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ReopenForm(forms.Form):
    """The reason to reopen a closed list."""

    reason = forms.CharField(label=_("Motivo"), max_length=REASON_LENGTH)


class ResumeForm(forms.Form):
    """The reason to call matches again after the last call."""

    reason = forms.CharField(label=_("Motivo"), max_length=REASON_LENGTH)


class LengthForm(forms.Form):
    """A new number of rounds for the stage."""

    rounds = forms.IntegerField(label=_("En total, serán"), min_value=1, max_value=MOST_ROUNDS)
    reason = forms.CharField(
        label=_("Motivo"), max_length=REASON_LENGTH, help_text=_("Se publica, junto a su nombre.")
    )


class DiscardForm(forms.Form):
    """The reason to discard a round."""

    reason = forms.CharField(label=_("Motivo"), max_length=REASON_LENGTH)


class LateEntryForm(NumberedEntryForm):
    """An entry that came after the first draw."""

    entries = ("number",)
    number = EntryField(label=_("Número del que llega tarde"))


MOMENT = "%Y-%m-%dT%H:%M"


def moment_field(label: Any, *, required: bool, help_text: Any = "") -> forms.DateTimeField:
    widget = forms.DateTimeInput(format=MOMENT, attrs={"type": "datetime-local"})
    formats = [MOMENT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"]
    return MomentField(
        label=label, required=required, help_text=help_text, input_formats=formats, widget=widget
    )


class IntervalForm(forms.Form):
    """The date of the first round, the interval, and how many rounds are played on a day."""

    first = moment_field(_("La primera jornada"), required=True)
    days = forms.IntegerField(
        label=_("Días de una fecha a la siguiente"), min_value=1, max_value=366, initial=7
    )
    a_day = forms.IntegerField(
        label=_("Jornadas en cada fecha"), min_value=1, max_value=20, initial=1, required=False
    )
    minutes = forms.IntegerField(
        label=_("Minutos entre dos jornadas de la misma fecha"),
        min_value=5,
        max_value=600,
        initial=60,
        required=False,
    )
    rounds = forms.IntegerField(
        label=_("Número de jornadas"), min_value=1, max_value=MOST_ROUNDS, initial=8
    )

    def __init__(self, *args: Any, round_count: int, rests: Sequence[date], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.round_count, self.rests = round_count, rests
        if round_count:
            del self.fields["rounds"]

    def clean_first(self) -> datetime:
        """Refuse a first date from which later dates could pass the last year of `datetime`."""
        try:
            return sensible_moment(self.cleaned_data["first"])
        except Refused as error:
            raise forms.ValidationError(str(error)) from error

    def dates(self) -> list[datetime | None]:
        """Return the dates at the same local hour, also across a change to summer time.

        Raises Refused 400 if that hour does not exist on one of the dates.
        """
        first_date = timezone.localtime(self.cleaned_data["first"]).replace(tzinfo=None)
        return local_moments(
            spaced_dates(
                first_date,
                self.round_count or self.cleaned_data["rounds"],
                self.cleaned_data["days"],
                self.rests,
                self.cleaned_data["a_day"] or 1,
                self.cleaned_data["minutes"] or 60,
            )
        )

    def refuse(self, error: Exception) -> int:
        return add_refusal(self, error, starts_at="first", dates="first")


class MoveDateForm(forms.Form):
    """The new date of a round, and whether the following dates move by the same time."""

    number = forms.TypedChoiceField(label=_("Jornada"), coerce=int)
    to = moment_field(_("Nueva fecha"), required=True)
    following = forms.BooleanField(
        label=_("Mover también las jornadas siguientes"), required=False, initial=True
    )

    def __init__(self, *args: Any, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].choices = list(names.items())  # type: ignore[attr-defined]

    def refuse(self, error: Exception) -> int:
        return add_refusal(self, error, starts_at="to", dates="to")


class RestsForm(forms.Form):
    """The weeks of rest, each given as one of its days."""

    rests = forms.CharField(
        label=_("Semanas de descanso"),
        required=False,
        max_length=1_000,
        help_text=_(
            "Un día de cada semana sin juego, uno por línea: 29/3/2027. Las jornadas sin sortear "
            "que caen en ella pasan a la siguiente."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )

    @staticmethod
    def text_of(rests: Sequence[date]) -> str:
        return "\n".join(f"{day.day}/{day.month}/{day.year}" for day in rests)

    def clean_rests(self) -> list[date]:
        days = []
        for word in self.cleaned_data["rests"].replace(",", " ").split():
            for format in ("%d/%m/%Y", "%Y-%m-%d"):
                try:
                    days.append(datetime.strptime(word, format).date())
                    break
                except ValueError:
                    continue
            else:
                sentence = _("«%(word)s» no es una fecha. Escriba el día así: 29/3/2027.")
                raise forms.ValidationError(sentence, params={"word": word[:40]})
        return days

    def refuse(self, error: Exception) -> int:
        return add_refusal(self, error, starts_at="rests", dates="rests")


class VenuesForm(forms.Form):
    """Whether the stage is played at the venue of the home side, and the venue of each entry."""

    at_home = forms.BooleanField(
        label=_("Cada encuentro se juega en la sede de casa"), required=False
    )

    def __init__(self, *args: Any, entries: Sequence[Entry], audience: Audience, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.entries = entries
        for entry in entries:
            self.fields[f"venue_{entry.number}"] = forms.CharField(
                label=_("Sede de %(entry)s") % {"entry": entry.full_title_for(audience)},
                required=False,
                max_length=VENUE_LENGTH,
                initial=entry.venue,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def venues(self) -> dict[int, str]:
        return {
            entry.number: self.cleaned_data[f"venue_{entry.number}"]
            for entry in self.entries
            if f"venue_{entry.number}" in self.data
        }

    def refuse(self, error: Exception) -> int:
        return add_refusal(self, error)


class DatesForm(forms.Form):
    """The date of each round; a blank field means that the date is unknown."""

    def __init__(self, *args: Any, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number, label in names.items():
            self.fields[f"date_{number}"] = moment_field(label, required=False)

    def dates(self) -> list[datetime | None]:
        return list(self.cleaned_data.values())

    def refuse(self, error: Exception) -> int:
        return add_refusal(self, error, starts_at="", dates="")


class CatchUpForm(forms.Form):
    """The rivals in a catch-up match: as many as fill a table together with the resting entry."""

    use_required_attribute = False

    def __init__(
        self,
        *args: Any,
        candidates: Sequence[Entry],
        sizes: Sequence[int],
        audience: Audience,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        rivals_queryset = Entry.objects.filter(pk__in=[entry.pk for entry in candidates]).order_by(
            "number"
        )
        rivals_queryset = rivals_queryset.prefetch_related(seats())
        label = _("Rival, de los que ya han acabado esta ronda")

        def title(obj: Entry) -> str:
            return obj.full_title_for(audience)

        rivals: forms.ModelChoiceField[Entry]
        if list(sizes) == [2]:
            rivals = forms.ModelChoiceField(rivals_queryset, label=label, empty_label=_("elija"))
        else:
            rivals = forms.ModelMultipleChoiceField(
                rivals_queryset, label=label, widget=forms.CheckboxSelectMultiple
            )
        rivals.label_from_instance = title  # type: ignore[method-assign]
        self.fields["rivals"] = rivals

    def rivals(self) -> list[Entry]:
        """Return the chosen rivals. The form must have been validated."""
        choice = self.cleaned_data["rivals"]
        return [choice] if isinstance(choice, Entry) else list(choice)


class SquadChoice(forms.ChoiceField):
    """A choice of a person of the squad, or of nobody.

    The field accepts a blank choice. The service refuses a board without all its people, because
    only the service knows which board to name.
    """

    def validate(self, value: str) -> None:
        if value:
            super().validate(value)


class LineUpForm(forms.Form):
    """The person of the squad in each chair of each board.

    A board whose acta has been begun is read-only.
    """

    use_required_attribute = False

    def __init__(
        self,
        *args: Any,
        boards: Sequence[Board],
        squad: Sequence[Player],
        size: int,
        audience: Audience,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.audience = audience
        self.squad = {str(place): player for place, player in enumerate(squad, 1)}
        self.boards = boards
        self.field_names = [
            [_field_name(board, chair) for chair in range(size)] for board in boards
        ]
        places: dict[int | None, str] = {player.pk: place for place, player in self.squad.items()}
        for board, names in zip(boards, self.field_names, strict=True):
            for chair, name in enumerate(names):
                player_pk = board.people[chair].pk if chair < len(board.people) else None
                self.fields[name] = self._chair_field(chair, size)
                self.fields[name].initial = places.get(player_pk, "")
                self.fields[name].disabled = board.begun
        first_open = next(
            (name for names in self.field_names for name in names if self._is_open(name)), None
        )
        if first_open is not None:
            self.fields[first_open].widget.attrs["autofocus"] = True

    def rows(self) -> list[tuple[Board, list[forms.BoundField]]]:
        """Return each board with the fields of its chairs, for the page."""
        return [
            (board, [self[name] for name in names])
            for board, names in zip(self.boards, self.field_names, strict=True)
        ]

    def line_up(self) -> list[list[Player]]:
        """Return the people of each board, without blank chairs.

        The form must have been validated.
        """
        return [
            list(board.people)
            if board.begun
            else [self.squad[place] for name in names if (place := self.cleaned_data[name])]
            for board, names in zip(self.boards, self.field_names, strict=True)
        ]

    def refuse(self, error: Exception) -> int:
        return add_refusal(self, error)

    def _is_open(self, name: str) -> bool:
        return not self.fields[name].disabled

    def _chair_field(self, chair: int, size: int) -> SquadChoice:
        label = _("Juega") if size == 1 else _("Jugador %(chair)s") % {"chair": chair + 1}
        choices = [(place, player.name_for(self.audience)) for place, player in self.squad.items()]
        return SquadChoice(label=label, choices=[("", "–"), *choices])


class NamesForm(forms.Form):
    """The form «Quién juega», for a team that was entered without people."""

    use_required_attribute = False
    side = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=9)
    names = forms.CharField(
        label=_("Quién juega"),
        required=False,
        max_length=NAMES_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    @classmethod
    def from_side(cls, side: MatchSide, audience: Audience) -> "NamesForm":
        """Return the form of a side, filled with the names recorded for that side."""
        initial = {"side": side.side, "names": side.names}
        form = cls(initial=initial, auto_id=f"juega-{side.side}-%s")
        team = side.entry.title_for(audience)
        form.fields["names"].label = _("Quién juega por %(team)s") % {"team": team}
        return form


def _field_name(board: Board, chair: int) -> str:
    return f"board_{board.number}_{chair + 1}"


class PostponeForm(forms.Form):
    """The new date of a postponed match, if known.

    In a match between teams, the form can apply to the whole tie.
    """

    to = moment_field(
        _("Nuevo día y hora"), required=False, help_text=_("En blanco, si todavía no se sabe.")
    )
    whole_tie = forms.BooleanField(
        label=_("El enfrentamiento entero: todas las mesas que le quedan"), required=False
    )
    reason = forms.CharField(
        label=_("Motivo"), required=False, widget=forms.TextInput(attrs=SHORT_REASON)
    )

    def __init__(self, *args: Any, boards: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not boards:
            del self.fields["whole_tie"]


class LeaveForm(ReasonForm):
    """How an entry leaves, and the effect on its past and future matches."""

    kind = forms.ChoiceField(
        label=_("Qué ha pasado"),
        choices=[(state.value, state.label) for state in Entry.GONE],
        initial=Entry.State.WITHDRAWN,
        widget=forms.RadioSelect,
    )
    effect = forms.ChoiceField(
        label=_("Qué pasa con sus encuentros"),
        choices=Entry.Effect.choices,
        initial=Entry.Effect.LOSE,
        widget=forms.RadioSelect,
        help_text=_(
            "Los rivales ganan los encuentros que le quedan. Si anula todo, los ya jugados "
            "tampoco cuentan para nadie (lo habitual en una liga) y queda en último lugar. En "
            "vidas, los que perdieron contra él recuperan esa vida. En una eliminatoria, el "
            "cuadro no cambia."
        ),
    )
