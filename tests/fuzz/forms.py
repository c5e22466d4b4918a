"""The forms of a page as a browser reads them: the address of each form, its fields and values."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

# A field that Django adds to every form.
HIDDEN_FIELDS = {"csrfmiddlewaretoken"}


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a page. `fields` maps each field name to the values that a browser could send."""

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
        self.open_form: Form | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            posts = attributes.get("method", "").lower() == "post"
            self.open_form = Form(attributes.get("action") or self.page) if posts else None
            if self.open_form:
                self.forms.append(self.open_form)
        elif self.open_form is not None:
            self._field(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open_form = None

    def _field(self, tag: str, attributes: dict[str, str]) -> None:
        name = self.select if tag == "option" else attributes.get("name", "")
        if tag == "select":
            self.select = name
        if self.open_form is None or not name or name in HIDDEN_FIELDS:
            return
        values = self.open_form.fields.setdefault(name, [])
        if tag != "select" and "value" in attributes:
            values.append(attributes["value"])


def forms_of(page: str, html: str) -> Iterator[Form]:
    """Yield the forms of the page at address `page` that the browser posts to the site."""
    reader = _Reader(page)
    reader.feed(html)
    yield from (form for form in reader.forms if form.action.startswith("/"))
