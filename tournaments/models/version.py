"""The version of a tournament: a page stays valid until the next write."""

from django.db import models


class Version(models.Model):
    """A part of a tournament's version, which is the sum of its parts.

    Triggers increment one part with each write, in the same transaction
    (`tournaments.site.version_triggers`). On PostgreSQL a transaction takes a part that no other
    transaction holds: two referees who write at the same time get one part each, and neither waits.
    `tournament` is no foreign key, because writes to a tournament count even during its deletion.
    """

    tournament = models.BigIntegerField(db_index=True)
    number = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"
