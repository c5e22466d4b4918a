"""Photos of a paper acta: how they are stored, who sees them, which files are refused."""

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
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world
from tournaments import tasks
from tournaments.models import AuditLine, Job
from tournaments.rounds.services.drafts import discard_round


def picture(size=(60, 40), kind="JPEG", **options):
    file = BytesIO()
    Image.new("RGB", size, "white").save(file, kind, **options)
    return file.getvalue()


def picture_with_exif():
    """Return a rotated photo with the phone and the place in its EXIF data."""
    exif = Image.Exif()
    exif[0x010F] = "Telefono de Paco"
    exif[0x0112] = 6
    exif.get_ifd(0x8825)[1] = "N"
    return picture((300, 200), exif=exif)


def upload(content, name="papel.jpg", content_type="image/jpeg"):
    return SimpleUploadedFile(name, content, content_type)


@world
def match(casino, pairs):
    return seat_round(casino, [pairs(casino, 2)]).matches.get()


@world
def page(match):
    return f"/t/{match.tournament.slug}/acta/{match.code}/"


@pytest.fixture
def send_photo(desk, request, django_capture_on_commit_callbacks):
    """A function that sends a photo from the desk and runs its job. It returns the answer."""

    def send(photo, acta_page=""):
        acta_page = acta_page or request.getfixturevalue("page")
        with django_capture_on_commit_callbacks(execute=True):
            return desk.post(f"{acta_page}fotos/", {"photo": photo} if photo else {})

    return send


@pytest.fixture
def page_after_photo(desk, send_photo):
    """A function that sends a photo and returns the page that follows."""
    return lambda photo: desk.get(send_photo(photo).url)


@pytest.mark.slow
def test_a_photo_is_stored_small_upright_and_without_exif(
    desk, page_after_photo, match, page, chema
):
    assert "Foto recibida." in page_after_photo(upload(picture_with_exif())).text
    photo = Photo.objects.get()
    assert (photo.width, photo.height, photo.author) == (200, 300, chema)
    content = photo.file.read()
    assert b"Paco" not in content and not Image.open(BytesIO(content)).getexif()
    assert photo.file.name.startswith(f"actas/{match.pk}/")
    text = desk.get(page).text
    assert f"{page}fotos/{photo.pk}/" in text and "Fotos del papel (1)" in text
    assert f"{page}fotos/{photo.pk}/" in desk.get(f"{page}corregir/").text
    answer = desk.get(f"{page}fotos/{photo.pk}/")
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert b"".join(answer.streaming_content) == content
    assert AuditLine.objects.filter(act="add_photo").exists()


@pytest.mark.slow
@each("kind", "JPEG", "PNG", "WEBP")
def test_jpeg_png_and_webp_are_stored_as_jpeg(kind):
    content = picture((3000, 1000), kind)
    photo = photo_to_keep(content)
    assert (photo.width, photo.height) == (LONGEST_SIDE, round(LONGEST_SIDE / 3))
    assert photo.content.startswith(b"\xff\xd8")


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
def test_a_file_that_is_no_photo_is_refused_whatever_its_name(page_after_photo, content):
    assert "no es una foto que se pueda guardar" in page_after_photo(upload(content)).text
    assert not Photo.objects.exists()


def test_a_file_of_too_many_bytes_is_refused(page_after_photo):
    assert "demasiado grande" in page_after_photo(upload(picture() + b"\0" * MOST_BYTES)).text
    assert not Photo.objects.exists()


@pytest.mark.slow
def test_the_page_announces_a_photo_in_preparation_and_polls_until_it_is_ready(desk, page, match):
    desk.post(f"{page}fotos/", {"photo": upload(picture())})  # no worker runs the job
    address = f"{page}fotos/lista/"
    for text in (desk.get(page).text, desk.get(address).text):
        assert "Preparando una foto" in text and f'hx-get="{address}" hx-trigger="every 1s"' in text
    tasks.run_job(str(Job.objects.get().pk))
    text = desk.get(address).text
    assert "hx-get" not in text and f"fotos/{Photo.objects.get().pk}/" in text
    assert 'data-news="Foto guardada con el acta."' in text


def test_the_page_shows_a_refused_photo_for_fifteen_minutes(desk, page_after_photo, page):
    message = "Eso no es una foto que se pueda guardar"
    assert message in page_after_photo(upload(picture((400, 400))[:700])).text
    assert f'data-news="{message}' in desk.get(f"{page}fotos/lista/").text
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=16))
    assert message not in desk.get(page).text


def test_a_photo_of_a_match_deleted_meanwhile_is_not_stored(desk, page, match):
    desk.post(f"{page}fotos/", {"photo": upload(picture())})
    match.delete()
    tasks.run_job(str(Job.objects.get().pk))
    assert (Job.objects.get().code, Photo.objects.exists()) == ("round_gone", False)


