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
    """Return the schema in this language. Building it takes half a second, so each process builds
    it once per language; it is public, so everybody gets the same schema.
    """
    return SchemaGenerator().get_schema(request=None, public=True)


class CachedGenerator(SchemaGenerator):
    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        return _schema(get_language())


@lru_cache(maxsize=8)
def _text(kind: Any, language: str) -> str | bytes:
    text: str | bytes = kind().render(_schema(language))
    return text


def _cached_renderer(kind: type[BaseRenderer]) -> type[BaseRenderer]:
    """Return a renderer class of this kind that writes the schema once per language."""

    class Cached(kind):  # type: ignore[misc,valid-type]
        def render(self, data: Any, *args: Any, **kwargs: Any) -> str | bytes:
            return _text(kind, get_language())  # type: ignore[arg-type]  # a class is hashable

    return Cached


class SchemaView(SpectacularAPIView):
    acts = {"GET": "view_public"}
    generator_class = CachedGenerator
    renderer_classes = [_cached_renderer(kind) for kind in SpectacularAPIView.renderer_classes]


class DocsView(SpectacularSwaggerSplitView):
    """Swagger UI without inline code: it works under the site's Content-Security-Policy."""

    acts = {"GET": "view_public"}
    template_name = "api_docs.html"
    url_name = "api_schema"
