"""Tests of the device's checks of a line: its messages must be the messages of the server."""

import random
import re
from pathlib import Path

import pytest
from django.forms import MultipleChoiceField
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.html import escape
from playwright.sync_api import Browser, Page

import rules
from rules.core import changed_options
from scoring.games import GAMES as FACES
from scoring.games.lines import LineForm, kinds_after
from tests.sizes import LONG
from tournaments.refusal import refusal_from
from tournaments.site.forms import REFUSALS

SCRIPT = Path(__file__).resolve().parents[2] / "static/js/checks.js"
TRIES = 40  # filled forms in a turn
TURNS = 8  # most turns; the test ends earlier if every check has failed
# A preset for each shape of form; other presets differ only in their numbers.
PRESETS = {
    "guinote": ["dos_cotos_de_3", "mejor_de_13"],
    "truco": ["parejas", "gallo"],
    "zanga": ["una_partida"],
    "malilla": ["companeros", "barrotada", "companeros_a_100", "dos_a_cartas_cubiertas"],
    "revesino": ["cuatro_vueltas", "con_caballo"],
    "tarot": ["fft", "fft_tres", "naipes_cinco"],
    "cientos": ["un_juego", "calidades_un_juego"],
    "marcador": ["botifarra_101", "mus_tres_juegos", "individual_diez_manos"],
}
CHANGES = {"mus_tres_juegos": {"step": 5}}
FIRST_LINES = {"guinote": ["70-50 uA"]}  # lines after which the form has more fields
TITLES = ["6 · Paco", "7 · Ana", "8 · Teo", "9 · Julia", "10 · Lola"]

# Fill in the form with each set of values and return the messages of the device.
FILL_AND_CHECK = """(all) => all.map((typed) => {
  const form = document.querySelector("form");
  form.reset();
  for (const [name, value] of Object.entries(typed)) {
    for (const one of form.querySelectorAll(`[name="${name}"]`)) {
      if (["radio", "checkbox"].includes(one.type)) one.checked = one.value === value;
      else one.value = value;
    }
  }
  return lineWrongs(form).map(([control, sentence]) => [control.name, sentence]);
})"""

pytestmark = pytest.mark.browser


def forms_of(key: str, preset: str) -> list[LineForm]:
    """Return the forms of a game with checks, on an empty acta and after its `FIRST_LINES`."""
    game = rules.GAMES[key]
    options = changed_options(game.presets[preset], CHANGES.get(preset, {}))
    scores = [game.start(options)]
    for line in FIRST_LINES.get(key, []):
        scores.append(game.play(scores[-1], game.parse(line), options))
    titles = TITLES[: len(scores[0].tallies[0])]
    forms = [
        kind(game=game, score=score, options=options, titles=titles)
        for score in scores
        for kind in kinds_after(FACES[key].forms, score, options, every=True).values()
    ]
    return [form for form in forms if form.checks()]


def random_values(form: LineForm, dice: random.Random) -> dict[str, str]:
    """Return random values for a form: numbers near the limits of its checks.

    Often the fields of a check have the sum that it demands. Half of the time the fields without a
    check stay empty.
    """
    checks, only_checked = form.checks(), dice.random() < 0.5
    limits = [
        value for check in checks for value in check.params.values() if isinstance(value, int)
    ]
    candidates = ["0", "1", "2", *(str(limit + step) for limit in limits for step in (-1, 0, 1))]
    checked_fields = {name for check in checks for name in (*check.fields, check.subtracted_field)}
    values = {}
    for name, field in form.fields.items():
        choices = [str(value) for value, _label in getattr(field, "choices", [])]
        has_several_values = isinstance(field, MultipleChoiceField)
        is_needed = field.required and "data-unless" not in field.widget.attrs
        if not is_needed and _stays_empty(
            dice, only_checked, name in checked_fields, choices, has_several_values
        ):
            continue
        if choices:
            values[name] = dice.choice(choices)
        elif field.widget.attrs.get("inputmode"):
            halves = ["6,5"] * 4 if "data-amount" in field.widget.attrs else []
            values[name] = dice.choice([*candidates, *halves])
        elif not field.widget.is_hidden:
            values[name] = "por algo"
    for check in checks:
        total = check.params.get("allowed")
        if isinstance(total, int) and dice.random() < 0.5:
            _share(values, check.fields, total, dice)
    return {name: value for name, value in values.items() if value}


