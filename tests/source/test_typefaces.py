"""The typefaces of pages are small subsets of system fonts, with every letter of a page."""

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
    paths = re.findall(r'url\("\.\./(typefaces/[^"]+)"\)', STYLES.read_text())
    assert sorted(paths) == sorted(typefaces.FACES)
    assert [path for path, _storage in finder.list([])] == list(typefaces.FACES)
    sizes = [Path(str(finder.find(path))).stat().st_size for path in paths]
    assert sum(sizes) < 50_000, sizes
    for path in paths:
        characters = TTFont(str(finder.find(path))).getBestCmap()
        assert [letter for letter in LETTERS if ord(letter) not in characters] == []


def test_the_finder_of_typefaces_finds_no_other_file(finder):
    assert finder.find("css/tapete.css") == []
    assert finders.find("css/tapete.css")


@pytest.mark.slow
def test_without_a_font_the_error_names_the_package_to_install(finder, monkeypatch):
    monkeypatch.setitem(typefaces.FACES, "typefaces/title.woff2", Path("/nowhere/Caladea.ttf"))
    with pytest.raises(ImproperlyConfigured, match="fonts-crosextra-caladea"):
        list(finder.list([]))
