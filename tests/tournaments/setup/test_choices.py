"""Options with a closed set of values: a list in words, on the page and in the API."""

import pytest

import rules
from rules.malilla.forms import FORMS
from tests.rows import each
from tournaments.games import GAMES
from tournaments.models import Tournament
from tournaments.setup.forms.setup import TournamentForm, initial_options, preset_with_changes

TYPED = {
    "name": "Maratón de San Roque",
    "date": "2026-08-16",
    "time": "16:00",
    "tables": "8",
    "game": "malilla",
    "malilla_preset": "a_medida",
    "format": "swiss",
    "swiss_rounds": "5",
}
CLOSED = [(key, option) for key in GAMES for option in GAMES[key].choices]


@pytest.fixture
def post(client_as, vecino):
    return lambda **typed: client_as(vecino).post("/torneos/nuevo/a-medida/", {**TYPED, **typed})


def test_some_options_are_closed():
    assert {("malilla", "form"), ("marcador", "count"), ("marcador", "sides")} <= set(CLOSED)


@each("key, option", *CLOSED)
def test_every_value_is_of_the_option_and_none_is_left_out(key, option):
    values = list(GAMES[key].choices[option])
    used = {getattr(preset, option) for preset in rules.game(key).presets.values()}
    kind = type(getattr(rules.game(key).Options(), option))
    assert used <= set(values)
    assert {type(value) for value in values} == {kind}


def test_a_game_whose_name_does_not_say_it_is_explained(client_as, vecino):
    page = client_as(vecino).get("/torneos/nuevo/a-medida/").content.decode()
    assert "dominó, chinchón y cualquier otro juego</span>" in page


def test_the_page_offers_the_values_in_words(client_as, vecino):
    field = client_as(vecino).get("/torneos/nuevo/a-medida/").context["form"].fields["malilla_form"]
    assert [value for value, _name in field.choices] == ["", *FORMS]


def test_a_value_chosen_is_kept_and_shown_again(post, client_as, vecino):
    assert post(malilla_form="companeros", malilla_bye_tantos="0").status_code == 302
    tournament = Tournament.objects.get()
    kept = tournament.stage.game_options
    assert (kept["form"], kept["bye_tantos"]) == ("companeros", 0)
    form = client_as(vecino).get(f"/t/{tournament.slug}/ajustes/").context["form"]
    assert (form["malilla_form"].value(), form["malilla_bye_tantos"].value()) == ("companeros", 0)


def test_another_value_is_refused_beside_it(post):
    answer = post(malilla_form="real")
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, ["malilla_form"])


def test_a_number_comes_back_as_a_number(vecino):
    typed = {**TYPED, "game": "marcador", "marcador_preset": "a_medida", "marcador_sides": "2"}
    form = TournamentForm({**typed, "marcador_people": "2", "marcador_manos": "6"})
    assert form.is_valid(), form.errors
    options = form.cleaned_data["game_options"]
    assert (options["sides"], options["people"], options["manos"]) == (2, 2, 6)


@each(
    "key, typed",
    ("malilla", {"bye_tantos": 0}),
    ("marcador", {"sides": 4, "people": 1, "manos": 3, "low": -20}),
    ("marcador", {"count": "juegos", "juegos": 5}),
)
def test_what_a_form_shows_of_a_length_gives_the_same_length(key, typed):
    kept = preset_with_changes(key, "", typed)
    preset, numbers = initial_options(key, kept)
    assert typed.items() <= numbers.items()
    assert preset_with_changes(key, preset, numbers) == kept
