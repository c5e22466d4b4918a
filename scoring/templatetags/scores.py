"""Scores in templates."""

from django import template

from scoring.wording.scores import minus
from tournaments.wording.formats import purpose_in_words

register = template.Library()
register.filter(minus)
register.filter(purpose_in_words)
