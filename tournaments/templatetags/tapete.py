"""Tags of the whole site: chips of states, links to pages, languages, mail, version."""

from typing import Any, NamedTuple

from allauth.account.adapter import get_adapter
from django import template
from django.conf import settings
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import get_language

from tournaments.accounts.mail import sends_mail
from tournaments.site.pages import LANGUAGE_PARAMETER

register = template.Library()


class Chip(NamedTuple):
    """The look of a state: the class of its colour and the name of its icon."""

    tone: str
    icon: str


GOOD, BUSY, WAIT, BAD, PLAIN = "chip--good", "chip--busy", "chip--wait", "chip--bad", ""
DEFAULT_CHIP = Chip(PLAIN, "clock")
CHIPS = {
    **dict.fromkeys(("finished", "paid", "present", "published", "entered"), Chip(GOOD, "check")),
    "playing": Chip(BUSY, "cards"),
    "open": Chip(BUSY, "bell"),
    "waiting": Chip(WAIT, "clock"),
    "postponed": Chip(f"{WAIT} chip--long", "calendar"),  # the chip also has the date
    "silent": Chip(WAIT, "lock"),
    "bye": Chip(WAIT, "rest"),
    "corrected": Chip(WAIT, "undo"),
    "withdrawn": Chip(BAD, "exit"),
    "forfeit": Chip(BAD, "flag"),
    "failed": Chip(BAD, "cross"),
    **dict.fromkeys(("planned", "draft"), Chip(PLAIN, "pencil")),
}


@register.simple_tag
def chip(state: str) -> Chip:
    """`{% chip state as look %}`: the look of the chip of a state."""
    return CHIPS.get(state, DEFAULT_CHIP)


@register.inclusion_tag("parts/boards/place.html", takes_context=True)
def place(
    context: dict[str, Any], name: str, label: str, *, icon: str, query: str = ""
) -> dict[str, Any]:
    """`{% place "panel" _("Hoy") icon="panel" query=stage_query %}`: the link to a page of the
    tournament, marked as current if that page is shown.

    Pass the `query` of the address: the `query` in the context is that of the page shown.
    """
    match = context["request"].resolver_match
    return {
        "href": reverse(name, kwargs={"slug": context["tournament"].slug}),
        "is_here": match is not None and match.url_name == name,
        "label": label,
        "icon": icon,
        "query": query,
    }


@register.simple_tag(takes_context=True)
def can_sign_up(context: dict[str, Any]) -> bool:
    """`{% can_sign_up as may %}`: whether this visitor may make an account."""
    request = context["request"]
    may: bool = get_adapter(request).is_open_for_signup(request)
    return may


@register.simple_tag(takes_context=True)
def language_links(context: dict[str, Any]) -> list[tuple[str, str]]:
    """`{% language_links as links %}`: the code of each other language, and this page in it."""
    request = context.get("request")
    query = request.GET.copy() if request else QueryDict(mutable=True)
    links = []
    for code, _name in settings.LANGUAGES:
        if code != get_language():
            query[LANGUAGE_PARAMETER] = code
            links.append((code, f"?{query.urlencode()}"))
    return links


@register.simple_tag
def site_sends_mail() -> bool:
    """`{% site_sends_mail as by_mail %}`: whether the site sends mail."""
    return sends_mail()


@register.simple_tag
def whom_to_ask() -> str:
    """`{% whom_to_ask as contact %}`: the person who runs the site, "" if none is named."""
    return str(settings.TAPETE_CONTACT)


@register.simple_tag
def tapete_version() -> str:
    """`{% tapete_version as version %}`: the version of this site, such as 1.0.0."""
    return str(settings.TAPETE_VERSION)
