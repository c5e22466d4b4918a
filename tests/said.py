"""Read tables of acta lines and their sentences, written like this:

40-33 | 40-32
    Los puntos suman 73 y en un reparto hay siempre 72.
    Another sentence, which is so long that it goes on
        in a second line.
"""

from textwrap import dedent


def lines_with_sentences(text: str) -> list[tuple[list[str], list[str]]]:
    """Return the alternatives of each line (` | ` between them) and the sentences under it."""
    table: list[tuple[list[str], list[str]]] = []
    for line in filter(None, dedent(text).splitlines()):
        if line.startswith(" " * 8):
            table[-1][1][-1] += f" {line.strip()}"
        elif line.startswith(" "):
            table[-1][1].append(line.strip())
        else:
            table.append((line.split(" | "), []))
    return table
