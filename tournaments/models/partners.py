"""Entries that play a match on the same side, where people change partner every round."""

from collections.abc import Sequence

from tournaments.models.entry import Entry, EntryPlayer


class Seats(list[EntryPlayer]):
    """Their seats, asked for as an entry's are."""

    def all(self) -> "Seats":
        return self


class Partners:
    """One side of a match made of several entries: it answers what an `Entry` does on a sheet."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.number = "+".join(str(entry.number) for entry in entries)
        self.title = " · ".join(entry.title for entry in entries)
        self.town = ""
        self.live = all(entry.live for entry in entries)
        self.present = all(entry.present for entry in entries)

    def __str__(self) -> str:
        return f"{self.number} · {self.title}"

    @property
    def seats(self) -> Seats:
        return Seats(seat for entry in self.entries for seat in entry.seats.all())

    def get_state_display(self) -> str:
        """The state of the first that has left, or of the first."""
        gone = [entry for entry in self.entries if not entry.live]
        return str((gone or list(self.entries))[0].get_state_display())
