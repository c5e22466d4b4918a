"""Who plays: people, and the entries they make up: alone, in pairs, in threes."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Player(models.Model):
    """A person as the hall knows them: perhaps only a nickname and a village.

    `identity` is the folded name, surname and town (see `tournaments.people.identity`): two rows
    of one tournament never hold the same person.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="players")
    name = models.CharField(_("nombre o apodo"), max_length=60)
    surname = models.CharField(_("apellidos"), max_length=80, blank=True)
    town = models.CharField(_("peña o pueblo"), max_length=60, blank=True)
    identity = models.CharField(max_length=220)

    class Meta:
        ordering = ["surname", "name"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "identity"], name="a_person_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="a_person_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.surname}".strip()


class Entry(models.Model):
    """What competes: a pair, a trio, somebody alone. It keeps its number all day."""

    class State(models.TextChoices):
        ENTERED = "entered", _("Sigue en el torneo")
        WITHDRAWN = "withdrawn", _("Se retiró")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField(_("número"))
    town = models.CharField(_("peña o pueblo"), max_length=60, blank=True)
    paid = models.BooleanField(_("pagado"), default=False)
    present = models.BooleanField(_("presente"), default=False)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ENTERED)
    created_at = models.DateTimeField(auto_now_add=True)
    players = models.ManyToManyField(Player, through="EntryPlayer", related_name="entries")

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_per_number"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="numbers_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} · {self.title}"

    @property
    def title(self) -> str:
        """«Paco Gil y Luis Sanz». Reads the seats: prefetch `seats__player` in lists."""
        return " · ".join(str(seat.player) for seat in self.seats.all())

    @property
    def live(self) -> bool:
        return self.state == self.State.ENTERED


class EntryPlayer(models.Model):
    """One person's place in an entry. `live` is false once the entry has withdrawn.

    The database, not a process, keeps a person out of two live entries.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    live = models.BooleanField(default=True)

    class Meta:
        ordering = ["entry", "position"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="one_person_per_place"),
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(live=True), name="a_player_in_one_live_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.entry_id})"
