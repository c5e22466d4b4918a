"""A side of a match that is not a single whole entry: partners, or part of a team."""

from collections.abc import Sequence

from tournaments.models.entry import Entry, EntryPlayer
from tournaments.names.audience import Audience


class Seats(list[EntryPlayer]):
    """Mimics the `seats` manager of `Entry`."""

    def all(self) -> "Seats":
        return self


class Partners:
    """Entries on one side of a match, with the attributes of `Entry` that sheets use.

    There are several entries in a format where partners change. There is one entry, with `names`,
    if only some people of a team play, or a substitute plays.
    """

    def __init__(self, entries: Sequence[Entry], names: str = "") -> None:
        self.entries = entries
        self.playing = names
        self.number = "+".join(str(entry.number) for entry in entries)
        self.town = entries[0].town if names else ""
        self.live = all(entry.live for entry in entries)
        self.present = all(entry.present for entry in entries)

    def __str__(self) -> str:
        return self.number

    def title_for(self, audience: Audience) -> str:
        """Return the titles of the entries, with the people who play; see `Entry.title_for`."""
        if self._are_people and audience.names:
            return self.playing
        title = " · ".join(entry.title_for(audience) for entry in self.entries)
        return f"{title} ({self.playing})" if self.playing and audience.names else title

    def full_title_for(self, audience: Audience) -> str:
        """Return the numbers and the title; only the title if names are hidden."""
        title = self.title_for(audience)
        return f"{self.number} · {title}" if audience.names else title

    def names_for(self, audience: Audience) -> list[str]:
        """Return the lines for a sheet: the people, or the entry and the people who play for it."""
        if self._are_people and audience.names:
            return self.playing.split(" · ")
        names = [name for entry in self.entries for name in entry.names_for(audience)]
        if not self.playing or not audience.names:
            return names
        return [names[0] if names else "", *self.playing.split(" · ")]

    @property
    def _are_people(self) -> bool:
        """Return whether the side is one unnamed entry whose title is the people who play."""
        return bool(self.playing) and len(self.entries) == 1 and not self.entries[0].name

    @property
    def seats(self) -> Seats:
        return Seats(seat for entry in self.entries for seat in entry.seats.all())

    def get_state_display(self) -> str:
        """Return the state in words: of the first entry that has left, else of the first entry."""
        departed_entries = [entry for entry in self.entries if not entry.live]
        return str((departed_entries or list(self.entries))[0].get_state_display())


def side_of(entries: Sequence[Entry], names: str) -> Entry | Partners:
    """Return the entry itself if it is the only one and has no `names`, else partners."""
    return entries[0] if len(entries) == 1 and not names else Partners(entries, names)
