"""Refusals: the only error class of the pure packages, and the codes that all games share."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple


class Code(NamedTuple):
    """A kind of refusal: the article that it enforces, and the params that its sentence may use."""

    article: str
    params: tuple[str, ...] = ()


CODES: dict[str, Code] = {
    "line_empty": Code(""),
    "line_too_long": Code("", ("length", "allowed")),
    "line_unreadable": Code("", ("value", "allowed")),
    "match_over": Code(""),
    "level_needs_winner": Code(""),
    "reason_missing": Code(""),
    "reason_too_long": Code("", ("length", "allowed")),
    "reason_unprintable": Code("", ("value",)),
    "json_unreadable": Code(""),
    "json_not_object": Code("", ("value",)),
    "json_missing": Code("", ("allowed",)),
    "json_unknown": Code("", ("value", "allowed")),
    "json_type": Code("", ("value", "allowed")),
    "not_a_side": Code("", ("value", "allowed")),
    "not_a_choice": Code("", ("value", "allowed")),
    "no_mirror": Code(""),
    "game_unknown": Code("", ("value", "allowed")),
    "preset_unknown": Code("", ("value", "allowed")),
    "acta_header": Code("", ("value", "allowed")),
    "acta_header_twice": Code("", ("value",)),
    "acta_too_long": Code("", ("length", "allowed")),
    "option_unknown": Code("", ("value", "allowed")),
    "option_type": Code("", ("value", "allowed")),
    "option_range": Code("", ("value", "low", "high")),
}


class RuleError(ValueError):
    """The only error that a person can fix. It carries a code; the site has the sentence.

    `field` names the part of the line at fault ("cards", "last", "cantes" …). `params` holds the
    refused value and the allowed values, ready for JSON. `hand` is the number of the line, from 1;
    the fold sets it.
    """

    def __init__(self, code: str, article: str, field: str, params: dict[str, object]) -> None:
        super().__init__(
            code, article, field, params
        )  # copying an exception calls its class with its `args`
        self.code = code
        self.article = article
        self.field = field
        self.params = params
        self.hand: int | None = None

    def __str__(self) -> str:
        line_prefix = f"line {self.hand}, " if self.hand else ""
        params = ", ".join(f"{name} {value}" for name, value in self.params.items())
        return f"{line_prefix}{self.field}: {self.code}" + (f" ({params})" if params else "")


def refusal(
    code: str, field: str, codes: Mapping[str, Code] = CODES, /, **params: object
) -> RuleError:
    """Return the error of `code`, with its article; every param except `allowed` is made
    `quotable`.

    `allowed`, one value or several, comes from the program and is never shortened. An empty
    `allowed` raises `AssertionError`: if no value is allowed, use another code.
    """
    allowed = params.get("allowed", code)
    if isinstance(allowed, Collection) and not isinstance(allowed, str):
        params["allowed"] = allowed = ", ".join(map(str, allowed))
    if not str(allowed).strip(" —–"):
        raise AssertionError(f"{code} lists nothing as what is allowed")
    quotable_params = {
        name: value if name == "allowed" else quotable(value) for name, value in params.items()
    }
    return RuleError(code, codes[code].article, field, quotable_params)


def refuser(codes: Mapping[str, Code]) -> Callable[..., RuleError]:
    """Return the `refusal` function of a game with its own `codes`."""
    return lambda code, field, **params: refusal(code, field, codes, **params)


def cited_articles(article: str) -> str:
    """Return the articles of the reglamento in `article`, without our own `Rulings`.

    >>> cited_articles("Truco 1.1; Rulings T2"), cited_articles("Rulings A12")
    ('Truco 1.1', '')
    """
    return "; ".join(part for part in article.split("; ") if not part.startswith("Rulings"))


def quotable(value: object) -> object:
    """Return a value from outside, short and printable, so that a sentence can quote it.

    >>> quotable(7), quotable("más de\\x00 esto"), quotable([1, 2]), quotable(10**5000)
    (7, 'más de� esto', 'list', '> 10^12')
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 10**12 else "> 10^12" if value > 0 else "< -10^12"
    if isinstance(value, str):
        text = value if len(value) <= 60 else value[:59] + "…"
        return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
    return type(value).__name__
