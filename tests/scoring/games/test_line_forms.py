"""Forms of the lines of each game: saved lines, kinds offered, refusals, incomplete forms."""

import pytest

from tests.rows import case
from tests.scoring.games import ROWS
from tests.scoring.games.forms.filled_forms import form_of, line_of, offered_kinds, played_form


def each_options_of(table):
    """Parametrize a test with each game, and with the options and the rows of its table `table`."""
    return pytest.mark.parametrize(
        ("key", "options", "rows"),
        [
            case(f"{key}-{number}", key, options, rows)
            for key, game in ROWS.items()
            for number, (options, rows) in enumerate(getattr(game, table).items())
        ],
    )


@each_options_of("SAVED_LINES")
def test_each_form_writes_its_line(key, options, rows):
    saved_lines = [
        line_of(key, options, fields, earlier_lines) for fields, _line, *earlier_lines in rows
    ]
    assert saved_lines == [line for _fields, line, *_earlier_lines in rows]


@each_options_of("REFUSED_FORMS")
def test_a_refused_form_has_its_error_beside_the_field_and_keeps_the_typed_values(
    key, options, rows
):
    for fields, wrong_field, message in rows:
        form = played_form(key, options, fields)
        assert message in " ".join(form.errors.get(wrong_field, [])), (fields, form.errors)
        first_field, *other_fields = form.errors
        assert first_field == wrong_field, (fields, form.errors)
        # Only a blank field may be refused together with other fields.
        assert not other_fields or not fields.get(wrong_field), (fields, form.errors)
        for name in fields.keys() & form.fields.keys() - {"acts", "number"}:
            # A signed number has two boxes.
            two_boxes = f"{fields[name]}|{fields.get(f'{name}_pierde', '')}"
            assert form[name].value() in (fields[name], fields[name] == "on", two_boxes), fields


@each_options_of("OFFERED_KINDS")
def test_only_possible_kinds_are_offered_and_a_blank_form_is_invalid(key, options, rows):
    for earlier_lines, kinds in rows:
        possible_kinds = f"{kinds} forfeit stop notation".split() if kinds else []
        assert offered_kinds(key, options, earlier_lines) == possible_kinds, earlier_lines
        for kind in possible_kinds:
            assert not form_of(key, options, kind, {}, earlier_lines).is_valid(), (
                earlier_lines,
                kind,
            )


@each_options_of("INCOMPLETE")
def test_a_form_typed_by_half_is_not_complete(key, options, rows):
    for fields in rows:
        assert not form_of(key, options, fields["como"], fields).complete, fields
