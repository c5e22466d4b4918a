"""The table of roles and acts in Markdown: `python -m tests.addresses` writes `docs/roles.md`."""

from django.utils import translation

from tournaments.models import Role
from tournaments.permissions import ACTS, SECRETARY, allows

HEAD = """\
# Quién puede hacer qué

Para la organización: lo que puede hacer cada cargo. El acto de cada dirección está en
[addresses.txt](addresses.txt).

- Un cargo vale en un solo torneo: el organizador de un torneo no tiene ningún derecho en otro.
- **Público** es cualquier persona que no ha entrado con una cuenta. **Cuenta** es cualquier persona
  que ha entrado con la suya. **Secretaría** es la de un club, solo en las páginas de ese club.
- `write_at_table` no es de ningún cargo: lo permite el enlace de la mesa.

`python -m tests.addresses` escribe esta página a partir de `tournaments/permissions.py`. La prueba
`tests/access/test_roles.py` comprueba cada casilla en cada página y en la API.
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
