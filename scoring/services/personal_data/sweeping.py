"""Taking the names of who is forgotten out of every text that a tournament keeps."""

import re
from collections.abc import Iterable
from typing import Any

from django.db.models import Model
from django.utils import timezone

from scoring.selectors.personal_data.name_masks import Masks, entries_of
from scoring.selectors.personal_data.written import WRITTEN, Written
from tournaments.models import AuditLine, DrawCommitment, Round, Tournament
from tournaments.names.masking import Mask, renamed_tags

GIVEN_NAMES = ("set_line_up", "name_players")
TITLE = re.compile(r"(^|: )(\d+) · .*$")
LISTED = re.compile(r"^(\d+): .*$", re.MULTILINE)
BELONGS = re.compile(r"^(\d+) es de: .*\n", re.MULTILINE)


def sweep(tournament: Tournament, masks: Masks) -> None:
    """Rewrite each row of `written.WRITTEN` in which one of the names stands."""
    for table in WRITTEN:
        rows = table.model._default_manager.filter(**{table.path: tournament}).order_by()
        for row in rows.iterator(chunk_size=500):
            if changed := _changes(table, row, masks):
                type(row)._default_manager.filter(pk=row.pk).update(**changed)


def _changes(table: Written, row: Model, masks: Masks) -> dict[str, Any]:
    """Return what changes in a row, by its fields; {} for nothing."""
    about = _about(table, row, masks)
    own = [masks.own[key] for key in sorted(about)]
    told = {name: getattr(row, name) for name in table.texts}
    new = {name: _masked(name, value, own, masks) for name, value in told.items()}
    if isinstance(row, AuditLine):
        new |= _of_line(row, new, masks)
    elif isinstance(row, DrawCommitment):
        new["text"] = _of_list(row.text, new["text"], masks)
    elif isinstance(row, Round):
        new["report"] = renamed_tags(new["report"], masks.tags)
    for name, account in table.authors:
        if account and getattr(row, f"{account}_id") is None:  # a player, at the table
            told[name] = getattr(row, name)
            new[name] = _masked(name, told[name], own, masks)
    changed = {name: value for name, value in new.items() if value != told[name]}
    if changed and isinstance(row, DrawCommitment):
        changed["redacted_at"] = timezone.now()
    return {name: _fitting(row, name, value) for name, value in changed.items()}


def _about(table: Written, row: Any, masks: Masks) -> set[int]:
    """The entries, of those forgotten, that a row is about."""
    if isinstance(row, AuditLine):
        return masks.about(row)
    found = {getattr(row, f"{name}_id") for name in table.about} & masks.own.keys()
    if table.match:
        *before, last = table.match.split("__")
        for name in before:
            row = getattr(row, name)
        found |= masks.by_match.get(getattr(row, f"{last}_id"), frozenset())
    return found


def _masked(name: str, value: Any, own: Iterable[Mask], masks: Masks) -> Any:
    for mask in (*own, masks.wide):
        value = mask.in_json(value, masks.prose if mask is masks.wide else None, name)
    return value


def _of_line(line: AuditLine, new: dict[str, Any], masks: Masks) -> dict[str, Any]:
    """Return the whole subject of a line about an entry, without the people of a board."""
    found = TITLE.search(line.subject)
    entry = masks.by_number.get(int(found.group(2))) if found else None
    changed: dict[str, Any] = {}
    if found and entry is not None:
        said = f"{found.group(1)}{found.group(2)} · {masks.instead[entry]}"
        changed["subject"] = line.subject[: found.start()] + said
    if line.act in GIVEN_NAMES and any(entries_of(line, masks.by_number)):
        changed |= {name: None for name in ("before", "after") if new[name] is not None}
    return changed


def _of_list(before: str, after: str, masks: Masks) -> str:
    """The list published before a draw: who has each number, and what he belongs to."""
    gone = masks.by_number

    def title(found: re.Match[str]) -> str:
        number = int(found.group(1))
        return f"{number}: {masks.instead[gone[number]]}" if number in gone else found.group()

    def belongs(found: re.Match[str]) -> str:
        return "" if int(found.group(1)) in gone else found.group()

    return BELONGS.sub(belongs, LISTED.sub(title, after))


def _fitting(row: Model, name: str, value: Any) -> Any:
    longest = getattr(row._meta.get_field(name), "max_length", None)
    return value[:longest] if longest and isinstance(value, str) else value
