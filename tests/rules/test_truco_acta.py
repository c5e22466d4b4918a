"""Whole matches of truco as files."""

from pathlib import Path

import pytest

from rules import acta

ACTAS = Path(__file__).parent.parent / "actas"

# The file: chicos of each side, tantos of each chico, who won.
MATCHES = {
    "truco_parejas.acta": ((2, 1), ((11, 30), (30, 18), (30, 10)), 0),
    "truco_pica_pica.acta": ((0, 2), ((25, 31), (16, 30)), 1),
    "truco_gallo.acta": ((2, 1, 1), ((12, 30, 21), (33, 29, 30), (22, 17, 30), (30, 30, 0)), 0),
}


@pytest.mark.parametrize("name", MATCHES)
def test_whole_matches(name):
    record = acta.read((ACTAS / name).read_text(encoding="utf-8"))
    steps = acta.steps(record)
    score = steps[-1].score
    assert (score.tallies[0], score.state.chicos, score.winner) == MATCHES[name]
    assert [str(step.hand) for step in steps] == list(record.lines)
    assert acta.read(acta.write(record)) == record


def test_every_file_is_in_the_table_above():
    assert {path.name for path in ACTAS.glob("truco*.acta")} == set(MATCHES)
