"""The forms of a page as a browser finds them: where each goes, and what its fields offer."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

# Of Django itself; and what only says which of the forms of a page this one is.
NOT_FOR_PEOPLE = {"csrfmiddlewaretoken"}


@dataclass(frozen=True, slots=True)
class Form:
    """`fields` has, by name, the values that a browser could send."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[str, ...]:
        return (*sorted(self.fields),)


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.forms: list[Form] = []
        self.within: Form | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            posts = told.get("method", "").lower() == "post"
            self.within = Form(told.get("action") or self.page) if posts else None
            if self.within:
                self.forms.append(self.within)
        elif self.within is not None:
            self._field(tag, told)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.within = None

    def _field(self, tag: str, told: dict[str, str]) -> None:
        name = self.select if tag == "option" else told.get("name", "")
        if tag == "select":
            self.select = name
        if self.within is None or not name or name in NOT_FOR_PEOPLE:
            return
        values = self.within.fields.setdefault(name, [])
        if tag != "select" and "value" in told:
            values.append(told["value"])


def forms_of(page: str, html: str) -> Iterator[Form]:
    """The forms of the page at this address that are sent by POST to the site."""
    reader = _Reader(page)
    reader.feed(html)
    yield from (one for one in reader.forms if one.action.startswith("/"))
