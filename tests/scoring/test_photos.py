"""The photos of the paper: what is kept, who sees them, what is refused."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from scoring.models import Photo
from scoring.photos import LONGEST_SIDE, MOST_BYTES, photo_to_keep
from scoring.selectors.replayable import begun
from scoring.services.photos import MOST_PHOTOS
from scoring.services.rounds import open_next_round, publish_round
from tests.scoring.halls import seat_round
from tournaments.models import AuditLine
from tournaments.refusal import Refused
from tournaments.services.draws import discard_round


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


@pytest.fixture
def match(casino, pairs):
    return seat_round(casino, [pairs(casino, 2)]).matches.get()


@pytest.fixture
def page(match):
    return f"/t/{match.tournament.slug}/acta/{match.code}/"


@pytest.fixture
def desk(client_as, chema):
    return client_as(chema)


def test_it_is_kept_small_upright_and_without_what_the_telephone_adds(desk, match, page, chema):
    answer = desk.post(f"{page}fotos/", {"photo": sent(with_place())}, follow=True)
    assert "Foto guardada con el acta." in answer.text
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


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_three_kinds_are_kept_as_one(kind):
    content = picture((3000, 1000), kind)
    kept = photo_to_keep(BytesIO(content), len(content))
    assert (kept.width, kept.height) == (LONGEST_SIDE, round(LONGEST_SIDE / 3))
    assert kept.content.startswith(b"\xff\xd8")


@pytest.mark.parametrize(
    "content",
    [
        b"<html><script>alert(1)</script></html>",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"\xff\xd8\xff",
        picture((400, 400))[:700],
        picture(kind="GIF"),
        picture(kind="PPM"),
    ],
)
def test_what_is_no_photo_is_refused_whatever_its_name(desk, page, content):
    answer = desk.post(f"{page}fotos/", {"photo": sent(content)}, follow=True)
    assert "no es una foto que se pueda guardar" in answer.text
    assert not Photo.objects.exists()


def test_too_heavy_and_too_large_are_refused(desk, page):
    heavy = picture() + b"\0" * MOST_BYTES
    answer = desk.post(f"{page}fotos/", {"photo": sent(heavy)}, follow=True)
    assert "pesa demasiado" in answer.text
    bomb = BytesIO()
    Image.new("1", (9000, 9000)).save(bomb, "PNG")
    with pytest.raises(Refused) as refused:
        photo_to_keep(bomb, len(bomb.getvalue()))
    assert refused.value.code == "photo_too_big"
    assert not Photo.objects.exists()


@pytest.mark.parametrize("name", ["../../manage.py", "a\0b.jpg", "<b>x</b>.jpg", "x" * 300])
def test_the_name_that_comes_is_never_used(desk, page, match, name):
    desk.post(f"{page}fotos/", {"photo": sent(picture(), name)})
    for photo in Photo.objects.all():
        assert photo.file.name.startswith(f"actas/{match.pk}/")
        assert photo.file.name.endswith(".jpg") and ".." not in photo.file.name


def test_nothing_chosen_is_told(desk, page):
    assert "Elija antes la foto." in desk.post(f"{page}fotos/", {}, follow=True).text
    empty = desk.post(f"{page}fotos/", {"photo": sent(b"")}, follow=True)
    assert "vacío" in empty.text


def test_there_is_a_limit_to_a_match(desk, page):
    for _n in range(MOST_PHOTOS):
        desk.post(f"{page}fotos/", {"photo": sent(picture())})
    answer = desk.post(f"{page}fotos/", {"photo": sent(picture())}, follow=True)
    assert "como mucho 12 fotos" in answer.text
    assert Photo.objects.count() == MOST_PHOTOS


def test_nobody_else_sees_them(desk, client_as, vecino, match, page):
    desk.post(f"{page}fotos/", {"photo": sent(picture())})
    path = f"{page}fotos/{Photo.objects.get().pk}/"
    assert client_as(None).get(path).status_code == 302
    assert client_as(vecino).get(path).status_code == 403
    public = client_as(None).get(f"/t/{match.tournament.slug}/partida/{match.code}/").text
    assert "fotos" not in public


def test_it_is_good_for_its_match_alone_and_may_be_gone(desk, casino, page, match):
    desk.post(f"{page}fotos/", {"photo": sent(picture())})
    photo = Photo.objects.get()
    assert desk.get(f"{page}fotos/{photo.pk + 1}/").status_code == 404
    assert desk.get(f"{page}fotos/{'9' * 30}/").status_code == 404
    photo.file.storage.delete(photo.file.name)
    assert desk.get(f"{page}fotos/{photo.pk}/").status_code == 404


def test_it_is_thrown_away_with_its_file(desk, page, django_capture_on_commit_callbacks):
    desk.post(f"{page}fotos/", {"photo": sent(picture())})
    stored = Photo.objects.get().file
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"{page}fotos/{Photo.objects.get().pk}/quitar/")
    assert not Photo.objects.exists() and not stored.storage.exists(stored.name)


def test_a_program_sends_and_removes_them(desk, match):
    path = f"/api/v1/tournaments/{match.tournament.slug}/matches/{match.code}/photos/"
    answer = desk.post(path, {"photo": sent(picture())})
    assert (answer.status_code, answer.json()["width"]) == (201, 60)
    (one,) = desk.get(path).json()["results"]
    assert one["author"] == "chema"
    assert desk.get(f"{path}{one['id']}/")["Content-Type"] == "image/jpeg"
    assert desk.post(path, {"photo": sent(b"<html>")}).json()["error"]["code"] == "not_a_photo"
    assert desk.post(path, {"photo": sent(b"x" * (MOST_BYTES + 200_000))}).status_code == 400
    assert desk.delete(f"{path}{one['id']}/").status_code == 204
    assert desk.get(path).json()["results"] == []


def test_a_match_with_a_photo_has_begun(casino, pairs, pilar, desk):
    """What is on paper is never thrown away: neither discarded nor drawn again."""
    pairs(casino, 4)
    drawn = publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    match = drawn.matches.order_by("number").first()
    page = f"/t/{casino.slug}/acta/{match.code}/"
    desk.post(f"{page}fotos/", {"photo": sent(picture())})
    stored = Photo.objects.get().file
    with pytest.raises(Refused) as refused:
        discard_round(round=drawn, author=pilar, reason="otra vez")
    assert refused.value.code == "round_has_actas"
    assert [one.pk for one in begun(drawn)] == [match.pk]
    assert stored.storage.exists(stored.name)
    desk.post(f"{page}fotos/{Photo.objects.get().pk}/quitar/")
    discard_round(round=drawn, author=pilar, reason="la foto era de otra")
    assert not casino.rounds.exists()
