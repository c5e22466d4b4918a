"""Creating a tournament in four steps: what is offered, what is said of it, and what is made."""

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
from tournaments.setup.recipes import FEWEST, MOST, RecipeStage, recipes
from tournaments.setup.services.checks import playable_presets
from tournaments.setup.services.recipes import recipe_offers

TYPED = {
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
def test_only_the_recipes_of_that_many_people(entries, sides, keys):
    assert [recipe.key for recipe in recipes(entries, sides)] == keys


@each("entries, rounds, bracket", (12, 4, 4), (16, 4, 8), (33, 6, 8), (100, 7, 16))
def test_the_rounds_that_tell_so_many_apart_and_a_bracket(entries, rounds, bracket):
    (recipe,) = (one for one in recipes(entries, 2) if one.key == "swiss_bracket")
    assert rounds == ceil(log2(entries))
    swiss, knockout = recipe.parts
    assert (swiss.options["rounds"], knockout.entrants(entries)) == (rounds, bracket)


def test_two_of_each_group_go_on():
    assert RecipeStage("knockout", {}, 2, "group").entrants(33) == 16


@pytest.mark.slow
@pytest.mark.parametrize("game", playable_games())
def test_each_game_has_a_recipe_that_can_be_played_to_its_end(game):
    """Of every length with the fewest (on each run, one in three); of many, its first one."""
    presets = playable_presets(game)
    few, many = presets[:: size(3, 1)], presets[: size(1, None)]
    for preset, entries in [*product(few, [FEWEST]), *product(many, [33])]:
        length = rules.game(game).presets[preset]
        if length.sides > entries:
            continue
        made = recipe_offers(game=game, length=asdict(length), entries=entries, tables=16)
        assert made and all(offer.minutes > 0 for offer in made), preset


@pytest.mark.slow
def test_a_system_that_too_few_play_is_not_changed_without_a_word(browser):
    page = browser.get(PAGE, {**TYPED, "entries": "9"})
    said = "Con 9 parejas no se juega «Suizo y cuadro»: se ha elegido «Eliminatoria»."
    assert page.context["form"].sentence().startswith(said) and said in page.text
    assert "no se juega" not in browser.get(PAGE, TYPED).text
    assert browser.post(PAGE, {**TYPED, "entries": "9"}).status_code == 400
    assert not Tournament.objects.exists()


def test_one_page_makes_the_stages_and_feeds_the_bracket(browser):
    answer = browser.post(PAGE, TYPED)
    tournament = Tournament.objects.get()
    assert (answer.status_code, answer.url) == (302, "/t/maraton-de-san-roque/panel/")
    assert (tournament.tables, tournament.starts_at.date()) == (16, date(2026, 8, 16))
    first, second = Stage.objects.order_by("number")
    assert (first.format, first.format_options["rounds"]) == ("swiss", 6)
    assert (second.format, second.name, second.intake[0]["last"]) == ("knockout", "Cuadro final", 8)


def test_what_will_be_played_is_told_before(browser):
    page = browser.get(PAGE, TYPED)
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


def test_another_game_brings_its_own_lengths_and_recipes(browser):
    form = browser.get(PAGE, {**TYPED, "game": "tarot"}).context["form"]
    assert [key for key, _name in form.fields["length"].choices] == playable_presets("tarot")
    assert form.chosen_recipe == "totals" and "33 jugadores" in form.sentence()


def test_what_is_in_time_is_chosen_first(browser):
    hasty = {key: value for key, value in TYPED.items() if key != "recipe"} | {"hours": "5"}
    form = browser.get(PAGE, hasty).context["form"]
    cards = {card.radio.data["value"]: card.in_time for card in form.recipe_cards()}
    assert not cards["swiss_bracket"]
    assert cards[form.chosen_recipe] or not any(cards.values())


@pytest.mark.slow
@pytest.mark.slow
@each(
    "typed",
    {"name": "", "date": "", "time": "25:00"},
    {"date": "1492-10-12", "entries": "0"},
    {"entries": str(MOST + 1)},
    {"tables": "muchas"},
    {"game": "bridge"},
    {"length": "un_chico"},
    {"recipe": "totals"},
)
def test_what_is_wrong_is_told_on_its_field_and_nothing_is_made(browser, typed):
    answer = browser.post(PAGE, {**TYPED, **typed})
    assert answer.status_code == 400
    assert answer.context["form"].errors.keys() == typed.keys()
    assert not Tournament.objects.exists()
    assert browser.get(PAGE, {**TYPED, **typed}).status_code == 200


@pytest.mark.slow
def test_a_recipe_that_cannot_be_drawn_is_not_offered(monkeypatch):
    def refuse(*_arguments):
        raise DrawError("too_few_entrants")

    for format in FORMATS.values():
        monkeypatch.setattr(type(format), "next_round", refuse)
    length = {"players": 4, "cotos": 7, "partidas": 3, "best_of": 0, "play_all": False}
    assert recipe_offers(game="guinote", length=length, entries=40, tables=20) == []


@each(
    "recipe, said",
    ("swiss_bracket", "cuadro de 8, con los sitios por la clasificación: 1–8, 4–5, 2–7, 3–6."),
    ("groups_bracket", "cuadro con los 2 primeros de cada uno, por bombos según la clasificación."),
)
def test_how_the_bracket_is_seated_is_told_before(browser, recipe, said):
    form = browser.get(PAGE, {**TYPED, "recipe": recipe}).context["form"]
    assert said in form.sentence()


@each("recipe, seeding", ("swiss_bracket", "classic"), ("groups_bracket", "pots"))
def test_every_bracket_after_another_stage_is_seated_by_its_standings(browser, recipe, seeding):
    Tournament.objects.all().delete()
    browser.post(PAGE, {**TYPED, "recipe": recipe})
    assert Stage.objects.get(number=2).format_options["seeding"] == seeding


def test_one_chooses_how_many_rounds(browser):
    page = browser.get(PAGE, {**TYPED, "rounds": "5"})
    assert "Suizo de 5 rondas y cuadro de 8" in page.context["form"].sentence()
    assert "Rondas para todos (5), sin eliminatoria." in page.content.decode()
    browser.post(PAGE, {**TYPED, "rounds": "5"})
    assert Stage.objects.get(number=1).format_options["rounds"] == 5


@pytest.mark.slow
@each("rounds, entries", ("0", "33"), ("21", "33"), ("12", "12"))
def test_rounds_that_cannot_be_are_told_on_their_field(browser, rounds, entries):
    answer = browser.post(PAGE, {**TYPED, "rounds": rounds, "entries": entries})
    assert answer.status_code == 400 and answer.context["form"].errors.keys() == {"rounds"}
    assert not Tournament.objects.exists()


def test_the_day_names_the_bracket_and_the_order_wherever_it_is_told(browser):
    """The message of the creation, the panel, the public page and what is shared of it."""
    browser.post(PAGE, TYPED)
    tournament = Tournament.objects.get()
    panel = browser.get(f"/t/{tournament.slug}/panel/").content.decode()
    assert "Torneo creado. La clasificación va por victorias; si hay empate, " in panel
    said = "Suizo de 6 rondas; después, Cuadro final (los 8 primeros puestos de la clasificación)"
    assert said in panel
    assert said in browser.get(f"/t/{tournament.slug}/").content.decode()


@each(
    "format, options, asked, seeding",
    ("swiss", {"rounds": 3}, {}, "classic"),
    ("swiss", {"rounds": 3}, {"third_place": True}, "classic"),
    ("swiss", {"rounds": 3}, {"seeding": "lot"}, "lot"),
    ("swiss", {"rounds": 3}, {"redraw": True}, "lot"),
    ("swiss", {"rounds": 3}, {"repesca": "best_losers"}, "lot"),
    ("groups", {"size": 4}, {}, "pots"),
    ("totals", {"rounds": 3, "groups": 2}, {}, "pots"),
    ("league", {}, {}, "classic"),
)
def test_a_bracket_planned_by_the_api_is_seated_by_the_standings_unless_it_says_otherwise(
    make_tournament, client_as, pilar, format, options, asked, seeding
):
    Tournament.objects.all().delete()
    hall = make_tournament(format=format, format_options=options)
    body = {"format": "knockout", "format_options": asked, "intake": [{"stage": 1, "last": 4}]}
    answer = client_as(pilar).post(
        f"/api/v1/tournaments/{hall.slug}/stages/", body, content_type="application/json"
    )
    assert answer.status_code == 201, answer.content
    assert answer.json()["format_options"]["seeding"] == seeding


def test_a_bracket_by_which_people_enter_is_drawn_by_lot(make_tournament):
    assert make_tournament(format="knockout").stage.format_options["seeding"] == "lot"
