"""Tags about the site itself."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import template
from django.conf import settings

from tournaments.mail import sends_mail

register = template.Library()


@register.simple_tag(takes_context=True)
def can_sign_up(context: dict[str, Any]) -> bool:
    """`{% can_sign_up as may %}`: whether this visitor may make an account."""
    request = context["request"]
    may: bool = get_adapter(request).is_open_for_signup(request)
    return may


@register.simple_tag
def site_sends_mail() -> bool:
    """`{% site_sends_mail as by_mail %}`: whether a letter goes anywhere."""
    return sends_mail()


@register.simple_tag
def whom_to_ask() -> str:
    """`{% whom_to_ask as contact %}`: who looks after the site, "" where nobody is named."""
    return str(settings.TAPETE_CONTACT)
