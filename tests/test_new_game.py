"""The list of docs/new-game.md, applied to a tiny game in a copy of the site."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NEW_GAME, GAME = ROOT / "tests/new_game", "cinquillo"
CODE = ("config", "rules", "tournaments", "scoring", "tests")
OTHER_FOLDERS = ("docs", "locale", "static", "templates")
PLAY_TEST = "played.py"  # a test of the game, no part of the site
# Replacements that register the game in each registry.
LINES = {
    "rules/__init__.py": (
        ("from rules.core import", "from rules.cinquillo import CINQUILLO\nfrom rules.core import"),
        ("MARCADOR)", "MARCADOR, CINQUILLO)"),
    ),
    "scoring/games/__init__.py": (
        ("games import cientos,", "games import cientos, cinquillo,"),
        ('    "marcador":', '    "cinquillo": cinquillo.FACE,\n    "marcador":'),
    ),
}


def _places_and_registries() -> tuple[list[str], list[str]]:
    """Return the places of a game and the registries, as docs/new-game.md lists them."""
    page = (ROOT / "docs/new-game.md").read_text()
    steps = page.partition("## To add a game")[2].partition("\n`guinote` is the one to copy")[0]
    places = re.findall(r"`([\w/]+/<game>[\w/.]*)`", steps)
    registries = re.findall(r"Registered in\s+`([\w/.]+)`", steps)
    return [place.replace("<game>", GAME) for place in places], registries


def _copy_site_with_game(site: Path) -> Path:
    """Copy the site to `site`, with the tiny game in the listed places and registries."""
    for folder in (*CODE, *OTHER_FOLDERS):
        shutil.copytree(
            ROOT / folder, site / folder, ignore=shutil.ignore_patterns("new_game", "node_modules")
        )
    shutil.copy(ROOT / "pyproject.toml", site)
    places, registries = _places_and_registries()
    for place in places:
        if (NEW_GAME / place).is_dir():
            shutil.copytree(NEW_GAME / place, site / place)
        else:
            shutil.copy(NEW_GAME / place, site / place)
    for registry in registries:
        text = (site / registry).read_text()
        for before, after in LINES[registry]:
            assert text.count(before) == 1
            text = text.replace(before, after)
        (site / registry).write_text(text)
    return site


def test_a_game_is_two_folders_of_code_and_two_registries():
    places, registries = _places_and_registries()
    assert len([place for place in places if not place.startswith(("templates", "docs"))]) == 2
    assert registries == list(LINES)
    files = {
        str(path.relative_to(NEW_GAME)) for path in NEW_GAME.rglob("*.*") if path.suffix != ".pyc"
    }
    assert {name for name in files if not name.startswith(tuple(places))} == {PLAY_TEST}


@pytest.mark.slow
def test_a_game_added_by_the_list_is_played(tmp_path):
    site = _copy_site_with_game(tmp_path / "site")
    shutil.copy(NEW_GAME / PLAY_TEST, site / "tests/test_played.py")
    tests = ["tests/test_played.py", "tests/test_games.py", "tests/rules/test_rules_faults.py"]
    process = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", *tests, "-k", f"{GAME} or registry"],
        cwd=site,
        env={**os.environ, "DATABASE_URL": "sqlite://:memory:", "TAPETE_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stdout[-3000:] + process.stderr[-1000:]
    assert int(re.findall(r"(\d+) passed", process.stdout)[0]) > 10
