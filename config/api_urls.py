"""The REST API: a second thin shell over the same services and selectors."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
