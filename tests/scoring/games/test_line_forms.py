"""The lines of each game as fields: what is written, offered, refused and where, and half typed."""

import pytest

from tests.rows import case
from tests.scoring.games import ROWS
from tests.scoring.games.forms.filled import form_of, judged, line_of, offered


def each(table):
    """The tables of this name, with their game and their options."""
    return pytest.mark.parametrize(
        ("key", "options", "rows"),
        [
            case(f"{key}-{number}", key, options, rows)
            for key, game in ROWS.items()
            for number, (options, rows) in enumerate(getattr(game, table).items())
        ],
    )


@each("SAVED")
def test_every_kind_of_line_is_written(key, options, rows):
    kept = [line_of(key, options, typed, written) for typed, _line, *written in rows]
    assert kept == [line for _typed, line, *_written in rows]


@each("REFUSED")
def test_what_cannot_be_is_said_beside_its_field_and_what_was_typed_stays(key, options, rows):
    for typed, field, said in rows:
        form = judged(key, options, typed)
        assert said in " ".join(form.errors.get(field, [])), (typed, form.errors)
        first, *others = form.errors
        assert first == field, (typed, form.errors)
        assert not others or not typed.get(field), (typed, form.errors)  # others may lack too
        for name in typed.keys() & form.fields.keys() - {"acts", "number"}:
            both = f"{typed[name]}|{typed.get(f'{name}_pierde', '')}"  # of a field with two boxes
            assert form[name].value() in (typed[name], typed[name] == "on", both), typed


@each("OFFERED")
def test_only_what_can_come_is_offered_and_nothing_typed_is_no_line(key, options, rows):
    for written, kinds in rows:
        can_come = f"{kinds} forfeit stop notation".split() if kinds else []
        assert offered(key, options, written) == can_come, written
        for kind in can_come:
            assert not form_of(key, options, kind, {}, written).is_valid(), (written, kind)


@each("QUIET")
def test_the_preview_waits_for_what_is_needed(key, options, rows):
    for typed in rows:
        assert not form_of(key, options, typed["como"], typed).complete, typed
