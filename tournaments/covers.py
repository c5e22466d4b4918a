"""Which tables a referee looks after, as kept: «1-12, 20»; "" is all of them."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused
from tournaments.text import clean_text

LONGEST = 120
_RUN = re.compile(r"([0-9]{1,3})(?:\s*(?:-|–|—|\ba\b)\s*([0-9]{1,3}))?", re.ASCII)
_BETWEEN = re.compile(r"[,;\s]+y\s+|[,;]")


def covered(kept: str) -> frozenset[int]:
    """The tables of a kept value; none for "", which stands for all.

    >>> sorted(covered("1-3, 20"))
    [1, 2, 3, 20]
    """
    runs = (run.partition("-") for run in kept.split(", ") if run)
    return frozenset(
        table for first, _dash, last in runs for table in range(int(first), int(last or first) + 1)
    )


def covers(kept: str, table: int | None) -> bool:
    """Whether somebody with these tables looks after that one; None is no table.

    >>> covers("", None), covers("1-12, 20", 12), covers("1-12, 20", 13), covers("3", None)
    (True, True, False, False)
    """
    return not kept or table in covered(kept)


def within(inner: str, outer: str) -> bool:
    """Whether whoever looks after the tables of `outer` looks after all those of `inner`.

    >>> within("2", "1-12"), within("2, 13", "1-12"), within("", "1-12"), within("", "")
    (True, False, False, True)
    """
    return not outer or (bool(inner) and covered(inner) <= covered(outer))


def read_tables(typed: object, last: int) -> str:
    """Return what somebody typed («1 a 12 y 20», «20, 1-12») as it is kept, for a hall of `last`
    tables.

    Raises Refused 400 with `field` "tables": `tables_unreadable`, `table_unknown`.
    """
    text = clean_text(typed, "tables", LONGEST, any_start=True)
    found: set[int] = set()
    for part in filter(None, (one.strip() for one in _BETWEEN.split(text))):
        run = _RUN.fullmatch(part)
        if run is None or int(run[1]) > int(run[2] or run[1]):
            raise Refused(
                "tables_unreadable",
                _("«%(typed)s» no se entiende: escriba las mesas así: 1-12, 20."),
                field="tables",
                typed=part,
            )
        found.update(range(int(run[1]), int(run[2] or run[1]) + 1))
    if found and not (min(found) >= 1 and max(found) <= last):
        raise Refused(
            "table_unknown",
            _("Las mesas van de la 1 a la %(tables)s."),
            field="tables",
            tables=last,
        )
    return in_runs(found)


def in_runs(tables: Iterable[int]) -> str:
    """Tables as they are kept, in order.

    >>> in_runs([20, 2, 1, 3])
    '1-3, 20'
    """
    runs: list[list[int]] = []
    for table in sorted(set(tables)):
        if runs and table == runs[-1][1] + 1:
            runs[-1][1] = table
        else:
            runs.append([table, table])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def refuse_other_tables(kept: str, *tables: int | None) -> None:
    """Raise Refused 403 `other_table` unless every one of these tables is among those kept."""
    for table in tables:
        if covers(kept, table):
            continue
        if table is None:
            sentence = _("Esta partida no tiene mesa todavía, y usted arbitra las mesas %(mine)s.")
            raise Refused("other_table", sentence, status=403, mine=kept)
        sentence = _(
            "Eso es de la mesa %(table)s, y usted arbitra las mesas %(mine)s. Avise a quien la "
            "lleva o a la organización."
        )
        raise Refused("other_table", sentence, status=403, table=table, mine=kept)
