"""Search for words in the whole database and in all uploaded files."""

import json
from pathlib import Path

from django.conf import settings
from django.db import connection

from tournaments.names.people import fold_text


def rows_with_words(*words: str) -> list[str]:
    """Return «place: text» of each row or file with one of the words, ignoring case and accents."""
    folded_words = [fold_text(word) for word in words]
    rows = [
        (table, "|".join(_text(value) for value in row))
        for table in _tables()
        for row in _rows(table)
    ]
    files = [
        (str(path), f"{path.name} {path.read_bytes().decode('latin-1')}")
        for path in sorted(Path(settings.MEDIA_ROOT).rglob("*"))
        if path.is_file()
    ]
    return [
        f"{place}: {text[:400]}"
        for place, text in (*rows, *files)
        if any(word in fold_text(text) for word in folded_words)
    ]


def _tables() -> list[str]:
    return [name for name in connection.introspection.table_names() if name != "django_migrations"]


def _rows(table: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}"')
        return list(cursor.fetchall())


def _text(value: object) -> str:
    """Return a value as text; JSON without the escapes that SQLite stores for accents."""
    text = str(value)
    if text.startswith("md5$"):
        return ""  # a hashed password: its random letters could have any word
    if text[:1] in "{[":
        try:
            return json.dumps(json.loads(text), ensure_ascii=False)
        except ValueError:
            return text
    return text