def _stays_empty(
    dice: random.Random,
    only_checked: bool,
    is_checked: bool,
    choices: list[str],
    has_several_values: bool,
) -> bool:
    """Return whether an optional field stays empty."""
    if is_checked:
        return dice.random() < 0.3
    if choices and "" not in choices and not has_several_values:
        return False
    return only_checked or dice.random() < 0.5


def _share(
    values: dict[str, str], fields: tuple[str, ...], total: int, dice: random.Random
) -> None:
    """Give these fields numbers that add up to `total`, now and then with halves."""
    if len(fields) > 1 and dice.random() < 0.1:
        values |= dict.fromkeys(fields, "0") | {fields[0]: "6,5", fields[1]: f"{total - 7},5"}
        values |= {fields[1]: "-6,5"} if not total else {}
        return
    remaining = total
    for name in fields[:-1]:
        part = dice.randint(min(0, remaining), max(0, remaining))
        values[name], remaining = str(part), remaining - part
    values[fields[-1]] = str(remaining)


def server_messages(form: LineForm, values: dict[str, str]) -> list[str]:
    """Return the messages of the server about a line, or no message if the line is right."""
    data = QueryDict(mutable=True)
    data.update({"number": "1", **values})
    game = form.game
    options = form.options
    score = form.score
    bound_form = type(form)(data, game=game, score=score, options=options, titles=form.titles)
    if not bound_form.is_valid():
        return [str(message) for messages in bound_form.errors.values() for message in messages]
    try:
        game.play(score, bound_form.hand(), options)
    except REFUSALS as error:
        return [str(refusal_from(error))]
    return []


def show(page: Page, form: LineForm) -> None:
    """Show the form on an empty page with the script of the checks."""
    fields = render_to_string(form.page, {"form": form})
    page.set_content(f'<form data-checks="{escape(form.device_checks)}">{fields}</form>')
    page.add_script_tag(path=SCRIPT)


def code_of(form: LineForm, sentence: str) -> str | None:
    """Return the code of the check with this message."""
    for check in form.checks():
        pattern = re.escape(check.as_json(form.game)["says"])
        if re.fullmatch(re.sub(r"\\\{\w+\\\}", ".*", pattern), sentence):
            return check.code
    return None


@pytest.mark.parametrize("key", PRESETS)
def test_the_device_shows_the_messages_of_the_server(chromium: Browser, key: str) -> None:
    """The device accepts every right line. Each check gives the server's message at least once."""
    page, dice = chromium.new_page(), random.Random(key)
    all_checks, agreeing_checks = set(), set()
    for form in (form for preset in PRESETS[key] for form in forms_of(key, preset)):
        show(page, form)
        checks = {(form.kind, check.code) for check in form.checks()}
        all_checks |= checks
        for turn in range(TURNS):
            if turn and checks <= agreeing_checks and not LONG:
                break
            tries = [random_values(form, dice) for _try in range(TRIES)]
            for values, messages in zip(tries, page.evaluate(FILL_AND_CHECK, tries), strict=True):
                if not messages:
                    continue
                server = server_messages(form, values)
                assert server, (form.kind, values, messages)
                agreeing_checks |= {
                    (form.kind, code_of(form, message))
                    for _name, message in messages
                    if message in server
                }
    assert all_checks <= agreeing_checks, all_checks - agreeing_checks


def test_a_message_of_the_device_ends_with_its_article(chromium: Browser) -> None:
    page = chromium.new_page()
    show(page, forms_of("guinote", "dos_cotos_de_3")[0])
    message = (
        "Un coto no puede acabar 2-2; gane quien gane, puede acabar 3-0, 3-1, 3-2 "
        "(Guiñote, «Quién gana el guiñote»)."
    )
    assert page.evaluate(FILL_AND_CHECK, [{"partidas_a": "2", "partidas_b": "2"}]) == [
        [["partidas_a", message]]
    ]
