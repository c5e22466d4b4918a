"""Tests of the page where an organiser chooses the counting and the tie-breaks of a stage."""

import pytest
from django.utils import timezone

from scoring.stages.forms import CountingForm, counting_initial
from scoring.standings.counting import PRESETS, Counting
from scoring.standings.selectors.counting import (
    changed_after_draw,
    sensible_tiebreaks,
    stage_counting,
)
from scoring.standings.services import set_standings
from tests.refusals import is_refused
from tests.rows import each, words
from tests.scoring.played_rounds import plan_stage, publish
from tests.scoring.standings.counting import CHAIN, URL, fresh_stage
from tournaments.formats import FORMATS
from tournaments.models import Stage
from tournaments.setup.services.tournament import edit_tournament


# --- Page of tie-breaks -------------------------------------------------------------------------
def chain_on(page) -> list[str]:
    return [row["key"] for row in page.context["rows"]]


def test_the_chain_is_ordered_with_plain_posts_and_then_saved(swiss, pilar, client_as):
    browser, url = client_as(pilar), URL.format(swiss.slug)
    page = browser.get(url)
    start = chain_on(page)
    assert start == fresh_stage(swiss).chain and not page.context["unsaved"]
    form = {name: value for name, value in page.context["form"].initial.items() if value}

    def press(action, chain, **fields):
        return browser.post(url, {**form, "chain": chain, "do": action, **fields})

    page = press("up:diff:cotos", start)
    assert chain_on(page)[:2] == ["diff:cotos", "wins"] and page.context["unsaved"]
    assert "Aún no está guardado" in page.content.decode()
    page = press("add", chain_on(page), key="penalties")
    assert chain_on(page)[-2:] == ["penalties", "lot"]  # the lot is always last
    page = press("out:buchholz", chain_on(page))
    assert fresh_stage(swiss).chain == start
    answer = press("save", chain_on(page))
    assert answer.status_code == 302 and answer.url == url
    assert fresh_stage(swiss).chain == words(
        "diff:cotos wins counted_won counted_diff head_to_head penalties lot"
    )


def test_a_preset_fills_the_form_and_its_halves_are_stored(swiss, pilar, client_as):
    browser, url = client_as(pilar), URL.format(swiss.slug)
    page = browser.post(url, {"do": "preset", "preset": "botifarra_swiss"})
    assert chain_on(page) == list(PRESETS["botifarra_swiss"].chain)
    initial = page.context["form"].initial
    assert (initial["win"], initial["draw"], initial["loss"], initial["cap"]) == (
        "1",
        "½",
        "0",
        "121",
    )
    data = {name: value for name, value in initial.items() if value}
    browser.post(url, {**data, "chain": chain_on(page), "do": "save"})
    assert stage_counting(fresh_stage(swiss)) == PRESETS["botifarra_swiss"].counting


@each("preset", *PRESETS)
@each("unit", 1, 2)
def test_the_form_reads_back_the_counting_that_it_shows(preset, unit):
    counting = PRESETS[preset].counting
    initial = counting_initial(counting, unit)
    form = CountingForm({name: value for name, value in initial.items() if value}, tally_unit=unit)
    assert form.is_valid(), form.errors
    read_back = Counting(**form.counting())
    scale = counting.unit // read_back.unit
    assert [scale * points for points in (read_back.win, read_back.draw, read_back.loss)] == [
        counting.win,
        counting.draw,
        counting.loss,
    ]
    assert (read_back.table, read_back.best, read_back.cap) == (
        counting.table,
        counting.best,
        counting.cap,
    )


@pytest.mark.slow
@each(
    "change, field",
    ({"win": "mucho"}, "win"),
    ({"table": "1-2-3"}, "table"),
    ({"cap": "1,5"}, "cap"),
    ({"table": "6-5-4-3-2-1"}, "table"),
    ({"win": "0"}, "draw"),
    ({"best": "-1"}, "best"),
    ({"bye": "siesta"}, "bye"),
    ({"win": "9999"}, "win"),
    ({"chain": []}, None),
    ({"chain": ["wins", "wins"]}, None),
)
def test_a_refused_form_shows_the_error_and_keeps_the_chain(swiss, pilar, client_as, change, field):
    data = {"do": "save", "chain": ["wins"], "win": "2", "draw": "1", "loss": "0", **change}
    page = client_as(pilar).post(URL.format(swiss.slug), data)
    assert page.status_code == 400
    assert list(page.context["form"].errors) == [field or "__all__"]
    assert chain_on(page) == data["chain"] and fresh_stage(swiss).counting == {}


