"""Check of the entries of a worksheet: the good rows, and the faults of all other rows."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from tournaments.names.characters import fault, is_blank, tidy
from tournaments.names.people import Person, fold_text, identity, odd_mark
from tournaments.people.imports.columns import ParsedLine, read_columns
from tournaments.people.imports.core import MAX_ROWS, RowFault, SheetError, SourceSheet
from tournaments.people.imports.lines import read_person
from tournaments.people.imports.teams import read_squad, read_teams

MAX_NUMBER = 9999
NAME_LENGTH, SURNAME_LENGTH, TOWN_LENGTH, IDENTITY_LENGTH = 60, 80, 60, 220
SESSION_LENGTH, PEOPLE_LENGTH, STAGE_LENGTH = 20, 1500, 80
TELEPHONE = re.compile(r"(?:\d[ .-]?){7,}")
MISREAD = re.compile("[ÂÃâ][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¡-¿]")
PLAYERS = ("player_1", "player_2", "player_3")
FIELDS = ("number", *PLAYERS, "town")
TEAM_FIELDS = ("number", "name", "people", "town")
TEXTS = (*FIELDS, "left", "name", "people", "session", "stage")

GOOD, BAD, ALREADY, DROPPED = "good", "bad", "already", "dropped"


@dataclass(frozen=True, slots=True)
class ExistingEntries:
    """The existing entries and people that an import is checked against.

    - `numbers`: the numbers in use, also of withdrawn entries.
    - `seats`: the people of live entries, by identity (`names.people`). Each has the number and
      the title of the entry, and the person's town.
    - `teams`: the number of each team, by its folded name.
    - `stages`: the number of each stage, by every name that a list may use for it; empty if there
      is no choice.
    """

    numbers: Collection[int] = frozenset()
    seats: Mapping[str, tuple[int, str, str]] = field(default_factory=dict)
    teams: Mapping[str, int] = field(default_factory=dict)
    stages: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One entry of `size` people as imported, each person as text for `lines.read_person`.

    - `squad`: the most people of a team, 0 for other entries; `people` has them, between bars.
    - `left`: the text that fits no field.
    - `line`: the line of the source.
    - `entry`: the number of the registered entry; None before that.
    - `dropped`: the user drops the row, so that it is not registered.
    - `noticed`: the remarks made when the list was read.
    - `state`, `errors` and `remarks`: set by `check_rows`.
    """

    line: int
    number: str = ""
    player_1: str = ""
    player_2: str = ""
    player_3: str = ""
    town: str = ""
    size: int = 2
    paid: bool = False
    present: bool = False
    left: str = ""
    entry: int | None = None
    dropped: bool = False
    noticed: tuple[RowFault, ...] = ()
    state: str = ""
    errors: tuple[RowFault, ...] = ()
    remarks: tuple[RowFault, ...] = ()
    squad: int = 0
    name: str = ""
    people: str = ""
    session: str = ""
    seed: int = 0
    stage: str = ""

    @property
    def is_single(self) -> bool:
        """Return whether the row has only one person of a pair."""
        if self.squad or self.size != 2 or self.left:
            return False
        return is_blank(tidy(self.player_1)) != is_blank(tidy(self.player_2))

    @property
    def players(self) -> tuple[Person, ...]:
        """Return the people; a missing person has an empty name, unless the row `is_single`."""
        names = (self.player_1, self.player_2, self.player_3)[: self.size]
        if self.is_single:
            names = tuple(words for words in names if not is_blank(tidy(words)))
        people = read_squad(self.people) if self.squad else names
        return tuple(read_person(tidy(words)) for words in people)

    def as_json(self) -> dict[str, Any]:
        """Return the stored fields: the input and its outcome, without the results of the check.

        >>> row = ImportRow(3, "", "Paco", "Luis")
        >>> ImportRow.from_json(row.as_json()) == row
        True
        """
        values = {name: getattr(self, name) for name in STORED_FIELDS}
        noticed = [[remark.code, dict(remark.params), remark.field] for remark in self.noticed]
        return {**values, "noticed": noticed}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "ImportRow":
        noticed = tuple(
            RowFault(code, params, fault_field) for code, params, fault_field in values["noticed"]
        )
        return cls(
            **{name: values[name] for name in STORED_FIELDS if name in values}, noticed=noticed
        )


