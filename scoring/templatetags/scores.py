"""Scores in templates."""

from django import template

from scoring.wording.scores import minus

register = template.Library()
register.filter(minus)
