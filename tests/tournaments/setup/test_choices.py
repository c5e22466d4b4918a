"""Tests of options with a closed set of values: in words on the page, and in the API."""

import pytest

import rules
from rules.malilla.forms import FORMS
from tests.rows import each
from tournaments.games import GAMES
from tournaments.models import Tournament
from tournaments.setup.forms.setup import TournamentForm, initial_options, preset_with_changes

FIELDS = {
    "name": "Maratón de San Roque",
    "date": "2026-08-16",
    "time": "16:00",
    "tables": "8",
    "game": "malilla",
    "malilla_preset": "a_medida",
    "format": "swiss",
    "swiss_rounds": "5",
}
CLOSED_OPTIONS = [(key, option) for key in GAMES for option in GAMES[key].choices]


@pytest.fixture
def post(client_as, vecino):
    return lambda **changes: client_as(vecino).post(
        "/torneos/nuevo/a-medida/", {**FIELDS, **changes}
    )


def test_form_count_and_sides_are_closed_options():
    assert {("malilla", "form"), ("marcador", "count"), ("marcador", "sides")} <= set(
        CLOSED_OPTIONS
    )


@each("key, option", *CLOSED_OPTIONS)
def test_values_of_a_closed_option_have_its_type_and_cover_the_presets(key, option):
    values = list(GAMES[key].choices[option])
    preset_values = {getattr(preset, option) for preset in rules.game(key).presets.values()}
    option_type = type(getattr(rules.game(key).Options(), option))
    assert preset_values <= set(values)
    assert {type(value) for value in values} == {option_type}


def test_page_explains_the_game_marcador(client_as, vecino):
    page = client_as(vecino).get("/torneos/nuevo/a-medida/").content.decode()
    assert "dominó, chinchón y cualquier otro juego</span>" in page


def test_page_offers_every_value_of_a_closed_option(client_as, vecino):
    field = client_as(vecino).get("/torneos/nuevo/a-medida/").context["form"].fields["malilla_form"]
    assert [value for value, _name in field.choices] == ["", *FORMS]


def test_chosen_value_is_stored_and_shown_in_the_settings(post, client_as, vecino):
    assert post(malilla_form="companeros", malilla_bye_tantos="0").status_code == 302
    tournament = Tournament.objects.get()
    options = tournament.stage.game_options
    assert (options["form"], options["bye_tantos"]) == ("companeros", 0)
    form = client_as(vecino).get(f"/t/{tournament.slug}/ajustes/").context["form"]
    assert (form["malilla_form"].value(), form["malilla_bye_tantos"].value()) == ("companeros", 0)


def test_unknown_value_of_a_closed_option_is_refused_at_its_field(post):
    answer = post(malilla_form="real")
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, ["malilla_form"])


def test_number_of_a_closed_option_is_read_as_a_number(vecino):
    fields = {**FIELDS, "game": "marcador", "marcador_preset": "a_medida", "marcador_sides": "2"}
    form = TournamentForm({**fields, "marcador_people": "2", "marcador_manos": "6"})
    assert form.is_valid(), form.errors
    options = form.cleaned_data["game_options"]
    assert (options["sides"], options["people"], options["manos"]) == (2, 2, 6)


@each(
    "key, changes",
    ("malilla", {"bye_tantos": 0}),
    ("marcador", {"sides": 4, "people": 1, "manos": 3, "low": -20}),
    ("marcador", {"count": "juegos", "juegos": 5}),
)
def test_form_reads_back_the_options_that_it_shows(key, changes):
    options = preset_with_changes(key, "", changes)
    preset, numbers = initial_options(key, options)
    assert changes.items() <= numbers.items()
    assert preset_with_changes(key, preset, numbers) == options
