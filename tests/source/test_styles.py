"""Sizes of letters, spaces and colours come from `:root` in static/css/tapete.css."""

import re
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "static/css"
SHEETS = [path for path in sorted(FOLDER.glob("*.css")) if path.name != "print.css"]
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
DECLARATION = re.compile(r"([\w-]+):\s*([^;]+)")
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(", re.I)
LENGTH = re.compile(r"\d(?:rem|em|px|pt|ch|ex|v[wh]|mm|cm)\b")
SPACE_PROPERTY = re.compile(r"(?:(?:row|column)-)?gap|(?:padding|margin)(?:-[a-z-]+)?")
# Selectors outside the scale: `html`, which defines `rem`, and drawings with their own units.
OWN_LETTERS = re.compile(r"html\b|\.chart\b|\.drawn-bracket\b")


def declarations() -> Iterator[tuple[str, str, str]]:
    """Yield the selector, the property and the value of each declaration of the screen's styles."""
    for path in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        for selector, body in RULE.findall(text):
            for name, value in DECLARATION.findall(body):
                yield selector.strip(), name, value.strip()


def values_of_scale(family: str) -> list[str]:
    return [value for _selector, name, value in declarations() if name.startswith(f"--{family}-")]


def test_each_colour_has_exactly_one_name():
    colours = [declaration for declaration in declarations() if COLOUR.search(declaration[2])]
    assert [
        colour for colour in colours if not (colour[0] == ":root" and colour[1].startswith("--"))
    ] == []
    values = [value for _selector, _name, value in colours]
    assert len(values) == len(set(values))


def test_letters_have_the_sizes_of_the_scale():
    assert len(values_of_scale("text")) <= 11
    assert [
        (selector, value)
        for selector, name, value in declarations()
        if (name == "font-size" or name == "font")
        and LENGTH.search(re.sub(r"/[\d.]+\w*", "", value))  # not of the line height
        and not OWN_LETTERS.match(selector)
    ] == []


def test_spaces_have_the_sizes_of_the_scale():
    assert len(values_of_scale("space")) <= 8
    assert [
        declaration
        for declaration in declarations()
        if SPACE_PROPERTY.fullmatch(declaration[1]) and LENGTH.search(declaration[2])
    ] == []


def test_corners_are_those_of_the_scale():
    assert len(values_of_scale("round")) <= 4
    assert [
        corner
        for corner in declarations()
        if corner[1].endswith("-radius") and LENGTH.search(corner[2])
    ] == []


def test_lines_have_the_heights_of_the_scale():
    assert len(values_of_scale("leading")) <= 4
    assert [
        (selector, value)
        for selector, name, value in declarations()
        if (name == "line-height" and not value.startswith("var("))
        or (name == "font" and re.search(r"/[\d.]+\s", value))  # `/2rem` fits a line to its box
    ] == []
