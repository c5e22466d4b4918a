"""Tests of marking all entries as paid or present, and of undoing exactly these marks."""

import pytest

from tests.api.conftest import Api
from tests.refusals import is_refused
from tests.worlds import world
from tournaments.people.services.marks import mark_all, unmark_all
from tournaments.people.services.registering import set_paid, withdraw

LIST = "/t/casino-de-calamocha/inscripciones/"


@world
def six_pairs(casino, pairs, pilar):
    """Six pairs: 1 and 2 are paid and present, 6 has withdrawn."""
    pairs(casino, 6)
    casino.entries.filter(number__gt=2).update(paid=False, present=False)
    withdraw(entry=casino.entries.get(number=6), author=pilar, reason="a casa")
    return casino


def marked_numbers(six_pairs, mark):
    return list(six_pairs.entries.filter(**{mark: True}).values_list("number", flat=True))


@pytest.mark.parametrize("mark", ["paid", "present"])
def test_all_active_entries_are_marked_and_unmarked_with_one_audit_line_each(
    six_pairs, chema, mark
):
    line_count = six_pairs.audit.count()
    line = mark_all(tournament=six_pairs, author=chema, mark=mark)
    assert marked_numbers(six_pairs, mark) == [1, 2, 3, 4, 5]
    assert (line.after["pairs"], six_pairs.audit.count()) == ([3, 4, 5], line_count + 1)
    assert mark_all(tournament=six_pairs, author=chema, mark=mark) is None
    assert unmark_all(tournament=six_pairs, author=chema, mark=mark, line=line.pk) == [3, 4, 5]
    assert marked_numbers(six_pairs, mark) == [1, 2]
    assert six_pairs.audit.count() == line_count + 2


@pytest.mark.parametrize("undo", ["twice", "another", "of the other mark"])
def test_only_the_last_marking_is_undone_and_only_once(six_pairs, chema, undo):
    line = mark_all(tournament=six_pairs, author=chema, mark="paid")
    if undo == "twice":
        unmark_all(tournament=six_pairs, author=chema, mark="paid", line=line.pk)
    elif undo == "another":
        set_paid(entry=six_pairs.entries.get(number=4), author=chema, paid=False)
        mark_all(tournament=six_pairs, author=chema, mark="paid")
    mark = "present" if undo == "of the other mark" else "paid"
    with is_refused("nothing_to_undo"):
        unmark_all(tournament=six_pairs, author=chema, mark=mark, line=line.pk)


def test_desk_marks_all_entries_on_the_list_and_undoes_it(six_pairs, client_as, chema, pilar):
    desk = client_as(chema)
    page = desk.get(LIST).text
    assert "Todos pagados" in page and "Todos presentes" in page and "Deshacer" not in page
    page = desk.post(f"{LIST}todos/present/", follow=True).text
    assert "Marcadas 3 inscripciones." in page and "Todos presentes</button>" not in page
    line = six_pairs.audit.get(act="mark_all")
    assert f'value="{line.pk}"' in page
    page = desk.post(f"{LIST}todos/present/deshacer/", {"line": line.pk}, follow=True).text
    assert "Deshecho: 3 inscripciones vuelven a como estaban." in page
    assert marked_numbers(six_pairs, "present") == [1, 2]
    page = desk.post(f"{LIST}todos/present/deshacer/", {"line": line.pk}, follow=True).text
    assert "Eso ya está deshecho" in page
    assert (
        "Marcó a todos a la vez" in client_as(pilar).get("/t/casino-de-calamocha/historial/").text
    )


def test_unknown_mark_is_refused(six_pairs, client_as, chema):
    assert (
        "Elija una de las opciones" in client_as(chema).post(f"{LIST}todos/seed/", follow=True).text
    )


def test_api_marks_all_entries_and_undoes_it(six_pairs, chema):
    program, path = Api(chema), "tournaments/casino-de-calamocha/entries/mark-all/"
    marking = program.post(path, {"mark": "paid"}).json()
    assert marking["numbers"] == [3, 4, 5]
    undo_body = program.post(f"{path}undo/", {"mark": "paid", "line": marking["line"]}).json()
    assert undo_body == {"line": None, "numbers": [3, 4, 5]}
    second_undo = program.post(f"{path}undo/", {"mark": "paid", "line": marking["line"]})
    assert (second_undo.status_code, second_undo.json()["error"]["code"]) == (
        409,
        "nothing_to_undo",
    )
