"""People who play, and the entries that they form: individuals, pairs, trios and teams."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import ClubPerson
from tournaments.models.tournament import Tournament
from tournaments.names.audience import Audience
from tournaments.names.people import Person


class Player(models.Model):
    """A person in a tournament; `identity` is the key of `names.people`, unique in it."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="players")
    name = models.CharField(_("nombre o apodo"), max_length=60)
    surname = models.CharField(_("apellidos"), max_length=80, blank=True)
    town = models.CharField(_("peña o pueblo"), max_length=60, blank=True)
    identity = models.CharField(max_length=220)
    reserve = models.BooleanField(_("suplente de la temporada"), default=False)
    # The town, if another person of the tournament has the same name.
    apart = models.CharField(max_length=60, blank=True, default="")
    # This person in the club of the tournament, once `tournaments.clubs` has found it.
    club_person = models.ForeignKey(
        ClubPerson, models.SET_NULL, null=True, blank=True, related_name="players"
    )

    class Meta:
        ordering = ["surname", "name"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "identity"], name="a_person_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="a_person_has_a_name"),
        ]

    def __str__(self) -> str:
        """Return «…», because the reader is unknown: names are for an audience (`name_for`)."""
        return "…"

    def name_for(self, audience: Audience) -> str:
        """Return the full name, with the town if another person has that name; «…» if hidden."""
        if not audience.names:
            return "…"
        return f"{self.full_name} ({self.apart})" if self.apart else self.full_name

    @property
    def full_name(self) -> str:
        return f"{self.name} {self.surname}".strip()

    @property
    def person(self) -> Person:
        return Person(self.name, self.surname, self.town)


class Entry(models.Model):
    """A competitor: an individual, a pair, a trio or a team. It keeps its number all day."""

    class State(models.TextChoices):
        ENTERED = "entered", _("Sigue en el torneo")
        WAITING = "waiting", _("En lista de espera")
        SINGLE = "single", _("Busca pareja")
        WITHDRAWN = "withdrawn", _("Se retiró")
        ABSENT = "absent", _("No se presentó")
        DISQUALIFIED = "disqualified", _("Descalificación")

    class Effect(models.TextChoices):
        """The effect of a withdrawal on the entry's played and future matches."""

        LOSE = "lose", _("Pierde los encuentros que le quedaban")
        VOID = "void", _("Se anulan todos sus encuentros de la fase")
        LAST = "last", _("Pierde los encuentros que le quedaban y queda en último lugar")

    # States of entries that are no longer drawn, but still in the standings.
    GONE = (State.WITHDRAWN, State.ABSENT, State.DISQUALIFIED)
    # States of entries that are not in the tournament yet.
    OUTSIDE = (State.WAITING, State.SINGLE)

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField(_("número"))
    name = models.CharField(_("nombre del equipo"), max_length=60, blank=True)
    town = models.CharField(_("peña o pueblo"), max_length=60, blank=True)
    seed = models.PositiveSmallIntegerField(_("cabeza de serie"), default=0)  # 0: unseeded
    enters = models.PositiveSmallIntegerField(_("fase"), default=1)  # number of its first stage
    session = models.CharField(_("turno"), max_length=20, blank=True)  # «mañana», «noche»
    fixed_table = models.PositiveSmallIntegerField(_("mesa fija"), default=0)  # 0: none
    # Where the entry qualified, if it comes from another tournament: «2.ª en Fase de Alcañiz».
    origin = models.CharField(_("procedencia"), max_length=160, blank=True)
    venue = models.CharField(_("sede"), max_length=80, blank=True)  # where it plays at home
    again = models.PositiveSmallIntegerField(_("reenganches"), default=0)
    paid = models.BooleanField(
        _("pagado"), default=False
    )  # derived from `movements` if the tournament has prices
    # the categories of `Prize.ENTRY_CATEGORIES` in which the entry may win a prize
    categories = models.JSONField(default=list, blank=True)
    present = models.BooleanField(_("presente"), default=False)
    state = models.CharField(max_length=12, choices=State.choices, default=State.ENTERED)
    effect = models.CharField(max_length=6, choices=Effect.choices, default=Effect.LOSE)
    created_at = models.DateTimeField(auto_now_add=True)
    anonymised_at = models.DateTimeField(null=True, blank=True)  # when its people were anonymised
    players = models.ManyToManyField(Player, through="EntryPlayer", related_name="entries")

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_per_number"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="numbers_from_one"),
            models.CheckConstraint(condition=models.Q(enters__gte=1), name="enters_by_a_stage"),
        ]

    def __str__(self) -> str:
        """Return the number, because the reader is unknown: see `full_title_for`."""
        return str(self.number)

    def title_for(self, audience: Audience) -> str:
        """Return «Paco Gil · Luis Sanz», or the team's name; «Pareja 12» if names are hidden.

        Queries that list entries prefetch the people (`rounds.selectors.places.seats`).
        """
        if not audience.names:
            return audience.number_title(self.number, audience.unit or self.tournament.unit)
        if self.name:
            return self.name
        return " · ".join(seat.player.name_for(audience) for seat in self.seats.all())

    def full_title_for(self, audience: Audience) -> str:
        """Return «12 · Paco Gil · Luis Sanz»; «Pareja 12» if names are hidden."""
        title = self.title_for(audience)
        return f"{self.number} · {title}" if audience.names else title

    def names_for(self, audience: Audience) -> list[str]:
        """Return the lines for a sheet: the people, the team's name, or «Pareja 12» if hidden."""
        if self.name or not audience.names:
            return [self.title_for(audience)]
        return [seat.player.name_for(audience) for seat in self.seats.all()]

    @property
    def live(self) -> bool:
        return self.state == self.State.ENTERED

    @property
    def gone(self) -> bool:
        """Return whether the entry withdrew, was absent or was disqualified."""
        return self.state in self.GONE


class EntryPlayer(models.Model):
    """A person's seat in an entry. `live` is false once the entry is in a state of `GONE`."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    live = models.BooleanField(default=True)

    class Meta:
        ordering = ["entry_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="one_person_per_place"),
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(live=True), name="a_player_in_one_live_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} ({self.entry_id})"


class Substitution(models.Model):
    """A person (`comes`) replaces another (`leaves`) in an entry, which keeps its points.

    With a `round`, the substitution is for that round only, and the person who leaves keeps the
    seat in the entry.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="substitutions")
    round = models.ForeignKey(
        "tournaments.Round", models.CASCADE, null=True, blank=True, related_name="substitutions"
    )
    leaves = models.ForeignKey(Player, models.PROTECT, related_name="+")
    comes = models.ForeignKey(Player, models.PROTECT, related_name="+")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150)
    reason = models.CharField(_("motivo"), max_length=300)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.leaves_id} → {self.comes_id}"


class ForbiddenCouple(models.Model):
    """Two entries that should never be drawn together."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="forbidden")
    first = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    reason = models.CharField(_("motivo"), max_length=300, blank=True)

    class Meta:
        ordering = ["tournament", "first__number", "second__number"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="a_couple_forbidden_once")
        ]

    def __str__(self) -> str:
        return f"{self.first_id} ≠ {self.second_id}"
