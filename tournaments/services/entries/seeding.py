"""Seeds and sessions of many entries at once, from the list."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Tournament
from tournaments.refusal import Conflict, Refused
from tournaments.services.audit import note
from tournaments.services.entries.checks import clean_seeding
from tournaments.services.entries.rows import lock


@transaction.atomic
def set_seeding(
    *,
    tournament: Tournament,
    author: User | None,
    seeds: Mapping[int, int],
    sessions: Mapping[int, str],
) -> int:
    """Write the seeding (0: none) and the session of the numbers given; return how many changed.

    Raises Refused: 400 for a number nobody has, or a value that cannot be; 409 `seed_repeated`.
    """
    lock(tournament)
    entries = {entry.number: entry for entry in tournament.entries.order_by("number")}
    changed: list[Entry] = []
    before: dict[str, list[object]] = {}
    after: dict[str, list[object]] = {}
    for number in sorted({*seeds, *sessions}):
        if number not in entries:
            raise Refused(
                "entry_unknown",
                _("Nadie tiene el número %(number)s."),
                field="entries",
                number=number,
            )
        entry = entries[number]
        session, seed = clean_seeding(
            sessions.get(number, entry.session), seeds.get(number, entry.seed)
        )
        if (session, seed) != (entry.session, entry.seed):
            before[str(number)], after[str(number)] = [entry.seed, entry.session], [seed, session]
            entry.session, entry.seed = session, seed
            changed.append(entry)
    _refuse_repeated(entries.values())
    if changed:
        Entry.objects.bulk_update(changed, ["session", "seed"])
        note(tournament, author, "set_seeding", "", before=before, after=after)
    return len(changed)


def _refuse_repeated(entries: Iterable[Entry]) -> None:
    seen: dict[int, int] = {}
    for entry in entries:
        if entry.gone or not entry.seed:
            continue
        if entry.seed in seen:
            raise Conflict(
                "seed_repeated",
                _("La cabeza de serie %(seed)s está dos veces: en el %(one)s y en el %(other)s."),
                field="entries",
                seed=entry.seed,
                one=seen[entry.seed],
                other=entry.number,
            )
        seen[entry.seed] = entry.number