CHECK_FIELDS = ("state", "errors", "remarks")  # set by `check_rows`, each time
STORED_FIELDS = tuple(
    column.name for column in fields(ImportRow) if column.name not in ("noticed", *CHECK_FIELDS)
)


def read_rows(
    sheet: SourceSheet, size: int = 2, squad: int = 0
) -> tuple[list[ImportRow], tuple[RowFault, ...]]:
    """Return the unchecked entries of a worksheet, and remarks on the worksheet.

    Entries have `size` people, or are teams of up to `squad`. Raises SheetError for more entries
    than the limit, or none under the headings.

    >>> from tournaments.people.imports.worksheets import read_text
    >>> rows, remarks = read_rows(read_text("Paco;Luis;Luco"))
    >>> rows == [ImportRow(1, "", "Paco", "Luis", town="Luco")], remarks
    (True, ())
    """
    cells, remarks = read_teams(sheet) if squad else read_columns(sheet, size)
    if not cells:
        raise SheetError("empty")
    if len(cells) > MAX_ROWS:
        raise SheetError("too_many_rows", limit=MAX_ROWS)
    return [_row(line, size, squad) for line in cells], remarks


def check_rows(rows: Sequence[ImportRow], existing_entries: ExistingEntries) -> list[ImportRow]:
    """Return the rows with their state, errors and remarks.

    If two rows have the same person or number, the first is good. A row that is equal to an
    existing entry or to an earlier row is ALREADY.
    """
    checker = _RowChecker(existing_entries)
    return [checker.check(row) for row in rows]


