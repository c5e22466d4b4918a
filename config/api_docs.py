"""The OpenAPI schema, and the page to read and try the API."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.renderers import BaseRenderer


@lru_cache(maxsize=len(settings.LANGUAGES))
def _schema(language: str) -> Any:
    """Return the public schema in this language, the same for everybody.

    Building a schema takes half a second, so each process builds it once per language.
    """
    return SchemaGenerator().get_schema(request=None, public=True)


class CachedGenerator(SchemaGenerator):
    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        return _schema(get_language())


@lru_cache(maxsize=8)
def _schema_text(renderer_class: Any, language: str) -> str | bytes:
    text: str | bytes = renderer_class().render(_schema(language))
    return text


def _cached_renderer(renderer_class: type[BaseRenderer]) -> type[BaseRenderer]:
    """Return a subclass of the renderer that writes the schema once per language."""

    class CachedRenderer(renderer_class):  # type: ignore[misc,valid-type]
        def render(self, data: Any, *args: Any, **kwargs: Any) -> str | bytes:
            return _schema_text(renderer_class, get_language())  # type: ignore[arg-type]  # a class is hashable

    return CachedRenderer


class SchemaView(SpectacularAPIView):
    acts = {"GET": "view_public"}
    generator_class = CachedGenerator
    renderer_classes = [
        _cached_renderer(renderer_class) for renderer_class in SpectacularAPIView.renderer_classes
    ]


class DocsView(SpectacularSwaggerSplitView):
    """Swagger UI without inline code: it works under the site's Content-Security-Policy."""

    acts = {"GET": "view_public"}
    template_name = "api_docs.html"
    url_name = "api_schema"
