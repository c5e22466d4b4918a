"""The tables that the entries of a draft keep, and where that cannot be as each would have it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import Match, Tournament
from tournaments.pairing.hall import kept_table
from tournaments.selectors.rounds import fixed_tables


def said_of_tables(tournament: Tournament, matches: Sequence[Match]) -> list[str]:
    """Return a sentence for each table that two entries keep, or that nobody can be called to.

    `matches` are those of the draft, by number, with their sides.
    """
    keeps, in_service = fixed_tables(tournament), tournament.tables_in_service
    if not keeps:
        return []
    said: list[str] = []
    first_at: dict[int, int | None] = {}
    for match in matches:
        if match.board > 1:  # of a tie, the first board is at the table kept
            continue
        own = {one.number: keeps[one.number] for one in match.everybody if one.number in keeps}
        table = kept_table(own.values(), in_service)
        for number, fixed in own.items():
            if fixed not in in_service:
                said.append(_closed(number, fixed, table))
        if len({fixed for fixed in own.values() if fixed in in_service}) > 1:
            said.append(_meet(own, table))
        if table and table in first_at:
            said.append(_waits(first_at[table], match.number, table))
        elif table:
            first_at[table] = match.number
    return said


def _closed(number: int, fixed: int, table: int) -> str:
    words = {"number": number, "fixed": fixed, "table": table}
    if table:
        sentence = _(
            "La mesa fija del %(number)s, la %(fixed)s, no está en servicio: juega en la %(table)s."
        )
    else:
        sentence = _(
            "La mesa fija del %(number)s, la %(fixed)s, no está en servicio: juega en otra."
        )
    return sentence % words


def _meet(own: dict[int, int], table: int) -> str:
    return _(
        "Se enfrentan con mesas fijas distintas %(who)s: juegan en la %(table)s, la de número más "
        "bajo."
    ) % {
        "who": ", ".join(_("%(n)s (mesa %(t)s)") % {"n": n, "t": t} for n, t in own.items()),
        "table": table,
    }


def _waits(first: int | None, second: int | None, table: int) -> str:
    return _(
        "Las partidas %(first)s y %(second)s tienen fija la mesa %(table)s: la %(second)s espera a "
        "que quede libre."
    ) % {"first": first, "second": second, "table": table}
