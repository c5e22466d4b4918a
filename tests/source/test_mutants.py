"""Tests of the names in `./dev mutants`: each test and each pattern of files exists."""

from pathlib import Path

from tests.mutants.__main__ import AREAS, ROOT, missing_source_tests


def test_each_test_that_mutants_names_exists(tmp_path: Path) -> None:
    assert missing_source_tests(ROOT) == []
    assert "tests/source/test_transactions.py" in missing_source_tests(tmp_path)


def test_each_pattern_of_an_area_matches_a_file() -> None:
    unmatched_patterns = [
        pattern
        for patterns in AREAS.values()
        for pattern in patterns
        if not any(ROOT.glob(pattern))
    ]
    assert unmatched_patterns == []
