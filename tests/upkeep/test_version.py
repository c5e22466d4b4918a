"""The pages and the changelog show the version of `pyproject.toml`."""

import re
from pathlib import Path

from django.conf import settings

from tests.rows import each

ROOT = Path(__file__).resolve().parents[2]


@each("page", "/", "/privacidad/", "/t/casino-de-calamocha/", "/no-such-page/")
def test_the_foot_of_every_page_shows_the_version(casino, client, page):
    assert f"Versión {settings.TAPETE_VERSION}." in client.get(page).content.decode()


def test_the_changelog_begins_with_this_version():
    first = re.search(r"^## \[?([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first and first[1] == settings.TAPETE_VERSION
