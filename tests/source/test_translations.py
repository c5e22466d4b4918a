"""Tests of the site in English: a complete catalogue, templates without loose text, some pages."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
from django.template.base import Lexer, TokenType
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import trans_real

from config.upkeep.management.commands.makemessages import follow_template
from tests.conftest import PASSWORD
from tournaments.audit.services import note
from tournaments.names.audience import EVERYTHING

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "locale/en/LC_MESSAGES/django.po"
COPIED_FOLDERS = [
    "config",
    "rules",
    "scoring",
    "tournaments",
    "templates",
    "locale",
    "manage.py",
    "pyproject.toml",
]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# Exceptions: a page shown before the language is known, and pages for developers.
BOTH_LANGUAGES = {"500.html"}
NOT_FOR_VISITORS = {"api_docs.html", "estilo.html"}
SAME_EVERYWHERE = {"Tapete", "QR"}
ASIDE = {"blocktranslate", "comment"}
CLASSES = {"body_class", "kind", "sheet_class"}  # template blocks with CSS classes
SPOKEN_ATTRIBUTES = {"alt", "aria-label", "content", "placeholder", "title", "data-label"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|</?\w[^>]*>")
WORD = re.compile(r"[^\W\d_]{2,}")


# --- The catalogue --------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def message_keys(catalogue: polib.POFile) -> set[tuple[str, str, str]]:
    return {
        (entry.msgctxt or "", entry.msgid, entry.msgid_plural)
        for entry in catalogue
        if not entry.obsolete
    }


def english_texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.slow
def test_the_catalogue_has_the_texts_of_the_code_and_no_others(catalogue, tmp_path):
    if shutil.which("xgettext") is None:
        reason = "There is no xgettext: install gettext."
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    for name in COPIED_FOLDERS:
        if (ROOT / name).is_dir():
            ignore_compiled = shutil.ignore_patterns("__pycache__", "*.mo")
            shutil.copytree(ROOT / name, tmp_path / name, ignore=ignore_compiled)
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "-l", "en", "-v", "0", "--no-location"],
        cwd=tmp_path,
        env={**os.environ, "TAPETE_VAR": str(tmp_path / "var")},
        check=True,
    )
    code_keys = message_keys(polib.pofile(str(tmp_path / CATALOGUE.relative_to(ROOT))))
    assert message_keys(catalogue) - code_keys == set(), (
        "run ./dev manage makemessages -l en: these texts are no longer used"
    )
    assert code_keys - message_keys(catalogue) == set(), (
        "run ./dev manage makemessages -l en: these texts have no English yet"
    )


def test_every_text_has_its_english_and_no_entry_is_fuzzy(catalogue):
    assert [entry.msgid for entry in catalogue if not all(english_texts(entry))] == []
    assert [entry.msgid for entry in catalogue if entry.fuzzy or entry.obsolete] == []


def test_placeholders_and_tags_are_the_same_in_both_languages(catalogue):
    wrong = []
    for entry in catalogue:
        allowed = [sorted(PLACEHOLDER.findall(text)) for text in (entry.msgid, entry.msgid_plural)]
        wrong += [
            text
            for text in english_texts(entry)
            if sorted(PLACEHOLDER.findall(text)) not in allowed
        ]
    assert wrong == []


def test_a_new_text_changes_no_other_lines_of_the_catalogue():
    template = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Sortear la ronda"
msgstr ""

msgctxt "of guiñote"
msgid "Mesa"
msgid_plural "Mesas"
msgstr[0] ""
msgstr[1] ""
"""
    before = """\
# The words of a head.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

# Broken as nobody else would break it.
msgctxt "of guiñote"
msgid ""
"Me"
"sa"
msgid_plural "Mesas"
msgstr[0] "Table"
msgstr[1] "Tables"

msgid "Mesa"
msgstr "Gone, as the code has it in guiñote alone"
"""
    after = follow_template(before, template)
    unchanged, removed = before.split('msgid "Mesa"')[0], "Gone"
    assert after == f'{unchanged}msgid "Sortear la ronda"\nmsgstr ""\n'
    assert removed not in after
    assert follow_template(after, template) == after


def test_gettext_is_imported_only_under_names_that_makemessages_knows():
    """With `gettext as _now`, texts would never reach the catalogue."""
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for app in ("config", "scoring", "tournaments")
        for path in (ROOT / app).rglob("*.py")
        for name in re.findall(r"\w*gettext\w* as (?!_\b)\w+", path.read_text())
    ]
    assert wrong == []


