"""A referee's own page: the tables that play, for one thumb."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.games import GAMES
from scoring.selectors.refereeing.my_tables import my_tables
from tournaments.kept import revision
from tournaments.permissions import act


@require_safe
@act("enter_result")
def my_tables_page(request: HttpRequest) -> HttpResponse:
    """`?v=` is the page asking for news: 204 while nothing has happened within the same minute."""
    tournament, now = request.tournament, timezone.now()
    version = f"{revision(tournament)}.{int(now.timestamp() // 60)}.{request.tables}"
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    score_in_words = GAMES[tournament.game].words.score_in_words
    rows = [
        (table, score_in_words(table.record.score, table.match.game_rules()))
        for table in my_tables(tournament, request.tables, now)
    ]
    shown = {
        "rows": rows,
        "tables": request.tables,
        "live_id": "mis-mesas",
        "live_url": f"{reverse('my_tables', kwargs={'slug': tournament.slug})}?"
        + urlencode({"v": version}),
        "live_template": "scoring/parts/my_tables.html",
    }
    again = "v" in request.GET
    return render(request, "parts/live.html" if again else "scoring/my_tables.html", shown)
