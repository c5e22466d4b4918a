"""The pages' typefaces are small subsets of the system's, with every letter of a page."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.exceptions import ImproperlyConfigured
from fontTools.ttLib import TTFont

from config import typefaces

STYLES = Path(__file__).resolve().parents[2] / "static/css/tapete.css"
LETTERS = "áéíóúüñçÑ¿¡«»–€ºªœ0123456789"


@pytest.fixture
def finder(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return typefaces.Typefaces()


@pytest.mark.slow
def test_each_face_of_the_stylesheet_is_made_and_small(finder):
    asked = re.findall(r'url\("\.\./(typefaces/[^"]+)"\)', STYLES.read_text())
    assert sorted(asked) == sorted(typefaces.FACES)
    assert [path for path, _storage in finder.list([])] == list(typefaces.FACES)
    weights = [Path(str(finder.find(path))).stat().st_size for path in asked]
    assert sum(weights) < 50_000, weights
    for path in asked:
        known = TTFont(str(finder.find(path))).getBestCmap()
        assert [letter for letter in LETTERS if ord(letter) not in known] == []


def test_another_file_is_not_its_own(finder):
    assert finder.find("css/tapete.css") == []
    assert finders.find("css/tapete.css")


@pytest.mark.slow
def test_a_machine_without_the_fonts_is_told_what_to_install(finder, monkeypatch):
    monkeypatch.setitem(typefaces.FACES, "typefaces/title.woff2", Path("/nowhere/Caladea.ttf"))
    with pytest.raises(ImproperlyConfigured, match="fonts-crosextra-caladea"):
        list(finder.list([]))