def test_strange_posts_never_crash_the_page(swiss, pilar, client_as):
    browser, url = client_as(pilar), URL.format(swiss.slug)
    for data in (
        {"do": "preset", "preset": "elo"},
        {"do": "add", "key": "elo"},
        {"do": "up:elo"},
        {"do": "fly:wins", "chain": ["wins", "\x00", "wins"]},
        {"do": ""},
        {},
    ):
        assert browser.post(url, data).status_code in (200, 400)
    assert browser.get(url.replace("/1/", "/9/")).status_code == 404


def test_the_public_standings_announce_a_change_after_the_draw(swiss, pilar, client_as):
    url = f"/t/{swiss.slug}/clasificacion/"
    notice = "cambió cómo se cuenta o se ordena después del primer sorteo"
    set_standings(stage=fresh_stage(swiss), author=pilar, chain=CHAIN, counting={"cap": 6})
    assert changed_after_draw(fresh_stage(swiss)) is None
    publish(swiss, pilar)
    page = client_as(None).get(url).content.decode()
    assert notice not in page and "Máximo que cuenta un bando en un encuentro: 6." in page
    assert "desempates" not in page
    set_standings(stage=fresh_stage(swiss), author=pilar, chain=["wins", "lot"], counting={})
    assert notice in client_as(None).get(url).content.decode()
    assert URL.format(swiss.slug) in client_as(pilar).get(url).content.decode()
    assert (
        URL.format(swiss.slug) in client_as(pilar).get(f"/t/{swiss.slug}/fases/").content.decode()
    )


def test_each_format_offers_only_sensible_tie_breaks(casino, swiss):
    assert "exit_round" in sensible_tiebreaks(
        fresh_stage(casino)
    ) and "buchholz" not in sensible_tiebreaks(fresh_stage(casino))
    assert "buchholz" in sensible_tiebreaks(
        fresh_stage(swiss)
    ) and "drawn" not in sensible_tiebreaks(fresh_stage(swiss))


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_shows_its_own_chain_and_saves_it_unchanged(
    make_tournament, pilar, client_as, format
):
    options = {"rounds": 3} if format in ("swiss", "totals") else {}
    hall = make_tournament(
        format=format, format_options=options, squad=6 if format == "teams" else 0
    )
    stage = fresh_stage(hall)
    page = client_as(pilar).get(URL.format(hall.slug))
    assert page.status_code == 200 and chain_on(page) == stage.chain
    saved_stage = set_standings(
        stage=stage, author=pilar, chain=stage.chain, counting=stage.counting
    )
    assert (saved_stage.chain, saved_stage.counting) == (
        fresh_stage(hall).chain,
        fresh_stage(hall).counting,
    )


def test_the_settings_change_the_selected_stage_and_never_the_game(swiss, pilar):
    stage = plan_stage(swiss, pilar, [{"stage": 1, "per": "all", "last": 2}])
    second_stage_view = stage.tournament.look_at(2)
    edit_tournament(tournament=second_stage_view, author=pilar, seed="otra")
    assert (fresh_stage(swiss, 2).seed, fresh_stage(swiss).seed) == ("otra", "tapete")
    with is_refused("stages_exist", status=409):
        edit_tournament(
            tournament=second_stage_view, author=pilar, game="truco", game_options={"players": 4}
        )


def test_each_stage_has_its_own_cached_standings(swiss, pilar, client_as):
    plan_stage(swiss, pilar, [{"stage": 1, "per": "all", "last": 2}])
    Stage.objects.filter(tournament=swiss, number=2).update(opened_at=timezone.now())
    url, browser = f"/t/{swiss.slug}/clasificacion/", client_as(None)
    first, second = (browser.get(url, {"fase": number}).content.decode() for number in (1, 2))
    assert 'id="n-1"' in first and 'id="n-1"' not in second


def test_the_less_usual_options_are_unfolded_only_if_one_is_set(swiss, pilar, client_as):
    organiser, url = client_as(pilar), f"/t/{swiss.slug}/fases/1/desempates/"
    assert not organiser.get(url).context["form"].has_more_values
    set_standings(stage=fresh_stage(swiss), author=pilar, chain=CHAIN, counting={"cap": 3})
    assert organiser.get(url).context["form"].has_more_values
