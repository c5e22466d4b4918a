"""A draft seated as the hall played it on paper."""

import pytest

from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.refusals import is_refused
from tests.rows import each
from tests.scoring.rounds.promises import equal
from tests.tournaments.rounds.test_draws import who_meets
from tests.worlds import world
from tournaments.formats.core import DrawError
from tournaments.models import Round
from tournaments.refusal import Refused, refused_from
from tournaments.rounds.services.by_hand import seat_by_hand


@world
def swiss(make_tournament, pairs, pilar) -> Round:
    """Seven pairs in a Swiss: one of them rests."""
    hall = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(hall, 7)
    return open_next_round(stage=hall.stage, author=pilar)


def seat(round, matches, author, reason="se fue la luz"):
    return seat_by_hand(round=round, author=author, pairings=matches, reason=reason)


def test_the_matches_written_take_the_tables_in_order(swiss, pilar):
    seat(swiss, "7-1, 2 – 6\n3 5", pilar)
    meets = {
        match.number: tuple(entry.number for entry in match.everybody)
        for match in swiss.matches.prefetch_related("sides__entry")
    }
    assert meets == {1: (7, 1), 2: (2, 6), 3: (3, 5), None: (4,)}
    line = swiss.tournament.audit.get(act="seat_by_hand")
    assert (line.reason, line.author) == ("se fue la luz", pilar)
    swiss.refresh_from_db()
    assert swiss.report["byes"] == [4]


def test_what_was_written_is_published_as_swaps_and_the_draw_still_checks(swiss, pilar, client_as):
    seat(swiss, "7-1, 2-6, 3-5", pilar)
    seat(swiss, "1-7, 2-6, 3-4", pilar)
    published = publish_round(round=swiss, author=pilar)
    assert all(equal(published).values())
    page = client_as(None).get(f"/t/{swiss.tournament.slug}/ronda/1/comprobar/").text
    assert "se fue la luz" in page


def test_the_same_matches_change_nothing(swiss, pilar):
    drawn = {m.number: [e.number for e in m.everybody] for m in swiss.matches.all()}
    typed = ", ".join("-".join(map(str, drawn[number])) for number in (1, 2, 3))
    assert seat(swiss, typed, pilar) == 0
    assert not swiss.tournament.audit.filter(act="seat_by_hand").exists()


@each(
    "typed, code, said",
    ("", "match_unreadable", "«»"),
    ("uno contra dos", "match_unreadable", "«uno contra dos»"),
    ("1-2, 3--4", "match_unreadable", "«3--4»"),
    ("1-2, 3-99, 5-6", "not_in_draw", "«3-99»: nadie tiene el número 99."),
    ("1-2, 3-1, 5-6", "twice_by_hand", "«3-1»: el número 1 está dos veces"),
    ("1-1, 3-4, 5-6", "twice_by_hand", "«1-1»"),
    ("1-2, 3-4", "missing_by_hand", "Faltan estos números: 5, 6, 7."),
    ("1-2, 3-4, 5, 6", "missing_by_hand", "Faltan estos números: 5, 6, 7."),
    ("1-2-3, 4-5, 6-7", "tables_by_hand", "mesas de 3"),
    ("1-2, 3-4, 5-6, 7-٣", "match_unreadable", "«7-٣»"),
)
def test_a_refusal_names_the_match_and_says_why(typed, code, said, swiss, pilar):
    before = who_meets(swiss)
    with pytest.raises((DrawError, Refused)) as refused:
        seat(swiss, typed, pilar)
    found = refused_from(refused.value)
    assert (found.code, found.field) == (code, "pairings")
    assert said in str(found)
    assert who_meets(swiss) == before
    assert not swiss.swaps.exists()


def test_who_has_left_is_named(swiss, pilar):
    withdraw_entry(entry=swiss.tournament.entries.get(number=3), author=pilar, reason="se va")
    swiss.refresh_from_db()
    seat(swiss, "1-2, 4-5, 6-7", pilar)  # in the draft he rests, and publishing says he has left
    with is_refused("withdrawn_in_draw", status=409):
        publish_round(round=swiss, author=pilar)


def test_a_fixed_bracket_and_a_published_round_are_not_seated(make_tournament, pairs, pilar):
    cup = make_tournament(name="Copa")
    pairs(cup, 4)
    first = open_next_round(stage=cup.stage, author=pilar)
    seat(first, "4-2, 1-3", pilar)
    assert who_meets(first) == [(4, 2), (1, 3)]
    publish_round(round=first, author=pilar)
    with is_refused("already_published", status=409):
        seat(first, "1-2, 3-4", pilar)


def test_tables_of_four_partners_and_teams(make_tournament, pairs, pilar):
    totals = make_tournament(
        name="Tarot", game="tarot", game_options={}, format="totals", format_options={"rounds": 2}
    )
    pairs(totals, 9)
    draft = open_next_round(stage=totals.stage, author=pilar)
    sizes = [len(sides) for sides in who_meets(draft)]
    numbers = iter(range(9, 0, -1))
    typed = "; ".join("-".join(str(next(numbers)) for _seat in range(size)) for size in sizes)
    seat(draft, typed, pilar)
    assert [number for sides in who_meets(draft) for number in sides] == list(range(9, 0, -1))
    with pytest.raises(DrawError):
        seat(draft, "1-2", pilar)


def test_on_the_page_it_is_kept_as_typed_until_it_can_be(swiss, pilar, client_as):
    organiser = client_as(pilar)
    address = f"/t/{swiss.tournament.slug}/rondas/1/a-mano/"
    page = organiser.post(address, {"pairings": "1-2, 3-99", "reason": "se fue la luz"})
    assert page.status_code == 400
    assert "nadie tiene el número 99" in page.text and "1-2, 3-99" in page.text
    assert '<details id="a-mano" open>' in page.text
    page = organiser.post(
        address, {"pairings": "1-2, 3-4, 5-6", "reason": "se fue la luz"}, follow=True
    )
    assert "Emparejada como la ha escrito" in page.text
    assert sorted(who_meets(swiss)) == [(1, 2), (3, 4), (5, 6), (7,)]
