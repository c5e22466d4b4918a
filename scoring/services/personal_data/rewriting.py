"""Taking people out of what a tournament has written about them.

A text about one of their entries or matches is erased whole; in the others each name gives way to
«pareja 27». The records of the program have names in known places, and lose them there.
"""

import json
import re
from typing import Any

from django.db.models import Model, Q
from django.utils import timezone

from scoring.selectors.personal_data.mentions import NAME_MEMBERS, Mentions, title_without_names
from scoring.selectors.personal_data.written import PROSE_MEMBERS, WRITTEN, Written
from tournaments.models import AuditLine, DrawCommitment, Round
from tournaments.names.masking import in_members
from tournaments.pairing.commitment import NAMED, TAGGED

ERASED = "texto borrado"  # in Spanish, as «pareja 27»: what stays written
# «12 · Ana Yus · Luis Gil», also after «Ronda 2: » and before « / 13 · Peña».
TITLED = re.compile(r"(^|: | / )(\d+) · .*?(?= / \d+ · |$)")
OF_ACCOUNTS = ("grant_role", "revoke_role")  # the subject is an account
GIVEN_NAMES = ("set_line_up", "name_players")  # the values are nothing but names


def rewrite(mentions: Mentions) -> None:
    """Take the people of some entries out of each table of `WRITTEN`."""
    for table in WRITTEN:
        _erase_what_is_about(table, mentions)
        rows = table.model._default_manager.filter(**{table.path: mentions.tournament})
        for row in rows.order_by().iterator(chunk_size=500):
            if changed := _changes(table, row, mentions):
                table.model._default_manager.filter(pk=row.pk).update(**changed)


def _erase_what_is_about(table: Written, mentions: Mentions) -> None:
    about = Q(pk=None)
    for path in table.about:
        about |= Q(**{f"{path}__number__in": mentions.entries})
    rows = table.model._default_manager.filter(about, **{table.path: mentions.tournament})
    for name in table.prose if table.about else ():
        rows.exclude(**{name: ""}).update(**{name: ERASED})


def _changes(table: Written, row: Model, mentions: Mentions) -> dict[str, Any]:
    """Return the columns of a row that change, with their new values."""
    new = {name: mentions.mask.apply(getattr(row, name)) for name in table.prose}
    for name, account in table.authors:
        if account and getattr(row, f"{account}_id") is None:  # a player, at the table
            new[name] = mentions.mask.apply(getattr(row, name))
    if isinstance(row, AuditLine):
        new |= _of_line(row, mentions)
    elif isinstance(row, Round):
        new["report"] = _of_report(row.report, mentions)
    elif isinstance(row, DrawCommitment):
        new["text"] = _of_list(row.text, mentions)
        if new["text"] != row.text or new["word"] != row.word:
            new["redacted_at"] = timezone.now()
    return {
        name: value[: getattr(row._meta.get_field(name), "max_length", None)]
        if isinstance(value, str)
        else value
        for name, value in new.items()
        if value != getattr(row, name)
    }


def _of_line(line: AuditLine, mentions: Mentions) -> dict[str, Any]:
    numbers = mentions.numbers(line)

    def without_names(text: str) -> str:
        return mentions.mask.apply(_titled(text, mentions))

    def without_people(value: Any) -> Any:
        if numbers and line.act in GIVEN_NAMES:
            return None
        if numbers:
            title = title_without_names(mentions.tournament, numbers[0])
            value = in_members(value, NAME_MEMBERS, lambda _name: title)
            value = in_members(value, ["town"], lambda _town: "")
        return in_members(value, PROSE_MEMBERS | NAME_MEMBERS, without_names)

    new = {"before": without_people(line.before), "after": without_people(line.after)}
    if line.reason and mentions.is_about(line):
        new["reason"] = ERASED
    if line.act == "accept_import":  # the name of a file
        new["subject"] = ""
    elif line.act not in OF_ACCOUNTS:
        new["subject"] = without_names(line.subject)
    return new


def _titled(text: str, mentions: Mentions) -> str:
    """Return «12 · Ana Yus» as «12 · pareja 12», for the entries in question."""

    def title(found: re.Match[str]) -> str:
        number = int(found[2])
        if not mentions.is_of(number):
            return found[0]
        return f"{found[1]}{number} · {title_without_names(mentions.tournament, number)}"

    return TITLED.sub(title, text)


def _of_report(report: Any, mentions: Mentions) -> Any:
    """Return the record of a draw with its tags renamed: the same families stay together."""
    text = json.dumps(in_members(report, PROSE_MEMBERS, mentions.mask.apply))
    for tag, instead in mentions.tags.items():
        text = text.replace(json.dumps(tag), json.dumps(instead))
    return json.loads(text)


def _of_list(text: str, mentions: Mentions) -> str:
    """Return the list published before a draw without who has each number, and whence he is."""

    def title(found: re.Match[str]) -> str:
        number = int(found[1])
        if not mentions.is_of(number):
            return found[0]
        return f"{number}: {title_without_names(mentions.tournament, number)}"

    def tag(found: re.Match[str]) -> str:
        return found[1] + mentions.tags.get(found[2], found[2])

    return TAGGED.sub(tag, NAMED.sub(title, text))
