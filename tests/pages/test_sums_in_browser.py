"""The last of the numbers that add up to what is known is written by the script of the acta."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page

from rules.malilla import MALILLA
from rules.malilla.options import Options
from scoring.games.malilla.forms import DealForm, VueltaForm

SCRIPT = Path(__file__).resolve().parents[2] / "static/js/acta.js"
TITLES = ["6 · Paco Gil", "7 · Ana Ruiz", "8 · Teo Martín", "9 · Julián Blas"]

pytestmark = pytest.mark.browser


@pytest.fixture
def shown(chromium: Browser) -> Callable[..., Page]:
    """A form of malilla on a page of its own, with the script of the acta."""

    def show(kind: type[Any], options: Options) -> Page:
        form = kind(
            game=MALILLA,
            score=MALILLA.start(options),
            options=options,
            titles=TITLES[: options.sides],
        )
        page = chromium.new_page()
        page.set_content(f"<form>{render_to_string(form.page, {'form': form})}</form>")
        page.add_script_tag(path=SCRIPT)
        return page

    return show


def value(page: Page, name: str) -> str:
    return page.locator(f"[name={name}]").input_value()


def fill(page: Page, **typed: str) -> None:
    for name, text in typed.items():
        page.locator(f"[name={name}]").fill(text)


def test_of_four_the_last_gets_what_is_left(shown):
    page = shown(DealForm, Options("barrotada"))
    fill(page, points_a="30", points_b="12")
    assert value(page, "points_d") == ""
    fill(page, points_c="20")
    assert value(page, "points_d") == "10"
    fill(page, points_a="28")  # what the script wrote follows
    assert value(page, "points_d") == "12"
    fill(page, points_d="1", points_c="19")  # what a person wrote stays
    assert value(page, "points_d") == "1"


def test_more_than_there_is_leaves_nothing(shown):
    page = shown(DealForm, Options())
    fill(page, points_b="40")
    assert value(page, "points_a") == "32"
    fill(page, points_b="90")
    assert value(page, "points_a") == ""


def test_what_sleeps_is_a_part_of_the_sum(shown):
    page = shown(DealForm, Options("cubiertas"))
    fill(page, points_a="40", points_b="27")
    assert value(page, "asleep") == "5"


def test_what_some_gain_the_last_one_loses(shown):
    page = shown(VueltaForm, Options("coja"))
    fill(page, tantos_a="10", tantos_b_pierde="4")
    assert (value(page, "tantos_c"), value(page, "tantos_c_pierde")) == ("", "6")
    fill(page, tantos_a="3")
    assert (value(page, "tantos_c"), value(page, "tantos_c_pierde")) == ("1", "")
    fill(page, tantos_a="dos")
    assert (value(page, "tantos_c"), value(page, "tantos_c_pierde")) == ("", "")


def test_halves_are_understood_as_people_write_them(shown):
    for half in ("6,5", "6.5", "6½"):
        page = shown(VueltaForm, Options("cubiertas"))
        fill(page, tantos_b=half)
        assert value(page, "tantos_a_pierde") == "6,5", half
