"""The REST API: a thin layer over the same services and selectors as the pages."""

from django.urls import include, path

from config.api_docs import DocsView, SchemaView

urlpatterns = [
    path("v1/", include("tournaments.api_urls")),
    path("v1/", include("scoring.api_urls")),
    path("v1/schema/", SchemaView.as_view(), name="api_schema"),
    path("v1/docs/", DocsView.as_view(), name="api_docs"),
]
