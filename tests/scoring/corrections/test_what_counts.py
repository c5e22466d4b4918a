"""An entry whose results stop counting, or count again: what was drawn with them is told."""

from scoring.corrections.change import change_result, consequences_of_act
from scoring.corrections.redraw import redraw
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.standings.selectors.standings import stage_tables
from tests.scoring.corrections import play_round
from tests.scoring.corrections.test_stage_corrections import groups  # noqa: F401
from tests.scoring.days import SWISS, publish
from tests.worlds import world
from tournaments.models import Entry, Place
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import reinstate

VOID = Entry.Effect.VOID


@world
def nine(make_tournament, pairs, pilar):
    """Nine pairs in a Swiss, with its second round drawn, and the pair that rests in it."""
    made = make_tournament(**SWISS)
    pairs(made, 9)
    play_round(publish(made, pilar), pilar)
    second = publish(made, pilar)
    return made, second.matches.get(state="bye").everybody[0]


def places(stage):
    return {
        line.entrant: line.place
        for lines in stage_tables(stage, EVERYTHING).values()
        for line in lines
    }


def test_results_annulled_tell_the_places_and_the_round_drawn_with_them(nine, pilar):
    made, entry = nine
    asked = {"entry": entry, "author": pilar, "reason": "trampas", "effect": VOID}
    told = consequences_of_act(withdraw_entry, **asked)
    before = places(made.stage)
    assert told.moved
    assert [(one.kind, one.round) for one in told.remedies] == [("redraw", 2)]
    done = change_result(withdraw_entry, remedy=True, seen=told.seen, **asked)
    assert done.consequences == told
    after = places(made.stage)
    assert all(
        (before[one.entry], after[one.entry]) == (one.before, one.after) for one in told.moved
    )
    drawn = set(made.matches.filter(round__number=2).values_list("sides__entry", flat=True))
    assert entry.pk not in drawn


def test_results_that_count_again_tell_the_same(nine, pilar):
    _made, entry = nine
    withdraw_entry(entry=entry, author=pilar, reason="trampas", effect=VOID)
    entry.refresh_from_db()
    change = change_result(reinstate, entry=entry, author=pilar)
    assert change.consequences.moved
    assert change.consequences.remedies == ()  # the round is drawn from what counts again


def test_who_leaves_and_counts_as_before_moves_nobody(nine, pilar):
    _made, entry = nine
    told = consequences_of_act(withdraw_entry, entry=entry, author=pilar, reason="se marcha")
    assert not told.reaches_draws


def test_results_annulled_in_groups_tell_who_goes_on(groups, pilar):  # noqa: F811
    entry = Place.objects.filter(stage=groups).order_by("seed").first().entry
    asked = {"entry": entry, "author": pilar, "reason": "trampas", "effect": VOID}
    told = consequences_of_act(withdraw_entry, **asked)
    [one] = told.qualified
    assert one.stays_out == (entry.number,)
    assert told.possible
    change_result(withdraw_entry, remedy=True, seen=told.seen, **asked)
    going = set(Place.objects.filter(stage=groups).values_list("entry__number", flat=True))
    assert set(one.goes_on) <= going
    assert entry.number not in going


def test_the_page_and_the_api_tell_who_counts_again(nine, pilar, client):
    made, entry = nine
    withdraw_entry(entry=entry, author=pilar, reason="trampas", effect=VOID)
    publish_again(made, pilar)
    client.force_login(pilar)
    page = f"/t/{made.slug}/inscripciones/{entry.number}/volver/"
    text = client.post(f"{page}?q=a").content.decode()
    assert "Qué cambia" in text
    assert "Vuelve a jugar" in text
    address = f"/api/v1/tournaments/{made.slug}/entries/{entry.number}/reinstate/"
    told = client.post(address, {"preview": True}, content_type="application/json").json()
    assert (told["state"], told["remedied"]) == ("withdrawn", False)
    assert told["consequences"]["remedies"][0]["kind"] == "redraw"
    answer = client.post(f"{page}?q=a", {"sabido": 1})
    assert answer["Location"] == f"/t/{made.slug}/inscripciones/?q=a"
    entry.refresh_from_db()
    assert entry.live


def publish_again(made, pilar):
    """Draw the second round again, with what counts now."""
    redraw(round=made.rounds.get(number=2), author=pilar, reason="uno se va")
