"""Entries whose results are annulled, or count again: the consequences for places and draws."""

from scoring.corrections.change import change_result, consequences_of_act
from scoring.corrections.redraw import redraw
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.standings.selectors.standings import stage_tables
from tests.scoring.corrections import play_round
from tests.scoring.corrections.test_stage_corrections import final_stage  # noqa: F401
from tests.scoring.played_rounds import SWISS, publish
from tests.worlds import world
from tournaments.models import Entry, Place
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import reinstate

VOID = Entry.Effect.VOID


@world
def swiss_and_bye(make_tournament, pairs, pilar):
    """A Swiss of nine pairs with round 2 published, and the pair with the bye of round 2."""
    tournament = make_tournament(**SWISS)
    pairs(tournament, 9)
    play_round(publish(tournament, pilar), pilar)
    second_round = publish(tournament, pilar)
    return tournament, second_round.matches.get(state="bye").everybody[0]


def places_of_entries(stage):
    return {
        line.entrant: line.place
        for lines in stage_tables(stage, EVERYTHING).values()
        for line in lines
    }


def test_annulled_results_change_places_and_can_redraw_the_round(swiss_and_bye, pilar):
    tournament, entry = swiss_and_bye
    arguments = {"entry": entry, "author": pilar, "reason": "trampas", "effect": VOID}
    preview = consequences_of_act(withdraw_entry, **arguments)
    places_before = places_of_entries(tournament.stage)
    assert preview.moved
    assert [(remedy.kind, remedy.round) for remedy in preview.remedies] == [("redraw", 2)]
    change = change_result(withdraw_entry, remedy=True, seen=preview.seen, **arguments)
    assert change.consequences == preview
    places_after = places_of_entries(tournament.stage)
    assert all(
        (places_before[line.entry], places_after[line.entry]) == (line.before, line.after)
        for line in preview.moved
    )
    round_2_entries = set(
        tournament.matches.filter(round__number=2).values_list("sides__entry", flat=True)
    )
    assert entry.pk not in round_2_entries


def test_a_reinstated_entry_needs_no_redraw_of_a_round_drawn_with_its_results(swiss_and_bye, pilar):
    _tournament, entry = swiss_and_bye
    withdraw_entry(entry=entry, author=pilar, reason="trampas", effect=VOID)
    entry.refresh_from_db()
    change = change_result(reinstate, entry=entry, author=pilar)
    assert change.consequences.moved
    assert change.consequences.remedies == ()  # the round was drawn while the results counted


def test_a_redraw_after_a_reinstatement_says_that_a_result_has_changed(swiss_and_bye, pilar):
    tournament, entry = swiss_and_bye
    arguments = {"entry": entry, "author": pilar, "reason": "trampas", "effect": VOID}
    change_result(withdraw_entry, remedy=True, seen=None, **arguments)
    entry.refresh_from_db()
    change = change_result(reinstate, remedy=True, seen=None, entry=entry, author=pilar)
    assert [remedy.kind for remedy in change.consequences.remedies] == ["redraw"]
    reasons = tournament.audit.values_list("reason", flat=True)
    assert "Ha cambiado el resultado de un encuentro" in reasons, list(reasons)


def test_a_withdrawal_that_keeps_the_results_reaches_no_draw(swiss_and_bye, pilar):
    _tournament, entry = swiss_and_bye
    preview = consequences_of_act(withdraw_entry, entry=entry, author=pilar, reason="se marcha")
    assert not preview.reaches_draws


def test_annulled_results_in_groups_change_the_qualifiers(final_stage, pilar):  # noqa: F811
    entry = Place.objects.filter(stage=final_stage).order_by("seed").first().entry
    arguments = {"entry": entry, "author": pilar, "reason": "trampas", "effect": VOID}
    preview = consequences_of_act(withdraw_entry, **arguments)
    [qualifier_change] = preview.qualified
    assert qualifier_change.stays_out == (entry.number,)
    assert preview.possible
    change_result(withdraw_entry, remedy=True, seen=preview.seen, **arguments)
    qualifiers = set(
        Place.objects.filter(stage=final_stage).values_list("entry__number", flat=True)
    )
    assert set(qualifier_change.goes_on) <= qualifiers
    assert entry.number not in qualifiers


def test_the_page_and_the_api_show_the_consequences_of_a_reinstatement(
    swiss_and_bye, pilar, client
):
    tournament, entry = swiss_and_bye
    withdraw_entry(entry=entry, author=pilar, reason="trampas", effect=VOID)
    redraw_round_2(tournament, pilar)
    client.force_login(pilar)
    page = f"/t/{tournament.slug}/inscripciones/{entry.number}/volver/"
    text = client.post(f"{page}?q=a").content.decode()
    assert "Qué cambia" in text
    assert "Vuelve a jugar" in text
    address = f"/api/v1/tournaments/{tournament.slug}/entries/{entry.number}/reinstate/"
    preview = client.post(address, {"preview": True}, content_type="application/json").json()
    assert (preview["state"], preview["remedied"]) == ("withdrawn", False)
    assert preview["consequences"]["remedies"][0]["kind"] == "redraw"
    answer = client.post(f"{page}?q=a", {"sabido": 1})
    assert answer["Location"] == f"/t/{tournament.slug}/inscripciones/?q=a"
    entry.refresh_from_db()
    assert entry.live


def redraw_round_2(tournament, pilar):
    """Draw round 2 again, without the withdrawn entry."""
    redraw(round=tournament.rounds.get(number=2), author=pilar, reason="uno se va")
