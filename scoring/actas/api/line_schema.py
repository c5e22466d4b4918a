"""The OpenAPI schema of a line of an acta: a component for each game, and «Line» for any game.

The tournament defines the game, and no member of the line repeats the game, so «Line» has only the
members that all games share. A choice among the games (`anyOf`) does not work: lines of two games
may look alike, and some client generators merge the choice into one object with all members.

The components of the games are their JSON Schemas, without the members that are always null in a
shape: client generators know no null-only type, and such a member may be omitted.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rules import GAMES

REFERENCE = "#/components/schemas/{}"
ANY_LINE = "Line"


NULL = {"type": "null"}


def line_components() -> dict[str, Any]:
    """Return the schemas of the lines by component name.

    Each shape of a line has its own component («GuinoteCoto»). The component of the game
    («GuinoteLine») is a choice among its shapes.
    """
    components: dict[str, Any] = {}
    lines = {}
    for key, game in GAMES.items():
        shapes = {_name(key, shape): _drop_nulls(shape) for shape in game.schema["oneOf"]}
        lines[f"{key.title()}Line"] = {"title": game.schema["title"], "oneOf": _references(shapes)}
        components |= shapes
    any_line = {
        "type": "object",
        "description": "A line of an acta: GuinoteLine, TrucoLine and so on, as the game is.",
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}},
        "additionalProperties": True,
    }
    return {**components, **lines, ANY_LINE: any_line}


def _references(names: Iterable[str]) -> list[dict[str, str]]:
    return [{"$ref": REFERENCE.format(name)} for name in names]


def _name(game: str, shape: Mapping[str, Any]) -> str:
    """Return the component name: the game and the constant words of the shape."""
    members = shape["properties"].values()
    words = [game, *(member["const"] for member in members if "const" in member)]
    return "".join(word.title() for word in "_".join(words).split("_"))


def _drop_nulls(schema: Any) -> Any:
    """Return the schema without the members that are always null.

    A shape that loses members allows additional members instead.
    """
    if isinstance(schema, list):
        return [_drop_nulls(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    open_schema = {name: _drop_nulls(part) for name, part in schema.items() if name != "$schema"}
    members = schema.get("properties", {})
    nulls = {name for name, member in members.items() if member == NULL}
    if nulls:
        open_schema["properties"] = {
            name: _drop_nulls(member) for name, member in members.items() if name not in nulls
        }
        open_schema["required"] = [name for name in schema["required"] if name not in nulls]
        open_schema["additionalProperties"] = True
    return open_schema
