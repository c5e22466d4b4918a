"""Print figures of the code: its size, and the files that one line, draw, page or sheet runs.

    .venv/bin/python -m tests.house

Migrations are not counted. The files that run are those of the application, after a first run of
each action, in a Swiss of guiñote with sixteen pairs: one line, one round, the standings page and
the actas. `./dev test` and `pytest --cov` print test time and coverage.
"""

import ast
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
APPLICATION = ("rules", "tournaments", "scoring", "config")
AREAS = (*APPLICATION, "templates", "static", "tests", "benchmarks")
SUBJECT = re.compile(r"standing|ranking|tiebreak|tie-break|preset|counting", re.IGNORECASE)
# The start of a docstring that does not name its subject.
RIDDLE = re.compile(r"^(Who|Whose|What|Whom)\b")
PARTIDAS = 3  # partidas that win the only coto of `crowd`
LONG_LINE, LONG_FILE, MOST_IN_FOLDER = 160, 400, 20
PAGES = (
    "",
    "mesa/?q=7",
    "emparejamientos/",
    "clasificacion/",
    "ronda/1/",
    "inscripcion/7/",
    "panel/",
    "rondas/",
    "control/",
    "inscripciones/",
)


def files_of(area: str, *endings: str) -> Iterator[Path]:
    """Yield the files of an area that people write."""
    for path in sorted((ROOT / area).rglob("*")):
        if path.suffix in endings and "migrations" not in path.parts and path.is_file():
            yield path


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines()


# --- Sizes --------------------------------------------------------------------------------------
def print_sizes() -> None:
    print("area         files    lines  largest folder")
    for area in AREAS:
        paths = list(files_of(area, ".py", ".html", ".js", ".css"))
        folders = Counter(path.parent.relative_to(ROOT) for path in paths)
        folder, count = folders.most_common(1)[0]
        print(
            f"{area:10} {len(paths):7} {sum(len(lines_of(path)) for path in paths):8}"
            f"  {count} in {folder}"
        )
    python = [path for area in APPLICATION for path in files_of(area, ".py")]
    rooms = [*python, *files_of("templates", ".html")]
    folders = Counter(path.parent.relative_to(ROOT) for path in rooms)
    crowded_folders = [
        f"{folder} {count}" for folder, count in folders.most_common() if count > MOST_IN_FOLDER
    ]
    long = [
        f"{path.relative_to(ROOT)} {len(lines_of(path))}"
        for path in python
        if len(lines_of(path)) > LONG_FILE
    ]
    title = f"folders with more than {MOST_IN_FOLDER} modules or templates"
    print(f"{title}: {', '.join(crowded_folders) or 'none'}")
    print(f"modules of more than {LONG_FILE} lines: {', '.join(long) or 'none'}")


def print_style() -> None:
    python = [path for area in (*APPLICATION, "tests") for path in files_of(area, ".py")]
    skip_comments = sum(line.count("# fmt: skip") for path in python for line in lines_of(path))
    docstrings = [
        ast.get_docstring(node) or "" for path in python for node in _documentable_nodes(path)
    ]
    existing = [docstring for docstring in docstrings if docstring]
    riddles = sum(bool(RIDDLE.match(docstring)) for docstring in existing)
    wide = sum(
        len(line) > LONG_LINE for path in files_of("templates", ".html") for line in lines_of(path)
    )
    print(
        f"# fmt: skip {skip_comments}; docstrings that begin with who or what {riddles} of"
        f" {len(existing)}; template lines over {LONG_LINE} {wide}"
    )


def _documentable_nodes(path: Path) -> Iterator[Any]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, kinds))


