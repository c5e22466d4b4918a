"""Clubs: who runs them, and the people who play in their tournaments."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.names.people import Person
from tournaments.names.surnames import filed_name


class Club(models.Model):
    """A club or peña: an organisation that runs tournaments and knows its people."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("nombre del club"), max_length=120)
    town = models.CharField(_("pueblo o ciudad"), max_length=60, blank=True)
    shows_people = models.BooleanField(
        _("mostrar en público las páginas de sus personas"), default=False
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="a_club_has_a_name")
        ]

    def __str__(self) -> str:
        return self.name


class ClubOfficer(models.Model):
    """A user who runs a club: its «secretaría»."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="officers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="clubs")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="an_officer_once_in_a_club")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} ({self.club_id})"


class ClubPerson(models.Model):
    """A person of a club, beyond one tournament.

    `identity` is the key of `names.people`, unique in the club. `hidden` people have no public
    page. Only officers of the club see the licence and the contact.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="people")
    name = models.CharField(_("nombre o apodo"), max_length=60)
    surname = models.CharField(_("apellidos"), max_length=80, blank=True)
    town = models.CharField(_("peña o pueblo"), max_length=60, blank=True)
    licence = models.CharField(_("licencia"), max_length=30, blank=True)
    contact = models.CharField(_("contacto"), max_length=200, blank=True)
    hidden = models.BooleanField(_("no quiere página pública"), default=False)
    # Made from an entry and never changed by an officer: deleted when no entry has the person.
    automatic = models.BooleanField(default=False)
    identity = models.CharField(max_length=220)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["surname", "name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "identity"], name="a_person_once_in_a_club"),
            models.UniqueConstraint(
                fields=["club", "licence"],
                condition=~models.Q(licence=""),
                name="a_licence_once_in_a_club",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="a_club_person_has_a_name"),
        ]

    def __str__(self) -> str:
        """Return only the key, because the reader is unknown."""
        return str(self.pk)

    @property
    def full_name(self) -> str:
        return self.person.full_name

    @property
    def filed_name(self) -> str:
        """Return the name as filed: «Gil, Paco»."""
        return str(filed_name(self.person))

    @property
    def person(self) -> Person:
        return Person(self.name, self.surname, self.town)
