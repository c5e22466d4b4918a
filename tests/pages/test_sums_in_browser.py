"""Tests of the acta's script, which fills in the last of several numbers with a known sum."""

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
def open_form(chromium: Browser) -> Callable[..., Page]:
    """Return a function that shows a form of malilla on an empty page with the acta's script."""

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


def value_of(page: Page, name: str) -> str:
    return page.locator(f"[name={name}]").input_value()


def fill_fields(page: Page, **fields: str) -> None:
    for name, text in fields.items():
        page.locator(f"[name={name}]").fill(text)


def test_the_last_of_four_sides_gets_the_rest_of_the_points(open_form):
    page = open_form(DealForm, Options("barrotada"))
    fill_fields(page, points_a="30", points_b="12")
    assert value_of(page, "points_d") == ""
    fill_fields(page, points_c="20")
    assert value_of(page, "points_d") == "10"
    fill_fields(page, points_a="28")  # the number filled in by the script changes
    assert value_of(page, "points_d") == "12"
    fill_fields(page, points_d="1", points_c="19")  # a number typed by a person stays
    assert value_of(page, "points_d") == "1"


def test_too_many_points_leave_the_other_side_empty(open_form):
    page = open_form(DealForm, Options())
    fill_fields(page, points_b="40")
    assert value_of(page, "points_a") == "32"
    fill_fields(page, points_b="90")
    assert value_of(page, "points_a") == ""


def test_sleeping_cards_count_in_the_sum(open_form):
    page = open_form(DealForm, Options("cubiertas"))
    fill_fields(page, points_a="40", points_b="27")
    assert value_of(page, "asleep") == "5"


def test_the_last_side_loses_the_tantos_that_the_others_gain(open_form):
    page = open_form(VueltaForm, Options("coja"))
    fill_fields(page, tantos_a="10", tantos_b_pierde="4")
    assert (value_of(page, "tantos_c"), value_of(page, "tantos_c_pierde")) == ("", "6")
    fill_fields(page, tantos_a="3")
    assert (value_of(page, "tantos_c"), value_of(page, "tantos_c_pierde")) == ("1", "")
    fill_fields(page, tantos_a="dos")
    assert (value_of(page, "tantos_c"), value_of(page, "tantos_c_pierde")) == ("", "")


def test_the_script_reads_halves_in_three_spellings(open_form):
    for half in ("6,5", "6.5", "6½"):
        page = open_form(VueltaForm, Options("cubiertas"))
        fill_fields(page, tantos_b=half)
        assert value_of(page, "tantos_a_pierde") == "6,5", half
