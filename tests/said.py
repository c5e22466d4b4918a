"""Tables of acta lines and their sentences, as text.

40-33 | 40-32
    Los puntos suman 73 y en un reparto hay siempre 72.
    Another sentence, which is so long that it goes on
        under itself.
"""

from textwrap import dedent


def rows(text: str) -> list[tuple[list[str], list[str]]]:
    """Return the alternatives of each line (` | ` between them) and the sentences under it."""
    found: list[tuple[list[str], list[str]]] = []
    for line in filter(None, dedent(text).splitlines()):
        if line.startswith(" " * 8):
            found[-1][1][-1] += f" {line.strip()}"
        elif line.startswith(" "):
            found[-1][1].append(line.strip())
        else:
            found.append((line.split(" | "), []))
    return found
