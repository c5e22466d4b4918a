"""The peer of `benchmarks/stampede.py`: a bare view and a bare insert, on the server of the site.

    python benchmarks/plain_site.py PORT      with DATABASE_URL, until it is killed

`/constant/SIZE/` answers SIZE bytes with an ETag, and 304 to a browser that has them. This
view has no session, no query, and only the middleware that sets the length of an answer. `/insert/`
is a minimal view of REST framework for a program with a token: it reads a line, checks it and
inserts it in one transaction.
"""

import logging
import os
import secrets
import sys
from typing import Any

TOKEN, USER = "plain-token", "plain"
THREADS = 8


def setup() -> None:
    import django
    import environ
    from django.conf import settings

    settings.configure(
        ALLOWED_HOSTS=["127.0.0.1"],
        ROOT_URLCONF=__name__,
        SECRET_KEY=secrets.token_urlsafe(50),
        DATABASES={
            "default": {
                **environ.Env.db_url_config(os.environ["DATABASE_URL"]),
                "CONN_MAX_AGE": 60,
                "CONN_HEALTH_CHECKS": True,
            }
        },
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "rest_framework",
            "rest_framework.authtoken",
        ],
        MIDDLEWARE=["django.middleware.common.CommonMiddleware"],  # sets the length of an answer
        USE_TZ=True,
    )
    django.setup()


def urls() -> list[Any]:
    from django.db import models, transaction
    from django.http import HttpRequest, HttpResponse
    from django.urls import path
    from django.utils.cache import get_conditional_response
    from rest_framework import serializers
    from rest_framework.authentication import TokenAuthentication
    from rest_framework.permissions import IsAuthenticated
    from rest_framework.response import Response
    from rest_framework.views import APIView

    class PlainLine(models.Model):
        table = models.IntegerField()
        number = models.IntegerField()
        line = models.CharField(max_length=60)
        at = models.DateTimeField(auto_now_add=True)

        class Meta:
            app_label = "plain"

    class PlainSerializer(serializers.ModelSerializer):
        class Meta:
            model = PlainLine
            fields = ["id", "table", "number", "line"]

    class Insert(APIView):
        authentication_classes = [TokenAuthentication]
        permission_classes = [IsAuthenticated]

        def post(self, request: Any) -> Response:
            serializer = PlainSerializer(data=request.data)
            serializer.is_valid(raise_exception=True)
            with transaction.atomic():
                serializer.save()
            return Response(serializer.data, status=201)

    def constant(request: HttpRequest, size: int) -> HttpResponse:
        etag = f'"{size}"'
        answer = HttpResponse(b"x" * size, headers={"ETag": etag})
        return get_conditional_response(request, etag=etag, response=answer)

    _make_tables(PlainLine)
    return [path("constant/<int:size>/", constant), path("insert/", Insert.as_view())]


def _make_tables(line: Any) -> None:
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection
    from rest_framework.authtoken.models import Token

    settings.MIGRATION_MODULES = dict.fromkeys(("auth", "contenttypes", "authtoken"))
    call_command("migrate", run_syncdb=True, verbosity=0)
    with connection.schema_editor() as editor:
        editor.create_model(line)
    Token.objects.create(key=TOKEN, user=User.objects.create_user(USER))


if __name__ == "__main__":
    setup()
    from django.core.wsgi import get_wsgi_application
    from waitress import serve

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    urlpatterns = urls()
    serve(
        get_wsgi_application(),
        listen=f"127.0.0.1:{sys.argv[1]}",
        threads=THREADS,
        asyncore_use_poll=True,
    )
