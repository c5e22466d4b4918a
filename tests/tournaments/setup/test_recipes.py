"""Tests of creating a tournament from a recipe: the offers, their description, and the stages."""

from dataclasses import asdict
from datetime import date
from itertools import product
from math import ceil, log2

import pytest

import rules
from tests.rows import each
from tests.sizes import size
from tournaments.formats import FORMATS
from tournaments.formats.core import DrawError
from tournaments.models import Stage, Tournament
from tournaments.setup.forms.setup import playable_games
from tournaments.setup.recipes import MAX_ENTRIES, MIN_ENTRIES, RecipeStage, recipes
from tournaments.setup.services.checks import playable_presets
from tournaments.setup.services.recipes import recipe_offers

FIELDS = {
    "game": "guinote",
    "length": "dos_cotos_de_3",
    "entries": "33",
    "tables": "16",
    "hours": "10",
    "recipe": "swiss_bracket",
    "name": "Maratón de San Roque",
    "date": "2026-08-16",
    "time": "16:00",
}
PAGE = "/torneos/nuevo/"


@pytest.fixture
def browser(client_as, vecino):
    return client_as(vecino)


@each(
    "entries, sides, keys",
    (3, 2, ["knockout", "lives", "league"]),
    (8, 2, ["knockout", "groups_bracket", "lives", "league", "session"]),
    (33, 2, ["knockout", "swiss_bracket", "groups_bracket", "lives", "session"]),
    (500, 2, ["knockout", "swiss_bracket", "groups_bracket", "session"]),
    (18, 4, ["totals"]),
)
def test_recipes_for_a_number_of_entries(entries, sides, keys):
    assert [recipe.key for recipe in recipes(entries, sides)] == keys


@each("entries, rounds, bracket", (12, 4, 4), (16, 4, 8), (33, 6, 8), (100, 7, 16))
def test_swiss_and_bracket_recipe_has_enough_rounds_and_a_bracket(entries, rounds, bracket):
    (recipe,) = (candidate for candidate in recipes(entries, 2) if candidate.key == "swiss_bracket")
    assert rounds == ceil(log2(entries))
    swiss, knockout = recipe.parts
    assert (swiss.options["rounds"], knockout.entrants(entries)) == (rounds, bracket)


def test_recipe_sends_two_entries_of_each_group_to_the_bracket():
    assert RecipeStage("knockout", {}, 2, "group").entrants(33) == 16


@pytest.mark.slow
@pytest.mark.parametrize("game", playable_games())
def test_every_game_has_a_recipe_that_can_be_played_to_its_end(game):
    """A short run tries every third length with the fewest entries, and one length with 33."""
    presets = playable_presets(game)
    presets_for_few, presets_for_many = presets[:: size(3, 1)], presets[: size(1, None)]
    for preset, entries in [
        *product(presets_for_few, [MIN_ENTRIES]),
        *product(presets_for_many, [33]),
    ]:
        length = rules.game(game).presets[preset]
        if length.sides > entries:
            continue
        offers = recipe_offers(game=game, length=asdict(length), entries=entries, tables=16)
        assert offers and all(offer.minutes > 0 for offer in offers), preset


@pytest.mark.slow
def test_page_names_the_recipe_that_replaces_an_unfit_recipe(browser):
    page = browser.get(PAGE, {**FIELDS, "entries": "9"})
    message = "Con 9 parejas no se juega «Suizo y cuadro»: se ha elegido «Eliminatoria»."
    assert page.context["form"].sentence().startswith(message) and message in page.text
    assert "no se juega" not in browser.get(PAGE, FIELDS).text
    assert browser.post(PAGE, {**FIELDS, "entries": "9"}).status_code == 400
    assert not Tournament.objects.exists()


def test_recipe_creates_two_stages_with_a_quota(browser):
    answer = browser.post(PAGE, FIELDS)
    tournament = Tournament.objects.get()
    assert (answer.status_code, answer.url) == (302, "/t/maraton-de-san-roque/panel/")
    assert (tournament.tables, tournament.starts_at.date()) == (16, date(2026, 8, 16))
    first_stage, second_stage = Stage.objects.order_by("number")
    assert (first_stage.format, first_stage.format_options["rounds"]) == ("swiss", 6)
    assert (second_stage.format, second_stage.name, second_stage.intake[0]["last"]) == (
        "knockout",
        "Cuadro final",
        8,
    )


def test_page_describes_the_tournament_before_its_creation(browser):
    page = browser.get(PAGE, FIELDS)
    assert (
        page.context["form"]
        .sentence()
        .startswith(
            "Guiñote: Dos cotos de 3 partidas. 33 parejas, mesas: 16. "
            "Suizo de 6 rondas y cuadro de 8, con los sitios por la clasificación: "
            "1–8, 4–5, 2–7, 3–6. Acaba hacia las "
        )
    )
    assert "La clasificación va por victorias; si hay empate, " in page.context["form"].sentence()
    assert not Tournament.objects.exists()


def test_each_game_has_its_own_lengths_and_recipes(browser):
    form = browser.get(PAGE, {**FIELDS, "game": "tarot"}).context["form"]
    assert [key for key, _name in form.fields["length"].choices] == playable_presets("tarot")
    assert form.chosen_recipe == "totals" and "33 jugadores" in form.sentence()


