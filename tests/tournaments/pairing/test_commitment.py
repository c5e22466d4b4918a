"""Tests of the commitment before a draw: its list, and its repetition with `sha256sum`."""

import re
import subprocess
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rows import each, phrases
from tournaments.formats import FORMATS
from tournaments.formats.core import Wishes
from tournaments.pairing import commitment
from tournaments.pairing.commitment import ListedEntry, listed_numbers, seed_from, text

GUIDE = Path(__file__).parents[3] / "docs/draw/commitment.md"
SECRET = "34679-CDFGH-JKMNP-QRTVW-XY346-79CDF"
LIST = {
    "tournament": "casino",
    "stage": 1,
    "round": 1,
    "format": "knockout",
    "options": {"third_place": True},
    "entries": [
        ListedEntry(2, "Eva · Sol"),
        ListedEntry(1, "Paco · Luis"),
        ListedEntry(10, "Ñíguez"),
    ],
}
LIST_TEXT = """\
Tapete, lista para el sorteo, versión 1
torneo: casino
fase: 1
ronda: 1
sistema: knockout {"third_place":true}
1: Paco · Luis
2: Eva · Sol
10: Ñíguez
"""


def test_text_of_the_published_list():
    assert text(**LIST) == LIST_TEXT
    assert listed_numbers(LIST_TEXT) == (1, 2, 10)


def test_seeds_tables_tags_and_wishes_are_part_of_the_list():
    entries = [ListedEntry(3, "Ana", seed=1, table=7, tags=("town:luco", "family:gil"))]
    wishes = Wishes({"town": 3, "family": 9}, {"session": 2}, frozenset({(4, 9), (1, 3)}))
    assert text(**{**LIST, "entries": entries, "wishes": wishes}).splitlines()[5:] == phrases(
        "3: Ana; 3 cabeza de serie: 1; 3 mesa fija: 7; 3 es de: family:gil; 3 es de: town:luco",
        "separar: family 9; separar: town 3; juntar: session 2; no se enfrentan: 1 3",
        "no se enfrentan: 4 9",
    )


@each(
    "change",
    {"tournament": "otro"},
    {"stage": 2},
    {"round": 2},
    {"format": "swiss"},
    {"options": {"third_place": False}},
    {"entries": LIST["entries"][:2]},
    {"entries": [*LIST["entries"][:2], ListedEntry(10, "Niguez")]},
    {"entries": [*LIST["entries"][:2], ListedEntry(11, "Ñíguez")]},
    {"wishes": Wishes({}, {}, frozenset({(1, 2)}))},
)
def test_every_change_of_list_or_secret_changes_the_commitment(change):
    digest_before = commitment.commitment(text(**LIST), SECRET)
    assert commitment.commitment(text(**{**LIST, **change}), SECRET) != digest_before
    assert commitment.commitment(text(**LIST), SECRET[:-1] + "G") != digest_before


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@settings(max_examples=60)
@given(st.dictionaries(st.integers(1, 300), names, max_size=12), st.randoms())
def test_list_has_a_line_for_each_entry_whatever_its_name_and_order(people, random):
    entries = [ListedEntry(number, name) for number, name in people.items()]
    list_text = text(**{**LIST, "entries": entries})
    random.shuffle(entries)
    assert text(**{**LIST, "entries": entries}) == list_text
    assert list_text.count("\n") == 5 + len(people)
    assert listed_numbers(list_text) == tuple(sorted(people))


def test_commands_of_the_guide_repeat_the_commitment_in_a_shell(tmp_path):
    """The commands of docs/draw/commitment.md print the commitment and the seed shown there."""
    guide = GUIDE.read_text()
    block = re.search(r"^```\n(.*?)^```", guide, re.DOTALL | re.MULTILINE)[1]
    script = block.splitlines()
    commands = [line[2:] for line in script if line[:2] in ("$ ", "> ")]
    documented_output = [line for line in script if line and line[:2] not in ("$ ", "> ")]
    shell = subprocess.run(
        ["bash", "-c", "\n".join(commands)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert shell.stdout.splitlines() == documented_output
    list_closed = (tmp_path / "lista.txt").read_text()
    assert list_closed == LIST_TEXT + f"secreto: {SECRET}\n"
    assert commitment.commitment(LIST_TEXT, SECRET) in documented_output[0]
    assert documented_output[1] == seed_from(SECRET, "el gordo")


def test_only_rounds_drawn_ball_by_ball_have_balls():
    labels = {key: format.ball_label for key, format in FORMATS.items() if format.ball_label}
    assert labels == {"knockout": "knockout", "swiss": "swiss 1", "totals": "totals 1"}
    assert sorted(FORMATS["swiss"].balls([1, 2], 1, "x")) == [1, 2]
    assert FORMATS["swiss"].balls([1, 2], 2, "x") == FORMATS["lives"].balls([1, 2], 1, "x") == ()
