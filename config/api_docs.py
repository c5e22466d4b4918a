"""The schema of the API, and the page on which to read it and try it."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView


@lru_cache(maxsize=len(settings.LANGUAGES))
def _schema(language: str) -> Any:
    """Made once for each language: it takes half a second, and anybody may ask."""
    return SchemaGenerator().get_schema(request=None, public=True)


class KeptGenerator(SchemaGenerator):
    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        return _schema(get_language())


class SchemaView(SpectacularAPIView):
    acts = {"GET": "view_public"}
    generator_class = KeptGenerator


class DocsView(SpectacularSwaggerSplitView):
    """Swagger UI without anything inline: it works under the site's own Content-Security-Policy."""

    acts = {"GET": "view_public"}
    template_name = "api_docs.html"
    url_name = "api_schema"
