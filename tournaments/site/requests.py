"""The requests that views receive, with the attributes that middleware and `permissions` set."""

from django.contrib.auth.models import User
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails
from rest_framework.request import Request

from tournaments.models import Club, Tournament
from tournaments.names.audience import Audience
from tournaments.site.page_cache import SeenVersion


class PageRequest(HttpRequest):
    """The request of a page after `permissions.act`. A page without `slug` has no tournament."""

    htmx: HtmxDetails
    audience: Audience
    seen_version: SeenVersion | None  # as `config.front` read it
    embedded: bool  # whether the request has `?marco=`
    tournament: Tournament
    role: str  # "" for none
    club: Club  # only the pages of a club have it
    tables: str  # ranges of a referee's tables, "" for all


class UserRequest(PageRequest):
    """The request of a page that needs an account."""

    user: User


class ApiRequest(Request):
    """The request of a call to the API, with the attributes that `ActPermission` sets."""

    audience: Audience
    tournament: Tournament
    club: Club
    role: str
    tables: str
