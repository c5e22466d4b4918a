"""Tests of the styles and templates without a browser: contrast, variables, icons, inline code."""

import re
from pathlib import Path

from django.template.loader import get_template

ROOT = Path(__file__).resolve().parents[2]
CSS = (ROOT / "static/css/tapete.css").read_text()
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
COLOURS = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", CSS))


def luminance(colour: str) -> float:
    """Return the relative luminance (WCAG 2.2) of a `#rrggbb` or of a colour name of the styles."""
    digits = COLOURS.get(colour, colour).lstrip("#")
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(first: str, second: str) -> float:
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_has_a_contrast_of_21() -> None:
    assert round(contrast("#000000", "#ffffff"), 2) == 21.0


WORDS_ON_PAPER = ("ink", "ink-soft", "oros", "copas", "espadas", "bastos", "felt-deep")
PAIRS = [
    *((words, paper) for words in WORDS_ON_PAPER for paper in ("paper", "card", "shade")),
    *((suit, f"{suit}-pale") for suit in ("oros", "copas", "espadas", "bastos")),
    *(("ink", f"{suit}-pale") for suit in ("oros", "copas", "espadas", "bastos")),
    *((words, cloth) for words in ("paper", "on-felt-soft") for cloth in ("felt", "felt-deep")),
    ("stitch", "felt-deep"),
    ("ink", "oros-bright"),
    ("card", "felt"),
    ("card", "copas"),
]


def test_every_text_colour_has_a_contrast_of_at_least_4_5() -> None:
    assert {pair: ratio for pair in PAIRS if (ratio := contrast(*pair)) < 4.5} == {}


def test_the_edge_of_a_field_has_a_contrast_of_at_least_3() -> None:
    assert min(contrast("edge", ground) for ground in ("paper", "card", "shade")) >= 3


def test_every_variable_of_the_styles_is_defined_and_used() -> None:
    sheets = [path for path in (ROOT / "static/css").glob("*.css") if path.name != "print.css"]
    text = "".join(path.read_text() for path in sheets)
    used_names = set(re.findall(r"var\(--([\w-]+)", text))
    assert used_names == set(re.findall(r"(?<![\w(-])--([\w-]+)\s*:", text))


def test_no_template_has_inline_code_that_the_content_policy_forbids() -> None:
    inline = r"<script(?![^>]*\bsrc=)[^>]*>|<style\b|<[^>%{]*\s(?:style|on[a-z]+)="
    tags_by_path = {
        str(path): re.findall(inline, path.read_text())
        for path in TEMPLATES
        if "prints" not in path.parts  # printed by WeasyPrint, never sent to a browser
    }
    assert {path: tags for path, tags in tags_by_path.items() if tags} == {}


def test_every_icon_of_a_template_exists() -> None:
    existing = set(
        re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/img/icons.svg").read_text())
    )
    used_names = {
        name
        for path in TEMPLATES
        for name in re.findall(
            r'(?:parts/icon\.html" with name=|icon=)"([\w-]+)"', path.read_text()
        )
    }
    assert used_names - existing == set()


def test_the_error_page_renders_without_any_context() -> None:
    page = get_template("500.html").render()
    assert "Algo ha fallado" in page
    assert "/img/bastos.svg" in page
