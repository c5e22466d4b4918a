"""Tests of photos made to fill memory: the site refuses them or decodes them in a process apart."""

import json
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from scoring.actas import photos
from scoring.actas.photos import photo_to_keep
from scoring.models import Photo
from tests.rows import case, each
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world
from tournaments.jobs.confined import Limits, run_confined
from tournaments.models import AuditLine, Job
from tournaments.refusal import Refused


def png(width: int, height: int, kind: int = 0) -> bytes:
    """Return a compressed black PNG with one bit per pixel, or three bytes with `kind` 2."""
    depth, row = (1, (width + 7) // 8) if kind == 0 else (8, width * 3)
    compressor, chunks = zlib.compressobj(9), []
    for _chunk in range(0, height, 10_000):
        chunks.append(compressor.compress(bytes((row + 1) * min(10_000, height))))
    head = width.to_bytes(4) + height.to_bytes(4) + bytes([depth, kind, 0, 0, 0])
    parts = [(b"IHDR", head), (b"IDAT", b"".join(chunks) + compressor.flush()), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4) + name + data + zlib.crc32(name + data).to_bytes(4)
        for name, data in parts
    )


def webp(width: int, height: int) -> bytes:
    """Return a WebP whose header claims a canvas of this size."""
    file = BytesIO()
    Image.new("RGBA", (8, 8)).save(file, "WEBP", lossless=True, icc_profile=bytes(128))
    raw = file.getvalue()
    canvas = raw.index(b"VP8X") + 12
    return (
        raw[:canvas]
        + (width - 1).to_bytes(3, "little")
        + (height - 1).to_bytes(3, "little")
        + raw[canvas + 6 :]
    )


@pytest.mark.slow
@each(
    "make",
    case("one point wide", lambda: png(1, 59_999_999)),
    case("one point high", lambda: png(59_999_999, 1)),
    case("81 million points", lambda: png(9_000, 9_000)),
    case("200 MB once decoded", lambda: png(7_000, 7_000, 2)),
)
def test_a_photo_too_large_is_refused_before_it_is_decoded(make):
    content = make()
    assert len(content) < 300_000
    # The process has 60 MB, too little to decode any of these photos: it must read their headers.
    output = run_confined("scoring.actas.pictures", content, limits=Limits(memory=60 * 1024**2))
    assert json.loads(output) == {"refused": "photo_too_big"}
    with pytest.raises(Refused, match="12000 puntos de lado"):
        photo_to_keep(content)


def test_a_webp_with_a_false_size_is_refused():
    with pytest.raises(Refused) as refusal:
        photo_to_keep(webp(16_000, 16_000))
    assert refusal.value.code in ("photo_too_big", "not_a_photo")


@pytest.mark.slow
def test_a_large_photo_of_a_telephone_is_accepted_and_reduced():
    file = BytesIO()
    Image.effect_noise((900, 1200), 60).resize((6_000, 8_000)).save(file, "JPEG", quality=60)
    photo = photo_to_keep(file.getvalue())
    assert (photo.width, photo.height) == (1500, 2000)


def test_an_animation_is_reduced_to_one_picture():
    frames = [Image.new("RGB", (40, 60), colour) for colour in ("white", "black")]
    file = BytesIO()
    frames[0].save(file, "PNG", save_all=True, append_images=frames[1:])
    photo = photo_to_keep(file.getvalue())
    assert (photo.width, photo.height) == (40, 60)


# --- Photos sent to the site ---------------------------------------------------------------------
@world
def match(casino, pairs):
    return seat_round(casino, [pairs(casino, 2)]).matches.get()


@world
def acta_path(match):
    return f"/t/{match.tournament.slug}/acta/{match.code}/"


def stored_files() -> list[Path]:
    root = Path(default_storage.location)
    return [path for path in root.rglob("*") if path.is_file()]


@pytest.mark.slow
def test_neither_the_site_nor_its_worker_decodes_a_photo_itself(
    desk, acta_path, monkeypatch, django_capture_on_commit_callbacks
):
    def fail(*_arguments, **_options):
        raise AssertionError("decoded by the site itself")

    file = BytesIO()
    Image.new("RGB", (60, 40)).save(file, "JPEG")
    monkeypatch.setattr(Image, "open", fail)
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"{acta_path}fotos/", {"photo": SimpleUploadedFile("a.jpg", file.getvalue())})
    assert Photo.objects.get().width == 60


@pytest.mark.slow
def test_a_failed_photo_leaves_no_file_and_the_page_of_its_acta_explains_it(
    desk, acta_path, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        file = SimpleUploadedFile("a.png", png(1, 59_999_999))
        answer = desk.post(f"{acta_path}fotos/", {"photo": file}, follow=True)
        assert "Preparando una foto" in answer.text and len(stored_files()) == 1
    assert (stored_files(), Photo.objects.exists(), Job.objects.get().upload.name) == (
        [],
        False,
        "",
    )
    assert (Job.objects.get().code, Job.objects.get().attempts) == ("photo_too_big", 1)
    assert not AuditLine.objects.filter(act="add_photo").exists()
    assert "La foto es demasiado grande" in desk.get(acta_path).text


def test_a_photo_whose_decoder_fails_leaves_no_file(
    desk, acta_path, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr(photos, "run_confined", lambda *_a, **_n: json.dumps({"refused": 1}) / 0)
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"{acta_path}fotos/", {"photo": SimpleUploadedFile("a.png", png(2, 2))})
    assert (stored_files(), Photo.objects.exists(), Job.objects.get().code) == ([], False, "failed")