class _RowChecker:
    """Checks rows in order, and remembers the people and numbers of the good rows."""

    def __init__(self, existing_entries: ExistingEntries) -> None:
        self.existing_entries = existing_entries
        self.lines: dict[str, int] = {}  # identity → line of the good row with this person
        self.pairs: dict[frozenset[str], int] = {}
        self.teams: dict[str, int] = {}  # folded name → line
        self.numbers: dict[int, int] = {}  # number → line
        self.names: dict[str, dict[str, str]] = {}  # folded full name → identity → town
        for key, (_number, _title, town) in existing_entries.seats.items():
            self.names.setdefault(key.split("|", 1)[0], {})[key] = town

    def check(self, row: ImportRow) -> ImportRow:
        if row.entry is not None or row.dropped:
            state = DROPPED if row.dropped else ALREADY
            return replace(row, state=state, errors=(), remarks=row.noticed)
        if errors := row_faults(row):
            return replace(row, state=BAD, errors=tuple(errors), remarks=row.noticed)
        keys = identities_of(row)
        remark = self._duplicate_team(row) if row.squad else self._duplicate_people(keys)
        if remark is not None:
            return replace(row, state=ALREADY, errors=(), remarks=(*row.noticed, remark))
        if errors := [
            *self._player_faults(row, keys),
            *self._number_faults(row),
            *self._stage_faults(row),
        ]:
            return replace(row, state=BAD, errors=tuple(errors), remarks=row.noticed)
        partner_remarks = (RowFault("looks_for_partner"),) if row.is_single else ()
        remarks = (*row.noticed, *partner_remarks, *self._namesake_remarks(row, keys))
        self._remember(row, keys)
        return replace(row, state=GOOD, errors=(), remarks=remarks)

    def _duplicate_people(self, keys: tuple[str, ...]) -> RowFault | None:
        """Return a remark if the entry already exists or is repeated in the list, else None.

        `keys` has the identities of the people of the entry.
        """
        seats = [self.existing_entries.seats.get(key) for key in keys]
        numbers = {seat[0] if seat else 0 for seat in seats}
        if len(numbers) == 1 and 0 not in numbers:
            return RowFault("already_entered", {"number": numbers.pop()})
        line = self.pairs.get(frozenset(keys))
        return RowFault("repeated_pair", {"line": line}) if line is not None else None

    def _duplicate_team(self, row: ImportRow) -> RowFault | None:
        """Return a remark if the team already exists or is repeated in the list, else None."""
        name = fold_text(tidy(row.name))
        if name in self.existing_entries.teams:
            return RowFault("already_entered", {"number": self.existing_entries.teams[name]})
        line = self.teams.get(name)
        return RowFault("repeated_pair", {"line": line}) if line is not None else None

    def _player_faults(self, row: ImportRow, keys: tuple[str, ...]) -> list[RowFault]:
        """Return the faults of people (`keys`: identities) who play in another entry or row."""
        faults = []
        for position, (key, someone) in enumerate(zip(keys, row.players, strict=True), 1):
            name = someone.full_name
            if key in self.existing_entries.seats:
                number, title, _town = self.existing_entries.seats[key]
                params = {"name": name, "number": number, "pair": title}
                faults.append(RowFault("plays_elsewhere", params, field_of(row, position)))
            elif key in self.lines:
                params = {"name": name, "line": self.lines[key]}
                faults.append(RowFault("plays_above", params, field_of(row, position)))
        return faults

    def _number_faults(self, row: ImportRow) -> list[RowFault]:
        if not row.number:
            return []
        number = int(row.number)
        if number in self.existing_entries.numbers:
            return [RowFault("number_taken", {"number": number}, "number")]
        if number in self.numbers:
            params = {"number": number, "line": self.numbers[number]}
            return [RowFault("number_repeated", params, "number")]
        return []

    def _stage_faults(self, row: ImportRow) -> list[RowFault]:
        if not row.stage or stage_in(row, self.existing_entries.stages):
            return []
        numbers = sorted(set(self.existing_entries.stages.values()))
        params = {"text": row.stage[:40], "stages": ", ".join(map(str, numbers))}
        return [RowFault("stage_unknown", params, "stage")] if numbers else []

    def _namesake_remarks(self, row: ImportRow, keys: tuple[str, ...]) -> list[RowFault]:
        """Return remarks on people with the name of a person from another town."""
        remarks = []
        for position, key in enumerate(keys, 1):
            name = key.split("|", 1)[0]
            if other_towns := {k: t for k, t in self.names.get(name, {}).items() if k not in keys}:
                someone = row.players[position - 1]
                params = {
                    "name": someone.full_name,
                    "towns": ", ".join(sorted(town or "—" for town in other_towns.values())),
                }
                remarks.append(RowFault("namesake", params, field_of(row, position)))
        return remarks

    def _remember(self, row: ImportRow, keys: tuple[str, ...]) -> None:
        for key, someone in zip(keys, row.players, strict=True):
            self.lines[key] = row.line
            town = someone.town or tidy(row.town)
            self.names.setdefault(key.split("|", 1)[0], {})[key] = town
        if row.squad:
            self.teams[fold_text(tidy(row.name))] = row.line
        else:
            self.pairs[frozenset(keys)] = row.line
        if row.number:
            self.numbers[int(row.number)] = row.line


def identities_of(row: ImportRow) -> tuple[str, ...]:
    """Return the identities of the people; a person without a town takes the town of the entry."""
    town = tidy(row.town)
    return tuple(
        identity(Person(player.name, player.surname, player.town or town)) for player in row.players
    )


def stage_in(row: ImportRow, stages: Mapping[str, int]) -> int:
    """Return the number of the stage that the row names; 0 for a name not in `stages`."""
    stage = fold_text(tidy(row.stage))
    return stages.get(stage, 0) or stages.get(stage.removeprefix("fase").strip(), 0)


def field_of(row: ImportRow, position: int) -> str:
    """Return the field of the person at `position` in the row, from 1."""
    if row.is_single and is_blank(tidy(row.player_1)):
        position = 2
    return "people" if row.squad else f"player_{position}"


def repeated_position(keys: Sequence[str]) -> int:
    """Return the position, from 1, of the first repeated identity; 0 if all are different."""
    return next((number for number, key in enumerate(keys, 1) if key in keys[: number - 1]), 0)


