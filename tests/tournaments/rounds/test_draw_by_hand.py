"""Tests of seating a draft by hand, as the hall played it on paper."""

import pytest

from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.refusals import is_refused
from tests.rows import each
from tests.scoring.rounds.committed_draws import equal_steps
from tests.tournaments.rounds.test_draws import sides_of_matches
from tests.worlds import world
from tournaments.formats.core import DrawError
from tournaments.models import Round
from tournaments.refusal import Refused, refusal_from
from tournaments.rounds.services.by_hand import seat_by_hand


@world
def swiss_draft(make_tournament, pairs, pilar) -> Round:
    """A draft of a Swiss of seven pairs: one of them rests."""
    hall = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(hall, 7)
    return open_next_round(stage=hall.stage, author=pilar)


def seat(round, matches, author, reason="se fue la luz"):
    return seat_by_hand(round=round, author=author, pairings=matches, reason=reason)


def test_matches_typed_by_hand_are_numbered_in_order(swiss_draft, pilar):
    seat(swiss_draft, "7-1, 2 – 6\n3 5", pilar)
    sides_by_number = {
        match.number: tuple(entry.number for entry in match.everybody)
        for match in swiss_draft.matches.prefetch_related("sides__entry")
    }
    assert sides_by_number == {1: (7, 1), 2: (2, 6), 3: (3, 5), None: (4,)}
    line = swiss_draft.tournament.audit.get(act="seat_by_hand")
    assert (line.reason, line.author) == ("se fue la luz", pilar)
    swiss_draft.refresh_from_db()
    assert swiss_draft.report["byes"] == [4]


def test_round_seated_by_hand_is_published_with_swaps_and_its_draw_verifies(
    swiss_draft, pilar, client_as
):
    seat(swiss_draft, "7-1, 2-6, 3-5", pilar)
    seat(swiss_draft, "1-7, 2-6, 3-4", pilar)
    published_round = publish_round(round=swiss_draft, author=pilar)
    assert all(equal_steps(published_round).values())
    page = client_as(None).get(f"/t/{swiss_draft.tournament.slug}/ronda/1/comprobar/").text
    assert "se fue la luz" in page


def test_typing_the_drawn_matches_changes_nothing(swiss_draft, pilar):
    numbers_by_match = {
        match.number: [entry.number for entry in match.everybody]
        for match in swiss_draft.matches.all()
    }
    text = ", ".join("-".join(map(str, numbers_by_match[number])) for number in (1, 2, 3))
    assert seat(swiss_draft, text, pilar) == 0
    assert not swiss_draft.tournament.audit.filter(act="seat_by_hand").exists()


@each(
    "text, code, words",
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
def test_refusal_names_the_wrong_match_and_its_fault(text, code, words, swiss_draft, pilar):
    sides_before = sides_of_matches(swiss_draft)
    with pytest.raises((DrawError, Refused)) as error:
        seat(swiss_draft, text, pilar)
    refusal = refusal_from(error.value)
    assert (refusal.code, refusal.field) == (code, "pairings")
    assert words in str(refusal)
    assert sides_of_matches(swiss_draft) == sides_before
    assert not swiss_draft.swaps.exists()


def test_withdrawn_entry_rests_in_the_draft_and_blocks_its_publication(swiss_draft, pilar):
    withdraw_entry(entry=swiss_draft.tournament.entries.get(number=3), author=pilar, reason="se va")
    swiss_draft.refresh_from_db()
    seat(swiss_draft, "1-2, 4-5, 6-7", pilar)  # entry 3 gets the bye of the draft
    with is_refused("withdrawn_in_draw", status=409):
        publish_round(round=swiss_draft, author=pilar)


def test_first_round_of_a_bracket_is_seated_by_hand_until_it_is_published(
    make_tournament, pairs, pilar
):
    cup = make_tournament(name="Copa")
    pairs(cup, 4)
    draft = open_next_round(stage=cup.stage, author=pilar)
    seat(draft, "4-2, 1-3", pilar)
    assert sides_of_matches(draft) == [(4, 2), (1, 3)]
    publish_round(round=draft, author=pilar)
    with is_refused("already_published", status=409):
        seat(draft, "1-2, 3-4", pilar)


def test_tables_of_a_tarot_round_are_seated_by_hand(make_tournament, pairs, pilar):
    totals = make_tournament(
        name="Tarot", game="tarot", game_options={}, format="totals", format_options={"rounds": 2}
    )
    pairs(totals, 9)
    draft = open_next_round(stage=totals.stage, author=pilar)
    sizes = [len(sides) for sides in sides_of_matches(draft)]
    numbers = iter(range(9, 0, -1))
    text = "; ".join("-".join(str(next(numbers)) for _seat in range(size)) for size in sizes)
    seat(draft, text, pilar)
    assert [number for sides in sides_of_matches(draft) for number in sides] == list(
        range(9, 0, -1)
    )
    with pytest.raises(DrawError):
        seat(draft, "1-2", pilar)


def test_page_keeps_the_typed_matches_until_they_are_accepted(swiss_draft, pilar, client_as):
    organiser = client_as(pilar)
    address = f"/t/{swiss_draft.tournament.slug}/rondas/1/a-mano/"
    page = organiser.post(address, {"pairings": "1-2, 3-99", "reason": "se fue la luz"})
    assert page.status_code == 400
    assert "nadie tiene el número 99" in page.text and "1-2, 3-99" in page.text
    assert '<details id="a-mano" open>' in page.text
    page = organiser.post(
        address, {"pairings": "1-2, 3-4, 5-6", "reason": "se fue la luz"}, follow=True
    )
    assert "Emparejada como la ha escrito" in page.text
    assert sorted(sides_of_matches(swiss_draft)) == [(1, 2), (3, 4), (5, 6), (7,)]
