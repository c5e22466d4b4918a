"""The schema of the API, and the page on which to read it and try it."""

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView


class SchemaView(SpectacularAPIView):
    acts = {"GET": "view_public"}


class DocsView(SpectacularSwaggerSplitView):
    """Swagger UI without anything inline: it works under the site's own Content-Security-Policy."""

    acts = {"GET": "view_public"}
    template_name = "api_docs.html"
    url_name = "api_schema"