def row_faults(row: ImportRow) -> list[RowFault]:
    """Return the faults of a row that do not depend on other rows."""
    faults = [text_fault for name in TEXTS for text_fault in _text_faults(row, name)]
    if faults:
        return faults
    if row.squad:
        faults = _team_faults(row)
    elif all(is_blank(someone.name) for someone in row.players):
        return [RowFault("nobody", {}, "player_1")]
    for position, someone in enumerate(row.players, 1):
        if is_blank(someone.name):
            faults.append(RowFault("partner_missing", {}, field_of(row, position)))
        elif mark := odd_mark(someone.full_name):
            params = {"mark": mark, "name": someone.full_name}
            faults.append(RowFault("mark_in_name", params, field_of(row, position)))
        elif len(someone.name) > NAME_LENGTH or len(someone.surname) > SURNAME_LENGTH:
            faults.append(
                RowFault("text_too_long", {"limit": NAME_LENGTH}, field_of(row, position))
            )
        elif len(someone.town) > TOWN_LENGTH:
            faults.append(
                RowFault("text_too_long", {"limit": TOWN_LENGTH}, field_of(row, position))
            )
    if not faults and any(len(key) > IDENTITY_LENGTH for key in identities_of(row)):
        faults.append(RowFault("text_too_long", {"limit": NAME_LENGTH}, field_of(row, 1)))
    if row.left:
        faults.append(RowFault("left_over", {"text": row.left}, "left"))
    if not faults and (position := repeated_position(identities_of(row))):
        params = {"name": row.players[position - 1].full_name}
        faults.append(RowFault("same_person_twice", params, field_of(row, position)))
    number = row.number.strip()
    if number and not (re.fullmatch("[0-9]{1,4}", number) and int(number) > 0):
        faults.append(
            RowFault("number_wrong", {"number": number[:20], "limit": MAX_NUMBER}, "number")
        )
    return faults


def _team_faults(row: ImportRow) -> list[RowFault]:
    """Return the faults of a team without a name, or with too many people."""
    if is_blank(row.name):
        return [RowFault("team_missing", {}, "name")]
    if len(row.players) > row.squad:
        return [RowFault("too_many_people", {"count": len(row.players)}, "people")]
    return []


def _text_faults(row: ImportRow, name: str) -> list[RowFault]:
    """Return a list with the first fault of a text, or [].

    The faults are forbidden characters, too many letters, and a telephone or an identity card:
    Tapete never stores them.
    """
    text = getattr(row, name)
    limits = {
        "number": 20,
        "town": TOWN_LENGTH,
        "name": NAME_LENGTH,
        "session": SESSION_LENGTH,
        "people": PEOPLE_LENGTH,
        "stage": STAGE_LENGTH,
        "left": PEOPLE_LENGTH,
    }
    limit = limits.get(name, NAME_LENGTH + SURNAME_LENGTH + TOWN_LENGTH + 3)
    parts = [text]
    if name == "people" and row.squad and "\x00" not in text:
        parts += [
            part for player in row.players for part in (player.name, player.surname, player.town)
        ]
    if name.startswith("player") and "\x00" not in text:
        someone = read_person(tidy(text))
        parts += [someone.name, someone.surname, someone.town]
    code = next((code_of_part for part in parts if (code_of_part := fault(part, limit))), "")
    if code:
        return [RowFault(code, {"limit": limit}, name)]
    if name != "number" and TELEPHONE.search(fold_text(text)):
        return [RowFault("private", {}, name)]
    return []


def _row(line: ParsedLine, size: int, squad: int) -> ImportRow:
    """Build a row from its cells; text encoded twice in UTF-8 is repaired, with a remark."""
    entry = line.entry
    texts = {name: getattr(entry, name) for name in FIELDS} | {"left": " / ".join(entry.left)}
    texts |= {name: getattr(line, name) for name in ("name", "people", "session", "stage")}
    noticed = list(line.remarks)
    for name, text in texts.items():
        if (repaired_text := repair_encoding(text)) != text:
            texts[name] = repaired_text
            noticed.append(
                RowFault("misread", {"before": text[:60], "after": repaired_text[:60]}, name)
            )
    return ImportRow(
        line.line,
        **texts,
        size=size,
        paid=line.paid,
        present=line.present,
        noticed=tuple(noticed),
        squad=squad,
        seed=line.seed,
    )


def repair_encoding(text: str) -> str:
    """Undo UTF-8 read as Windows text, if that happened.

    >>> repair_encoding("BegoÃ±a IbÃ¡Ã±ez"), repair_encoding("Begoña")
    ('Begoña Ibáñez', 'Begoña')
    """
    if not MISREAD.search(text):
        return text
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return text