def test_recipe_that_fits_the_hours_is_chosen_first(browser):
    short_day = {key: value for key, value in FIELDS.items() if key != "recipe"} | {"hours": "5"}
    form = browser.get(PAGE, short_day).context["form"]
    cards = {card.radio.data["value"]: card.in_time for card in form.recipe_cards()}
    assert not cards["swiss_bracket"]
    assert cards[form.chosen_recipe] or not any(cards.values())


@pytest.mark.slow
@each(
    "changes",
    {"name": "", "date": "", "time": "25:00"},
    {"date": "1492-10-12", "entries": "0"},
    {"entries": str(MAX_ENTRIES + 1)},
    {"tables": "muchas"},
    {"game": "bridge"},
    {"length": "un_chico"},
    {"recipe": "totals"},
)
def test_wrong_field_of_a_recipe_is_named_and_nothing_is_created(browser, changes):
    answer = browser.post(PAGE, {**FIELDS, **changes})
    assert answer.status_code == 400
    assert answer.context["form"].errors.keys() == changes.keys()
    assert not Tournament.objects.exists()
    assert browser.get(PAGE, {**FIELDS, **changes}).status_code == 200


@pytest.mark.slow
def test_a_recipe_that_cannot_be_drawn_is_not_offered(monkeypatch):
    def refuse(*_arguments):
        raise DrawError("too_few_entrants")

    for format in FORMATS.values():
        monkeypatch.setattr(type(format), "next_round", refuse)
    length = {"players": 4, "cotos": 7, "partidas": 3, "best_of": 0, "play_all": False}
    assert recipe_offers(game="guinote", length=length, entries=40, tables=20) == []


@each(
    "recipe, words",
    ("swiss_bracket", "cuadro de 8, con los sitios por la clasificación: 1–8, 4–5, 2–7, 3–6."),
    ("groups_bracket", "cuadro con los 2 primeros de cada uno, por bombos según la clasificación."),
)
def test_page_describes_the_seating_of_the_bracket(browser, recipe, words):
    form = browser.get(PAGE, {**FIELDS, "recipe": recipe}).context["form"]
    assert words in form.sentence()


@each("recipe, seeding", ("swiss_bracket", "classic"), ("groups_bracket", "pots"))
def test_bracket_of_a_recipe_is_seated_by_the_standings(browser, recipe, seeding):
    Tournament.objects.all().delete()
    browser.post(PAGE, {**FIELDS, "recipe": recipe})
    assert Stage.objects.get(number=2).format_options["seeding"] == seeding


def test_number_of_rounds_of_a_recipe_can_be_chosen(browser):
    page = browser.get(PAGE, {**FIELDS, "rounds": "5"})
    assert "Suizo de 5 rondas y cuadro de 8" in page.context["form"].sentence()
    assert "Rondas para todos (5), sin eliminatoria." in page.content.decode()
    browser.post(PAGE, {**FIELDS, "rounds": "5"})
    assert Stage.objects.get(number=1).format_options["rounds"] == 5


@pytest.mark.slow
@each("rounds, entries", ("0", "33"), ("21", "33"), ("12", "12"))
def test_wrong_number_of_rounds_is_refused_at_its_field(browser, rounds, entries):
    answer = browser.post(PAGE, {**FIELDS, "rounds": rounds, "entries": entries})
    assert answer.status_code == 400 and answer.context["form"].errors.keys() == {"rounds"}
    assert not Tournament.objects.exists()


def test_pages_name_the_bracket_and_the_order_of_the_standings(browser):
    """The creation message, the panel and the public page describe the stages."""
    browser.post(PAGE, FIELDS)
    tournament = Tournament.objects.get()
    panel = browser.get(f"/t/{tournament.slug}/panel/").content.decode()
    assert "Torneo creado. La clasificación va por victorias; si hay empate, " in panel
    description = (
        "Suizo de 6 rondas; después, Cuadro final (los 8 primeros puestos de la clasificación)"
    )
    assert description in panel
    assert description in browser.get(f"/t/{tournament.slug}/").content.decode()


@each(
    "format, options, bracket_options, seeding",
    ("swiss", {"rounds": 3}, {}, "classic"),
    ("swiss", {"rounds": 3}, {"third_place": True}, "classic"),
    ("swiss", {"rounds": 3}, {"seeding": "lot"}, "lot"),
    ("swiss", {"rounds": 3}, {"redraw": True}, "lot"),
    ("swiss", {"rounds": 3}, {"repesca": "best_losers"}, "lot"),
    ("groups", {"size": 4}, {}, "pots"),
    ("totals", {"rounds": 3, "groups": 2}, {}, "pots"),
    ("league", {}, {}, "classic"),
)
def test_bracket_added_by_the_api_is_seated_by_the_standings_by_default(
    make_tournament, client_as, pilar, format, options, bracket_options, seeding
):
    Tournament.objects.all().delete()
    hall = make_tournament(format=format, format_options=options)
    body = {
        "format": "knockout",
        "format_options": bracket_options,
        "intake": [{"stage": 1, "last": 4}],
    }
    answer = client_as(pilar).post(
        f"/api/v1/tournaments/{hall.slug}/stages/", body, content_type="application/json"
    )
    assert answer.status_code == 201, answer.content
    assert answer.json()["format_options"]["seeding"] == seeding


def test_bracket_as_first_stage_is_drawn_by_lot(make_tournament):
    assert make_tournament(format="knockout").stage.format_options["seeding"] == "lot"
