"""The table of roles and acts in Markdown: `python -m tests.addresses` writes `docs/roles.md`."""

from django.utils import translation

from tournaments.models import Role
from tournaments.permissions import ACTS, SECRETARY, allows

HEAD = """\
# Quién puede hacer qué

Escrito por `python -m tests.addresses` a partir de `tournaments/permissions.py`; la prueba
`tests/access/test_roles.py` comprueba cada casilla en cada página y en la API. El acto de cada
dirección, en [addresses.txt](addresses.txt).

Los papeles son de un torneo: quien organiza uno no es nadie en el de al lado. «Cuenta» es
cualquiera que haya entrado con su usuario; «Público», cualquiera sin entrar; «Secretaría», la de un
club, y solo en las páginas de ese club.
"""


@translation.override("es")
def table() -> str:
    """Return the text of `docs/roles.md`, in Spanish."""
    columns = ["Público", "Cuenta", *(str(Role(role).label) for role in reversed(Role.values))]
    columns.append("Secretaría")
    head = ["Acto", "Qué es", *columns]
    rows = [head, ["---", "---", *(":-:" for _column in columns)]]
    rows += [[f"`{name}`", str(act.words), *_answers_of_roles(name)] for name, act in ACTS.items()]
    return HEAD + "\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _answers_of_roles(act: str) -> list[str]:
    roles = ["", *reversed(Role.values), SECRETARY]
    visitors = [("", False), *((role, True) for role in roles)]
    return ["sí" if allows(act, role, account) else "—" for role, account in visitors]
