"""How often the rows of a tournament have been written: a page of them is right until the next."""

from django.db import models


class Version(models.Model):
    """A part of a tournament's version, which is the sum of its parts.

    Triggers raise one part with each write, in the transaction that writes
    (`tournaments.site.version_triggers`). On PostgreSQL a transaction takes a part that no other
    holds: two referees who write at once have one each, and neither waits. `tournament` is no
    foreign key: the rows of a tournament that is being deleted are still counted.
    """

    tournament = models.BigIntegerField(db_index=True)
    number = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"