# --- The templates --------------------------------------------------------------------------------
class SpokenText(HTMLParser):
    """The text that a visitor reads or hears in a piece of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style", "code", "kbd")
        attributes = dict(attrs)
        for name, value in attrs:
            if name in SPOKEN_ATTRIBUTES and not (name == "content" and "name" in attributes):
                self.texts.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style", "code", "kbd")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.texts.append(data)


def untranslated_words(source: str) -> list[str]:
    """Return the words of a template outside its translation tags.

    >>> untranslated_words('{% translate "Mesa" %} <b title="Una mesa">{{ table }}</b> de control')
    ['Una mesa', 'de control']
    """
    parts, end_tag = [], ""
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            name, *rest = token.split_contents()
            if end_tag:
                end_tag = "" if name == end_tag else end_tag
            elif name in ASIDE or (name == "block" and rest[0] in CLASSES):
                end_tag = f"end{name}"
            elif name in ("include", "with"):
                quoted_texts = re.findall(r"""=(?:"([^"]*)"|'([^']*)')""", token.contents)
                phrases = [
                    text
                    for pair in quoted_texts
                    for text in pair
                    if re.search(r"[A-ZÁÉÍÓÚ¿]|\s\w", text)
                ]
                parts.append(f"<i>{' '.join(phrases)}</i>")
        elif token.token_type == TokenType.TEXT and not end_tag:
            parts.append(token.contents)
        elif token.token_type == TokenType.VAR:
            parts.append("·")
    page = SpokenText()
    page.feed("".join(parts))
    return [text.strip(" ·\n") for text in page.texts if set(WORD.findall(text)) - SAME_EVERYWHERE]


def template_names(paths: list[Path]) -> list[str]:
    return [path.relative_to(ROOT / "templates").as_posix() for path in paths]


def test_templates_have_no_text_outside_translation_tags():
    untranslated_texts = {
        name: untranslated_words((ROOT / "templates" / name).read_text())
        for name in set(template_names(TEMPLATES)) - BOTH_LANGUAGES - NOT_FOR_VISITORS
    }
    assert {
        name: english_texts for name, english_texts in untranslated_texts.items() if english_texts
    } == {}


def test_untranslated_finds_text_attributes_and_include_arguments():
    assert untranslated_words(
        '{% translate "Mesa" %} <b title="Una mesa">{{ table }}</b> de control Tapete'
        "{% blocktranslate count n=n %}{{ n }} mesa{% plural %}{{ n }} mesas{% endblocktranslate %}"
        '{% include "parts/empty.html" with heading="Sin mesas" suit="copas" %} n.º'
    ) == ["Una mesa", "de control Tapete", "Sin mesas"]


def test_no_tag_of_a_template_is_split_over_two_lines():
    """Django prints such a tag as text."""
    tokens = [
        (name, token.contents)
        for name in template_names(TEMPLATES)
        for token in Lexer((ROOT / "templates" / name).read_text()).tokenize()
        if token.token_type == TokenType.TEXT
    ]
    assert [(name, text) for name, text in tokens if re.search(r"\{[%{#]|[%#]\}", text)] == []


# --- Pages in English -----------------------------------------------------------------------------
@pytest.fixture(scope="module")
def compile_catalogue() -> None:
    """Compile the current catalogue and discard loaded translations."""
    subprocess.run([sys.executable, str(ROOT / "locale/compile.py")], check=True)
    trans_real._translations.clear()


@pytest.fixture
def english(compile_catalogue) -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def organiser(english, client, casino, pilar):
    """Pilar's browser, in English."""
    client.get("/?idioma=en")
    assert client.login(username="pilar", password=PASSWORD)
    return client


def test_a_visitor_gets_english_only_if_he_asks_for_it(english, client, casino):
    assert "Torneos de cartas" in client.get("/").text
    client.get("/?idioma=en")
    page = client.get("/")
    assert '<html lang="en">' in page.text
    assert "The card tournament, from the first entry to the last prize" in page.text


def test_dates_in_english_begin_with_the_day(english, casino):
    casino.starts_at = casino.starts_at.replace(2026, 8, 3, 14, 30)
    assert date_format(casino.starts_at) == "3 August 2026"
    assert date_format(casino.starts_at, "SHORT_DATE_FORMAT") == "03/08/2026"


def test_a_refusal_is_shown_in_english(organiser):
    page = organiser.post(
        "/t/casino-de-calamocha/inscripciones/nueva/",
        {"player_1": "Paco Gil", "player_2": "Paco Gil"},
    )
    assert page.status_code == 400
    assert "Paco Gil appears twice in the same entry." in page.text


def test_the_history_shows_in_english_lines_stored_in_spanish(organiser, casino, pairs, pilar):
    entry = pairs(casino, 2)[0]
    note(casino, pilar, "draw", "Ronda 3")
    note(casino, pilar, "swap_entries", "Ronda 3: 1 ↔ 2")
    note(casino, pilar, "withdraw", entry)
    page = organiser.get("/t/casino-de-calamocha/historial/")
    assert "Prepared a round: <strong>Round 3</strong>" in page.text
    assert "Swapped two places: <strong>Round 3: 1 ↔ 2</strong>" in page.text
    assert f"Withdrew an entry: <strong>{entry.full_title_for(EVERYTHING)}</strong>" in page.text


def test_the_history_is_stored_in_spanish_for_an_english_user(english, casino, pairs, pilar):
    class Round3:
        def __str__(self) -> str:
            return translation.gettext("Ronda %(number)s") % {"number": 3}

    assert str(Round3()) == "Round 3"
    assert note(casino, pilar, "draw", Round3()).subject == "Ronda 3"
