"""A device says by itself of a line what the server says of it, in every game."""

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
from rules.core import with_changes
from scoring.games import GAMES as FACES
from scoring.games.lines import LineForm, kinds_after
from tests.sizes import LONG
from tournaments.refusal import refused_from
from tournaments.site.forms import REFUSALS

SCRIPT = Path(__file__).resolve().parents[2] / "static/js/checks.js"
TRIES = 40  # a turn; another one where some check has not said anything yet
TURNS = 8
# One of each shape of form: the rest of the presets change the numbers alone.
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
BEFORE = {"guinote": ["70-50 uA"]}  # lines after which a form asks more
TITLES = ["6 · Paco", "7 · Ana", "8 · Teo", "9 · Julia", "10 · Lola"]

# Fill in the form with each of those and tell what the device says.
TRY = """(all) => all.map((typed) => {
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
    """Every form of the game with something to check, on an empty acta and after some line."""
    game = rules.GAMES[key]
    options = with_changes(game.presets[preset], CHANGES.get(preset, {}))
    scores = [game.start(options)]
    for line in BEFORE.get(key, []):
        scores.append(game.play(scores[-1], game.parse(line), options))
    titles = TITLES[: len(scores[0].tallies[0])]
    made = [
        kind(game=game, score=score, options=options, titles=titles)
        for score in scores
        for kind in kinds_after(FACES[key].forms, score, options, every=True).values()
    ]
    return [form for form in made if form.checks()]


def somehow(form: LineForm, dice: random.Random) -> dict[str, str]:
    """Something typed: numbers about those of the checks, often adding up; half the times with
    nothing else that could be wrong."""
    checks, plain = form.checks(), dice.random() < 0.5
    edges = [one for check in checks for one in check.params.values() if isinstance(one, int)]
    pool = ["0", "1", "2", *(str(edge + step) for edge in edges for step in (-1, 0, 1))]
    looked_at = {name for check in checks for name in (*check.fields, check.less)}
    typed = {}
    for name, field in form.fields.items():
        choices = [str(value) for value, _label in getattr(field, "choices", [])]
        several = isinstance(field, MultipleChoiceField)
        needed = field.required and "data-unless" not in field.widget.attrs
        if not needed and _left_out(dice, plain, name in looked_at, choices, several):
            continue
        if choices:
            typed[name] = dice.choice(choices)
        elif field.widget.attrs.get("inputmode"):
            halves = ["6,5"] * 4 if "data-amount" in field.widget.attrs else []
            typed[name] = dice.choice([*pool, *halves])
        elif not field.widget.is_hidden:
            typed[name] = "por algo"
    for check in checks:
        total = check.params.get("allowed")
        if isinstance(total, int) and dice.random() < 0.5:
            _share(typed, check.fields, total, dice)
    return {name: value for name, value in typed.items() if value}


def _left_out(
    dice: random.Random, plain: bool, looked_at: bool, choices: list[str], several: bool
) -> bool:
    """Return whether a field that is not needed is left as it was: nothing, or nobody."""
    if looked_at:
        return dice.random() < 0.3
    if choices and "" not in choices and not several:
        return False
    return plain or dice.random() < 0.5


def _share(typed: dict[str, str], fields: tuple[str, ...], total: int, dice: random.Random) -> None:
    """The numbers of these fields add up; now and then with halves."""
    if len(fields) > 1 and dice.random() < 0.1:
        typed |= dict.fromkeys(fields, "0") | {fields[0]: "6,5", fields[1]: f"{total - 7},5"}
        typed |= {fields[1]: "-6,5"} if not total else {}
        return
    left = total
    for name in fields[:-1]:
        part = dice.randint(min(0, left), max(0, left))
        typed[name], left = str(part), left - part
    typed[fields[-1]] = str(left)


def server_says(form: LineForm, typed: dict[str, str]) -> list[str]:
    """The sentences of the server, none when the line is good."""
    data = QueryDict(mutable=True)
    data.update({"number": "1", **typed})
    game, options, score = form.game, form.options, form.score
    bound = type(form)(data, game=game, score=score, options=options, titles=form.titles)
    if not bound.is_valid():
        return [str(said) for wrong in bound.errors.values() for said in wrong]
    try:
        game.play(score, bound.hand(), options)
    except REFUSALS as error:
        return [str(refused_from(error))]
    return []


def shown(page: Page, form: LineForm) -> None:
    """The form on a page of its own, with the script."""
    fields = render_to_string(form.page, {"form": form})
    page.set_content(f'<form data-checks="{escape(form.device_checks)}">{fields}</form>')
    page.add_script_tag(path=SCRIPT)


def code_of(form: LineForm, sentence: str) -> str | None:
    """Which of the checks says so."""
    for check in form.checks():
        says = re.escape(check.as_json(form.game)["says"])
        if re.fullmatch(re.sub(r"\\\{\w+\\\}", ".*", says), sentence):
            return check.code
    return None


@pytest.mark.parametrize("key", PRESETS)
def test_the_device_says_what_the_server_says(chromium: Browser, key: str) -> None:
    """It never says no to a line that is good; and each check, at least once, what the server."""
    page, dice = chromium.new_page(), random.Random(key)
    wanted, same = set(), set()
    for form in (form for preset in PRESETS[key] for form in forms_of(key, preset)):
        shown(page, form)
        checks = {(form.kind, check.code) for check in form.checks()}
        wanted |= checks
        for turn in range(TURNS):
            if turn and checks <= same and not LONG:
                break
            tries = [somehow(form, dice) for _try in range(TRIES)]
            for typed, said in zip(tries, page.evaluate(TRY, tries), strict=True):
                if not said:
                    continue
                served = server_says(form, typed)
                assert served, (form.kind, typed, said)
                same |= {(form.kind, code_of(form, told)) for _name, told in said if told in served}
    assert wanted <= same, wanted - same


def test_a_sentence_is_whole_with_its_article(chromium: Browser) -> None:
    page = chromium.new_page()
    shown(page, forms_of("guinote", "dos_cotos_de_3")[0])
    told = (
        "Un coto no puede acabar 2-2; gane quien gane, puede acabar 3-0, 3-1, 3-2 "
        "(Guiñote, «Quién gana el guiñote»)."
    )
    assert page.evaluate(TRY, [{"partidas_a": "2", "partidas_b": "2"}]) == [[["partidas_a", told]]]
