"""Tests of changing a tournament: every setting before the draw, only the event after the draw."""

from tests.rows import cases, each
from tests.worlds import world
from tournaments.models import AuditLine, Round, Tournament
from tournaments.setup.services.tournament import plan_of

URL = "/t/casino-de-calamocha/ajustes/"
EVENT_FIELDS = {
    "name": "Casino de Calamocha",
    "venue": "Salón de actos",
    "date": "2026-12-05",
    "time": "16:30",
    "tables": "8",
}
PLAY_FIELDS = {
    "game": "guinote",
    "guinote_preset": "dos_cotos_de_3",
    "format": "knockout",
    "knockout_third_place": "on",
    "swiss_rounds": "5",
    "seed": "tapete",
}


@world
def browser(client_as, pilar):
    return client_as(pilar)


@world
def drawn_round(casino):
    return Round.objects.create(
        tournament=casino, stage=casino.stage, number=1, serial=1, seed="tapete/1"
    )


def _stored_plan(tournament):
    tournament = Tournament.objects.get(pk=tournament.pk)
    return plan_of(tournament, tournament.stage)


def _form_values(form):
    """Return the values that a browser sends if nothing is changed on the page."""
    values = {field.name: field.value() for field in form}
    return {name: value for name, value in values.items() if value not in (None, False)}


@cases(
    "options",
    {"cotos": 2, "partidas": 3},
    {"cotos": 3, "partidas": 5},
    {"best_of": 11},
    {"best_of": 13, "play_all": True},
)
def test_saving_the_unchanged_settings_changes_nothing(make_tournament, browser, options):
    casino = make_tournament(game_options=options)
    old_plan, line_count = _stored_plan(casino), AuditLine.objects.count()
    answer = browser.post(URL, _form_values(browser.get(URL).context["form"]))
    assert (answer.status_code, answer.url) == (302, URL)
    assert (_stored_plan(casino), AuditLine.objects.count()) == (old_plan, line_count)


def test_every_setting_can_change_before_the_draw(casino, browser):
    old_plan = _stored_plan(casino)
    changes = {
        "tables": "12",
        "guinote_preset": "mejor_de_15",
        "format": "swiss",
        "seed": "El Gordo",
    }
    browser.post(URL, {**EVENT_FIELDS, **PLAY_FIELDS, **changes})
    assert _stored_plan(casino) == {
        **old_plan,
        "tables": 12,
        "game_options": {"players": 4, "cotos": 2, "partidas": 3, "best_of": 15, "play_all": False},
        "format": "swiss",
        "format_options": {"rounds": 5, "first": "lot", "bye": "win"},
        "seed": "El Gordo",
    }


def test_chosen_preset_overrides_stored_numbers(make_tournament, browser):
    casino = make_tournament(game_options={"cotos": 3, "partidas": 5})
    values = _form_values(browser.get(URL).context["form"])
    browser.post(URL, {**values, "guinote_preset": "mejor_de_13"})
    assert _stored_plan(casino)["game_options"]["best_of"] == 13


def test_settings_page_explains_the_locked_settings_after_the_draw(casino, drawn_round, browser):
    page = browser.get(URL).content.decode()
    assert "Ya no se pueden cambiar, porque hay una ronda sorteada" in page
    assert 'name="format"' not in page and 'name="guinote_preset"' not in page


def test_event_can_change_after_the_draw(casino, drawn_round, browser):
    old_plan = _stored_plan(casino)
    answer = browser.post(URL, {**EVENT_FIELDS, "venue": "Plaza", "tables": "9"})
    assert answer.status_code == 302
    assert _stored_plan(casino) == {**old_plan, "venue": "Plaza", "tables": 9}


def test_settings_page_opened_before_the_draw_is_refused_after_it(casino, drawn_round, browser):
    old_plan = _stored_plan(casino)
    answer = browser.post(URL, {**EVENT_FIELDS, **PLAY_FIELDS, "venue": "Plaza", "format": "swiss"})
    assert answer.status_code == 409
    assert "Ya hay una ronda sorteada" in answer.content.decode()
    assert _stored_plan(casino) == old_plan


WRONG_FIELDS = ("name", ""), ("date", "1826-05-01"), ("tables", "0"), ("name", "\u202ex")


@each("field, value", *WRONG_FIELDS)
def test_wrong_field_is_refused_before_the_draw(casino, browser, field, value):
    answer = browser.post(URL, {**EVENT_FIELDS, **PLAY_FIELDS, field: value})
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])


@each("field, value", *WRONG_FIELDS)
def test_wrong_field_is_refused_after_the_draw(drawn_round, browser, field, value):
    answer = browser.post(URL, {**EVENT_FIELDS, field: value})
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])
