"""Changing a tournament: everything before the draw, the event alone after it."""

from tests.rows import cases, each
from tests.worlds import world
from tournaments.models import AuditLine, Round, Tournament
from tournaments.setup.services.tournament import plan_of

URL = "/t/casino-de-calamocha/ajustes/"
EVENT = {
    "name": "Casino de Calamocha",
    "venue": "Salón de actos",
    "date": "2026-12-05",
    "time": "16:30",
    "tables": "8",
}
PLAY = {
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
def drawn(casino):
    return Round.objects.create(
        tournament=casino, stage=casino.stage, number=1, serial=1, seed="tapete/1"
    )


def _plan(tournament):
    tournament = Tournament.objects.get(pk=tournament.pk)
    return plan_of(tournament, tournament.stage)


def _sent(form):
    """Return what a browser sends of the page as it came."""
    values = {field.name: field.value() for field in form}
    return {name: value for name, value in values.items() if value not in (None, False)}


@cases(
    "options",
    {"cotos": 2, "partidas": 3},
    {"cotos": 3, "partidas": 5},
    {"best_of": 11},
    {"best_of": 13, "play_all": True},
)
def test_saving_the_page_as_it_came_changes_nothing(make_tournament, browser, options):
    casino = make_tournament(game_options=options)
    before, lines = _plan(casino), AuditLine.objects.count()
    answer = browser.post(URL, _sent(browser.get(URL).context["form"]))
    assert (answer.status_code, answer.url) == (302, URL)
    assert (_plan(casino), AuditLine.objects.count()) == (before, lines)


def test_everything_can_change_before_the_draw(casino, browser):
    before = _plan(casino)
    changes = {
        "tables": "12",
        "guinote_preset": "mejor_de_15",
        "format": "swiss",
        "seed": "El Gordo",
    }
    browser.post(URL, {**EVENT, **PLAY, **changes})
    assert _plan(casino) == {
        **before,
        "tables": 12,
        "game_options": {"players": 4, "cotos": 2, "partidas": 3, "best_of": 15, "play_all": False},
        "format": "swiss",
        "format_options": {"rounds": 5, "first": "lot", "bye": "win"},
        "seed": "El Gordo",
    }


def test_a_preset_chosen_now_wins_over_numbers_that_were_there(make_tournament, browser):
    casino = make_tournament(game_options={"cotos": 3, "partidas": 5})
    sent = _sent(browser.get(URL).context["form"])
    browser.post(URL, {**sent, "guinote_preset": "mejor_de_13"})
    assert _plan(casino)["game_options"]["best_of"] == 13


def test_after_the_draw_the_page_says_why_the_rest_is_locked(casino, drawn, browser):
    page = browser.get(URL).content.decode()
    assert "Ya no se pueden cambiar, porque hay una ronda sorteada" in page
    assert 'name="format"' not in page and 'name="guinote_preset"' not in page


def test_after_the_draw_the_event_can_still_change(casino, drawn, browser):
    before = _plan(casino)
    answer = browser.post(URL, {**EVENT, "venue": "Plaza", "tables": "9"})
    assert answer.status_code == 302
    assert _plan(casino) == {**before, "venue": "Plaza", "tables": 9}


def test_a_page_opened_before_the_draw_and_sent_after_it(casino, drawn, browser):
    before = _plan(casino)
    answer = browser.post(URL, {**EVENT, **PLAY, "venue": "Plaza", "format": "swiss"})
    assert answer.status_code == 409
    assert "Ya hay una ronda sorteada" in answer.content.decode()
    assert _plan(casino) == before


WRONG = ("name", ""), ("date", "1826-05-01"), ("tables", "0"), ("name", "\u202ex")


@each("field, value", *WRONG)
def test_one_wrong_field_before_the_draw(casino, browser, field, value):
    answer = browser.post(URL, {**EVENT, **PLAY, field: value})
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])


@each("field, value", *WRONG)
def test_one_wrong_field_after_the_draw(drawn, browser, field, value):
    answer = browser.post(URL, {**EVENT, field: value})
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])
