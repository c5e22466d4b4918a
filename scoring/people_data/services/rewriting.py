"""Removal of people from the texts of a tournament.

A text about an entry or a match of these people is erased whole. In any other text «pareja 27»
replaces each name. Records that the program writes have names in known places, and only these names
are replaced.
"""

import re
from collections.abc import Callable
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from scoring.people_data.selectors.mentions import NAME_MEMBERS, Mentions
from scoring.people_data.selectors.prose import PROSE, PROSE_TABLES, ProseColumns
from tournaments.models import AuditLine, DrawCommitment, Round, Tournament
from tournaments.names.masking import change_texts
from tournaments.pairing.commitment import NAME_LINE, TAG_LINE

ERASED_TEXT = "texto borrado"  # the text is stored, so it is in Spanish, like «pareja 27»
# «12 · Ana Yus · Luis Gil», also if it follows «Ronda 2: » or precedes « / 13 · Peña».
ENTRY_TITLE = re.compile(r"(^|: | / )(\d+) · .*?(?= / \d+ · |$)")
ACCOUNT_ACTS = ("grant_role", "revoke_role")  # acts whose subject is the name of an account
NAME_ACTS = ("set_line_up", "name_players")  # acts whose values are all names


def rewrite(mentions: Mentions) -> None:
    """Remove the people of some entries from each table of `PROSE_TABLES`."""
    for table in PROSE_TABLES:
        about = Q(pk=None)
        for path in table.about:
            about |= Q(**{f"{path}__number__in": mentions.entries})
        rows = _rows(table, mentions.tournament).filter(about)
        for name in table.prose:
            rows.exclude(**{name: ""}).update(**{name: ERASED_TEXT})
    change_rows(mentions.tournament, lambda table, row: _change(table, row, mentions))


def change_rows(
    tournament: Tournament, change: Callable[[ProseColumns, Model], Callable[[str, str], str]]
) -> None:
    """Change each text of every row with the function that `change(table, row)` returns.

    That function takes the text and the name of its column or JSON member.
    """
    for table in PROSE_TABLES:
        for row in _rows(table, tournament).iterator(chunk_size=500):
            old_values = {name: getattr(row, name) for name in table.columns}
            new_values = change_texts(old_values, change(table, row))
            changes = {
                name: _cut(row, name, value)
                for name, value in new_values.items()
                if value != old_values[name]
            }
            if isinstance(row, DrawCommitment) and changes.keys() & {"text", "word"}:
                changes["redacted_at"] = timezone.now()
            if changes:
                table.model._default_manager.filter(pk=row.pk).update(**changes)


def _cut(row: Model, name: str, value: Any) -> Any:
    """Return a value cut to its column's length, because «pareja 27» may replace a shorter name."""
    longest = getattr(row._meta.get_field(name), "max_length", None)
    return value[:longest] if isinstance(value, str) else value


def _rows(table: ProseColumns, tournament: Tournament) -> QuerySet[Any]:
    return table.model._default_manager.filter(**{table.path: tournament}).order_by()


def _change(table: ProseColumns, row: Any, mentions: Mentions) -> Callable[[str, str], str]:
    """Return the function that removes these people from a text of a row.

    In a record, the function replaces the values in known places. In prose, and in the name of a
    player who wrote at the table, it replaces the names of these people.
    """
    accounts = {
        name for name, account in table.authors if account and getattr(row, f"{account}_id")
    }
    tags = _tags(row.report, mentions) if isinstance(row, Round) else {}
    change_line = _change_of_line(row, mentions) if isinstance(row, AuditLine) else None

    def change(text: str, name: str) -> str:
        if name in accounts:
            return text
        if change_line is not None:
            return change_line(text, name)
        if name == "text":
            return _replace_in_list(text, mentions)
        if name == "names":
            return mentions.mask.replace_in_list(text)
        return mentions.mask.apply(text) if name in PROSE else tags.get(text, text)

    return change


def _change_of_line(line: AuditLine, mentions: Mentions) -> Callable[[str, str], str]:
    mask = mentions.mask
    titles = mentions.titles(line)
    is_about = mentions.is_about(line)
    names = {*NAME_MEMBERS, *(("before", "after") if line.act in NAME_ACTS else ())}
    prose = PROSE - {"subject"} if line.act in ACCOUNT_ACTS else PROSE

    def change(text: str, name: str) -> str:
        if name == "reason" and text and is_about:
            return ERASED_TEXT
        if titles and name in names:
            return titles[0]
        if titles and name == "town":
            return ""
        text = _replace_titles(text, mentions)
        if name in names or (name == "subject" and " · " in text):
            return mask.replace_in_list(text)
        return mask.apply(text) if name in prose else text

    return change


def _replace_titles(text: str, mentions: Mentions) -> str:
    """Return the text with «12 · pareja 12» for «12 · Ana Yus», if 12 is one of these entries."""

    def title(match: re.Match[str]) -> str:
        title = mentions.title(int(match[2]))
        return f"{match[1]}{match[2]} · {title}" if title else match[0]

    return ENTRY_TITLE.sub(title, text)


def _tags(report: Any, mentions: Mentions) -> dict[str, str]:
    """Return a replacement for each tag of these entries, made from their lowest number.

    A tag such as «family:gil» keeps entries apart or together. Its replacement does the same for
    the same entries.
    """
    entrants = report.get("looked_at", {}).get("entrants", {})
    tag_lists = [row[1] for number, row in entrants.items() if mentions.title(int(number))]
    tags = dict.fromkeys(tag for tags in tag_lists for tag in tags)
    lowest_number = min(mentions.entries)
    return {
        tag: f"{tag.partition(':')[0]}:~{lowest_number}.{place}" for place, tag in enumerate(tags)
    }


def _replace_in_list(text: str, mentions: Mentions) -> str:
    """Return the list published before a draw, without the names and towns of these entries."""

    def title(match: re.Match[str]) -> str:
        title = mentions.title(int(match[1]))
        return f"{match[1]}: {title}" if title else match[0]

    def tag(match: re.Match[str]) -> str:
        entry_title = mentions.title(int(match[1].split()[0]))
        return f"{match[1]}{match[2].partition(':')[0]}:~" if entry_title else match[0]

    return TAG_LINE.sub(tag, NAME_LINE.sub(title, text))