@pytest.mark.parametrize("name", ["../../manage.py", "a\0b.jpg", "<b>x</b>.jpg", "x" * 300])
def test_the_name_of_the_uploaded_file_is_never_used(send_photo, match, name):
    send_photo(upload(picture(), name))
    for photo in Photo.objects.all():
        assert photo.file.name.startswith(f"actas/{match.pk}/")
        assert photo.file.name.endswith(".jpg") and ".." not in photo.file.name


def test_no_file_and_an_empty_file_are_refused(page_after_photo):
    assert "Elija antes la foto." in page_after_photo(None).text
    assert "vacío" in page_after_photo(upload(b"")).text


@pytest.mark.slow
def test_a_match_has_at_most_12_photos(desk, send_photo, page_after_photo, page, match):
    send_photo(upload(picture()))
    desk.post(f"{page}fotos/", {"photo": upload(picture())})  # waits for the worker
    Photo.objects.bulk_create(
        Photo(match=match, file=f"actas/{n}.jpg", width=1, height=1) for n in range(MOST_PHOTOS - 2)
    )
    assert "como mucho 12 fotos" in page_after_photo(upload(picture())).text
    assert Photo.objects.count() == MOST_PHOTOS - 1
    Photo.objects.create(match=match, file="actas/last.jpg", width=1, height=1)
    tasks.run_job(str(Job.objects.get(state="queued").pk))
    assert (Photo.objects.count(), Job.objects.filter(code="too_many_photos").count()) == (
        MOST_PHOTOS,
        1,
    )


def test_only_users_with_a_role_see_the_photos(send_photo, client_as, vecino, match, page):
    send_photo(upload(picture()))
    for path in (f"{page}fotos/{Photo.objects.get().pk}/", f"{page}fotos/lista/"):
        assert client_as(None).get(path).status_code == 302
        assert client_as(vecino).get(path).status_code == 403
    public_page = client_as(None).get(f"/t/{match.tournament.slug}/partida/{match.code}/").text
    assert "fotos" not in public_page


def test_an_unknown_photo_or_a_deleted_file_is_not_found(desk, send_photo, casino, page, match):
    send_photo(upload(picture()))
    photo = Photo.objects.get()
    assert desk.get(f"{page}fotos/{photo.pk + 1}/").status_code == 404
    assert desk.get(f"{page}fotos/{'9' * 30}/").status_code == 404
    photo.file.storage.delete(photo.file.name)
    assert desk.get(f"{page}fotos/{photo.pk}/").status_code == 404


def test_removing_a_photo_deletes_its_file(
    desk, send_photo, page, django_capture_on_commit_callbacks
):
    send_photo(upload(picture()))
    stored_file = Photo.objects.get().file
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"{page}fotos/{Photo.objects.get().pk}/quitar/")
    assert not Photo.objects.exists() and not stored_file.storage.exists(stored_file.name)


def test_the_api_adds_lists_and_removes_photos(desk, match, django_capture_on_commit_callbacks):
    tournament = f"/api/v1/tournaments/{match.tournament.slug}/"
    path = f"{tournament}matches/{match.code}/photos/"
    with django_capture_on_commit_callbacks(execute=True):
        answer = desk.post(path, {"photo": upload(picture())})
    job = desk.get(answer["Location"]).json()
    assert (answer.status_code, job["kind"], job["state"]) == (202, "photo", "done")
    (photo,) = desk.get(path).json()["results"]
    assert (photo["author"], photo["width"]) == ("chema", 60)
    assert desk.get(f"{path}{photo['id']}/")["Content-Type"] == "image/jpeg"
    assert desk.post(path, {"photo": upload(b"<html>")}).json()["error"]["code"] == "not_a_photo"
    assert desk.post(path, {"photo": upload(b"x" * (MOST_BYTES + 200_000))}).status_code == 400
    assert desk.delete(f"{path}{photo['id']}/").status_code == 204
    assert desk.get(path).json()["results"] == []


def test_the_api_takes_a_photo_bigger_than_a_list(desk, match):
    path = f"/api/v1/tournaments/{match.tournament.slug}/matches/{match.code}/photos/"
    photo = picture() + b"\0" * (MOST_BYTES - 100_000)
    assert desk.post(path, {"photo": upload(photo)}).status_code == 202


def test_a_match_with_a_photo_has_begun(casino, pairs, pilar, desk, send_photo):
    """The round cannot be discarded until its photo is removed."""
    pairs(casino, 4)
    round = publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    match = round.matches.order_by("number").first()
    page = f"/t/{casino.slug}/acta/{match.code}/"
    send_photo(upload(picture()), page)
    stored_file = Photo.objects.get().file
    with is_refused("round_has_actas"):
        discard_round(round=round, author=pilar, reason="otra vez")
    assert [begun_match.pk for begun_match in begun_matches(round)] == [match.pk]
    assert stored_file.storage.exists(stored_file.name)
    desk.post(f"{page}fotos/{Photo.objects.get().pk}/quitar/")
    discard_round(round=round, author=pilar, reason="la foto era de otra")
    assert not casino.rounds.exists()
