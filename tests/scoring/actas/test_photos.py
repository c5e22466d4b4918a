"""The photos of the paper: what is kept, who sees them, what is refused."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from scoring.actas.photos import MOST_BYTES, photo_to_keep
from scoring.actas.pictures import LONGEST_SIDE
from scoring.actas.services.photos import MOST_PHOTOS
from scoring.corrections.remedies import begun_matches
from scoring.models import Photo
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.refusals import is_refused
from tests.rows import each
from tests.scoring.halls import seat_round
from tests.worlds import world
from tournaments import tasks
from tournaments.models import AuditLine, Job
from tournaments.rounds.services.drafts import discard_round


def picture(size=(60, 40), kind="JPEG", **more):
    told = BytesIO()
    Image.new("RGB", size, "white").save(told, kind, **more)
    return told.getvalue()


def with_place():
    """A photo that says where and with what it was taken, lying on its side."""
    exif = Image.Exif()
    exif[0x010F] = "Telefono de Paco"
    exif[0x0112] = 6
    exif.get_ifd(0x8825)[1] = "N"
    return picture((300, 200), exif=exif)


def sent(content, name="papel.jpg", kind="image/jpeg"):
    return SimpleUploadedFile(name, content, kind)


@world
def match(casino, pairs):
    return seat_round(casino, [pairs(casino, 2)]).matches.get()


@world
def page(match):
    return f"/t/{match.tournament.slug}/acta/{match.code}/"


@pytest.fixture
def keep(desk, request, django_capture_on_commit_callbacks):
    """Send a photo from the desk and have the worker do its job."""

    def keep_one(photo, there=""):
        there = there or request.getfixturevalue("page")
        with django_capture_on_commit_callbacks(execute=True):
            return desk.post(f"{there}fotos/", {"photo": photo} if photo else {})

    return keep_one


@pytest.fixture
def take(desk, keep):
    """Give the page that follows."""
    return lambda photo: desk.get(keep(photo).url)


@pytest.mark.slow
def test_it_is_kept_small_upright_and_without_what_the_telephone_adds(
    desk, take, match, page, chema
):
    assert "Foto recibida." in take(sent(with_place())).text
    photo = Photo.objects.get()
    assert (photo.width, photo.height, photo.author) == (200, 300, chema)
    raw = photo.file.read()
    assert b"Paco" not in raw and not Image.open(BytesIO(raw)).getexif()
    assert photo.file.name.startswith(f"actas/{match.pk}/")
    shown = desk.get(page).text
    assert f"{page}fotos/{photo.pk}/" in shown and "Fotos del papel (1)" in shown
    assert f"{page}fotos/{photo.pk}/" in desk.get(f"{page}corregir/").text
    file = desk.get(f"{page}fotos/{photo.pk}/")
    assert (file["Content-Type"], file["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert b"".join(file.streaming_content) == raw
    assert AuditLine.objects.filter(act="add_photo").exists()


@pytest.mark.slow
@each("kind", "JPEG", "PNG", "WEBP")
def test_the_three_kinds_are_kept_as_one(kind):
    content = picture((3000, 1000), kind)
    kept = photo_to_keep(content)
    assert (kept.width, kept.height) == (LONGEST_SIDE, round(LONGEST_SIDE / 3))
    assert kept.content.startswith(b"\xff\xd8")


@pytest.mark.slow
@each(
    "content",
    b"<html><script>alert(1)</script></html>",
    b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    b"\xff\xd8\xff",
    picture((400, 400))[:700],
    picture(kind="GIF"),
    picture(kind="PPM"),
)
def test_what_is_no_photo_is_refused_whatever_its_name(take, content):
    assert "no es una foto que se pueda guardar" in take(sent(content)).text
    assert not Photo.objects.exists()


def test_too_heavy_is_refused(take):
    assert "demasiado grande" in take(sent(picture() + b"\0" * MOST_BYTES)).text
    assert not Photo.objects.exists()


@pytest.mark.slow
def test_while_it_is_made_ready_the_page_says_so_and_asks_again(desk, page, match):
    desk.post(f"{page}fotos/", {"photo": sent(picture())})  # nobody takes the job
    piece = f"{page}fotos/lista/"
    for shown in (desk.get(page).text, desk.get(piece).text):
        assert "Preparando una foto" in shown and f'hx-get="{piece}" hx-trigger="every 1s"' in shown
    tasks.run_job(str(Job.objects.get().pk))
    ready = desk.get(piece).text
    assert "hx-get" not in ready and f"fotos/{Photo.objects.get().pk}/" in ready
    assert 'data-news="Foto guardada con el acta."' in ready


def test_what_could_not_be_kept_is_told_on_the_page_for_a_while(desk, take, page):
    sentence = "Eso no es una foto que se pueda guardar"
    assert sentence in take(sent(picture((400, 400))[:700])).text
    assert f'data-news="{sentence}' in desk.get(f"{page}fotos/lista/").text
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=16))
    assert sentence not in desk.get(page).text


def test_the_round_may_be_thrown_away_meanwhile(desk, page, match):
    desk.post(f"{page}fotos/", {"photo": sent(picture())})
    match.delete()
    tasks.run_job(str(Job.objects.get().pk))
    assert (Job.objects.get().code, Photo.objects.exists()) == ("round_gone", False)


@pytest.mark.parametrize("name", ["../../manage.py", "a\0b.jpg", "<b>x</b>.jpg", "x" * 300])
def test_the_name_that_comes_is_never_used(keep, match, name):
    keep(sent(picture(), name))
    for photo in Photo.objects.all():
        assert photo.file.name.startswith(f"actas/{match.pk}/")
        assert photo.file.name.endswith(".jpg") and ".." not in photo.file.name


def test_nothing_chosen_is_told(take):
    assert "Elija antes la foto." in take(None).text
    assert "vacío" in take(sent(b"")).text


@pytest.mark.slow
def test_there_is_a_limit_to_a_match(desk, keep, take, page, match):
    keep(sent(picture()))
    desk.post(f"{page}fotos/", {"photo": sent(picture())})  # still to be made ready
    Photo.objects.bulk_create(
        Photo(match=match, file=f"actas/{n}.jpg", width=1, height=1) for n in range(MOST_PHOTOS - 2)
    )
    assert "como mucho 12 fotos" in take(sent(picture())).text
    assert Photo.objects.count() == MOST_PHOTOS - 1
    Photo.objects.create(match=match, file="actas/last.jpg", width=1, height=1)
    tasks.run_job(str(Job.objects.get(state="queued").pk))
    assert (Photo.objects.count(), Job.objects.filter(code="too_many_photos").count()) == (
        MOST_PHOTOS,
        1,
    )


def test_nobody_else_sees_them(keep, client_as, vecino, match, page):
    keep(sent(picture()))
    for path in (f"{page}fotos/{Photo.objects.get().pk}/", f"{page}fotos/lista/"):
        assert client_as(None).get(path).status_code == 302
        assert client_as(vecino).get(path).status_code == 403
    public = client_as(None).get(f"/t/{match.tournament.slug}/partida/{match.code}/").text
    assert "fotos" not in public


def test_it_is_good_for_its_match_alone_and_may_be_gone(desk, keep, casino, page, match):
    keep(sent(picture()))
    photo = Photo.objects.get()
    assert desk.get(f"{page}fotos/{photo.pk + 1}/").status_code == 404
    assert desk.get(f"{page}fotos/{'9' * 30}/").status_code == 404
    photo.file.storage.delete(photo.file.name)
    assert desk.get(f"{page}fotos/{photo.pk}/").status_code == 404


def test_it_is_thrown_away_with_its_file(desk, keep, page, django_capture_on_commit_callbacks):
    keep(sent(picture()))
    stored = Photo.objects.get().file
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"{page}fotos/{Photo.objects.get().pk}/quitar/")
    assert not Photo.objects.exists() and not stored.storage.exists(stored.name)


def test_a_program_sends_and_removes_them(desk, match, django_capture_on_commit_callbacks):
    tournament = f"/api/v1/tournaments/{match.tournament.slug}/"
    path = f"{tournament}matches/{match.code}/photos/"
    with django_capture_on_commit_callbacks(execute=True):
        answer = desk.post(path, {"photo": sent(picture())})
    job = desk.get(answer["Location"]).json()
    assert (answer.status_code, job["kind"], job["state"]) == (202, "photo", "done")
    (one,) = desk.get(path).json()["results"]
    assert (one["author"], one["width"]) == ("chema", 60)
    assert desk.get(f"{path}{one['id']}/")["Content-Type"] == "image/jpeg"
    assert desk.post(path, {"photo": sent(b"<html>")}).json()["error"]["code"] == "not_a_photo"
    assert desk.post(path, {"photo": sent(b"x" * (MOST_BYTES + 200_000))}).status_code == 400
    assert desk.delete(f"{path}{one['id']}/").status_code == 204
    assert desk.get(path).json()["results"] == []


def test_a_match_with_a_photo_has_begun(casino, pairs, pilar, desk, keep):
    """The paper is never thrown away: neither discarded nor drawn again."""
    pairs(casino, 4)
    drawn = publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    match = drawn.matches.order_by("number").first()
    page = f"/t/{casino.slug}/acta/{match.code}/"
    keep(sent(picture()), page)
    stored = Photo.objects.get().file
    with is_refused("round_has_actas"):
        discard_round(round=drawn, author=pilar, reason="otra vez")
    assert [one.pk for one in begun_matches(drawn)] == [match.pk]
    assert stored.storage.exists(stored.name)
    desk.post(f"{page}fotos/{Photo.objects.get().pk}/quitar/")
    discard_round(round=drawn, author=pilar, reason="la foto era de otra")
    assert not casino.rounds.exists()