def print_places_of_a_game(key: str = "truco") -> None:
    """Print where a game is: folders with a module or folder of its name, modules that list it."""
    places = {
        path.parent.relative_to(ROOT)
        for area in APPLICATION
        for path in (ROOT / area).rglob("*")
        if re.fullmatch(rf"{key}(_\w+)?", path.stem) and path.suffix in ("", ".py")
    }
    listing = re.compile(rf'"{key}":|\b{key},|\b{key.upper()}\b')
    lists = [
        path.relative_to(ROOT)
        for area in APPLICATION
        for path in files_of(area, ".py")
        if not re.search(rf"\b{key}(_|\b)", str(path.relative_to(ROOT)))
        and listing.search(path.read_text())
    ]
    print(
        f"a game ({key}): {len(places)} folders, listed in {len(lists)} modules"
        f" ({', '.join(map(str, lists))})"
    )


def print_modules_about_standings() -> None:
    about = [
        path
        for area in ("tournaments", "scoring")
        for path in files_of(area, ".py")
        if SUBJECT.search(f"{path.stem} {_subject(path)}")
    ]
    print(
        f"modules about standings: {len(about)}, {sum(len(lines_of(path)) for path in about)} lines"
    )


def _subject(path: Path) -> str:
    return (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n")[0]


# --- Files that run -----------------------------------------------------------------------------
def count_files_run(act: Callable[[], object]) -> int:
    """Return the number of files of the application that run during the act."""
    files_run: set[str] = set()
    sys.setprofile(lambda frame, _event, _argument: files_run.add(frame.f_code.co_filename))
    try:
        act()
    finally:
        sys.setprofile(None)
    inside = [str(ROOT / area) for area in APPLICATION]
    return sum(path.startswith(tuple(inside)) for path in files_run)


def print_files_and_queries() -> None:
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from benchmarks.prints import stamped_actas
    from scoring.actas.services import record_hand
    from scoring.models import Hand
    from scoring.rounds.services.rounds import open_next_round, publish_round
    from tests.attacks.crowd import crowd
    from tournaments.site import page_cache

    pilar = User.objects.create_user("pilar")
    day = crowd(pilar, 16, half=False)
    organiser = Client()
    organiser.force_login(pilar)
    page = f"/t/{day.tournament.slug}/"
    playing = iter(day.tournament.matches.filter(state="playing"))

    def send_line() -> None:
        form = {"como": "partida", "number": 1, "version": 0, "uid": uuid4(), "winner": "A"}
        answer = organiser.post(f"{page}acta/{next(playing).code}/enviar/", form)
        assert answer.status_code == 200, answer.content

    def publish_round_of_day() -> None:
        publish_round(round=open_next_round(stage=day.tournament.stage, author=pilar), author=pilar)

    def open_standings() -> None:
        page_cache.PAGES.clear()
        page_cache.clear_memory()
        Client().get(f"{page}clasificacion/")

    for act in (send_line, open_standings, stamped_actas):
        act()  # imports and caches of the first run do not count
    file_counts = {
        "a line": count_files_run(send_line),
        "the standings page": count_files_run(open_standings),
        "the actas": count_files_run(stamped_actas),
    }
    for match in day.tournament.matches.filter(state="playing"):
        line_count = Hand.objects.filter(acta__match=match).count()
        for number in range(line_count + 1, PARTIDAS + 1):
            record_hand(match=match, author=pilar, line="partida A", number=number)
    file_counts["a draw"] = count_files_run(publish_round_of_day)
    print("files passed:", ", ".join(f"{name} {count}" for name, count in file_counts.items()))
    query_counts = []
    for path in PAGES:
        page_cache.PAGES.clear()
        page_cache.clear_memory()
        with CaptureQueriesContext(connection) as queries:
            status = organiser.get(page + path).status_code
        query_counts.append(
            f"{path or 'front'} {len(queries)}" + ("" if status == 200 else f" ({status})")
        )
    print("queries:", ", ".join(query_counts))


def main() -> None:
    print_sizes()
    print_style()
    print_places_of_a_game()
    print_modules_about_standings()
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "DATABASE_URL": f"sqlite:///{folder}/db",
            "TAPETE_VAR": folder,
            "TAPETE_PLAIN_STATIC": "1",
            "TAPETE_HOSTS": "testserver",
        }
        os.environ.update(settings)
        from benchmarks.scratch import make_tables

        make_tables()
        print_files_and_queries()


if __name__ == "__main__":
    main()
