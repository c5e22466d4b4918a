"""Photos made to fill the memory: refused by what they say of themselves, and decoded apart."""

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
from tests.scoring.halls import seat_round
from tests.worlds import world
from tournaments.jobs.confined import Limits, run_confined
from tournaments.models import AuditLine, Job
from tournaments.refusal import Refused


def png(width: int, height: int, kind: int = 0) -> bytes:
    """A black PNG of one bit a point, or of three bytes with `kind` 2, as small as it zips."""
    depth, row = (1, (width + 7) // 8) if kind == 0 else (8, width * 3)
    packer, packed = zlib.compressobj(9), []
    for _chunk in range(0, height, 10_000):
        packed.append(packer.compress(bytes((row + 1) * min(10_000, height))))
    head = width.to_bytes(4) + height.to_bytes(4) + bytes([depth, kind, 0, 0, 0])
    parts = [(b"IHDR", head), (b"IDAT", b"".join(packed) + packer.flush()), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4) + name + data + zlib.crc32(name + data).to_bytes(4)
        for name, data in parts
    )


def webp(width: int, height: int) -> bytes:
    """A WebP whose canvas is said to be this large."""
    told = BytesIO()
    Image.new("RGBA", (8, 8)).save(told, "WEBP", lossless=True, icc_profile=bytes(128))
    raw = told.getvalue()
    at = raw.index(b"VP8X") + 12
    return (
        raw[:at]
        + (width - 1).to_bytes(3, "little")
        + (height - 1).to_bytes(3, "little")
        + raw[at + 6 :]
    )


@pytest.mark.slow
@each(
    "made",
    case("one point wide", lambda: png(1, 59_999_999)),
    case("one point high", lambda: png(59_999_999, 1)),
    case("81 million points", lambda: png(9_000, 9_000)),
    case("200 MB once decoded", lambda: png(7_000, 7_000, 2)),
)
def test_a_photo_too_large_is_refused_before_it_is_decoded(made):
    content = made()
    assert len(content) < 300_000
    # Not even the process that draws it has memory to decode any of it.
    told = run_confined("scoring.actas.pictures", content, limits=Limits(memory=60 * 1024**2))
    assert json.loads(told) == {"refused": "photo_too_big"}
    with pytest.raises(Refused, match="12000 puntos de lado"):
        photo_to_keep(content)


def test_the_sides_a_webp_says_are_not_believed():
    with pytest.raises(Refused) as refused:
        photo_to_keep(webp(16_000, 16_000))
    assert refused.value.code in ("photo_too_big", "not_a_photo")


@pytest.mark.slow
def test_a_large_photo_of_a_telephone_is_kept():
    told = BytesIO()
    Image.effect_noise((900, 1200), 60).resize((6_000, 8_000)).save(told, "JPEG", quality=60)
    kept = photo_to_keep(told.getvalue())
    assert (kept.width, kept.height) == (1500, 2000)


def test_an_animation_is_kept_as_its_first_picture():
    frames = [Image.new("RGB", (40, 60), colour) for colour in ("white", "black")]
    told = BytesIO()
    frames[0].save(told, "PNG", save_all=True, append_images=frames[1:])
    kept = photo_to_keep(told.getvalue())
    assert (kept.width, kept.height) == (40, 60)


# --- What the site does with it ------------------------------------------------------------------
@world
def match(casino, pairs):
    return seat_round(casino, [pairs(casino, 2)]).matches.get()


@world
def page(match):
    return f"/t/{match.tournament.slug}/acta/{match.code}/"


def kept() -> list[Path]:
    root = Path(default_storage.location)
    return [path for path in root.rglob("*") if path.is_file()]


@pytest.mark.slow
def test_neither_the_site_nor_its_worker_decodes_it(
    desk, page, monkeypatch, django_capture_on_commit_callbacks
):
    def never(*_arguments, **_names):
        raise AssertionError("decoded by the site itself")

    whole = BytesIO()
    Image.new("RGB", (60, 40)).save(whole, "JPEG")
    monkeypatch.setattr(Image, "open", never)
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"{page}fotos/", {"photo": SimpleUploadedFile("a.jpg", whole.getvalue())})
    assert Photo.objects.get().width == 60


@pytest.mark.slow
def test_a_photo_that_failed_leaves_nothing_and_whoever_took_it_is_told(
    desk, page, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        file = SimpleUploadedFile("a.png", png(1, 59_999_999))
        answer = desk.post(f"{page}fotos/", {"photo": file}, follow=True)
        assert "Preparando una foto" in answer.text and len(kept()) == 1
    assert (kept(), Photo.objects.exists(), Job.objects.get().upload.name) == ([], False, "")
    assert (Job.objects.get().code, Job.objects.get().attempts) == ("photo_too_big", 1)
    assert not AuditLine.objects.filter(act="add_photo").exists()
    assert "La foto es demasiado grande" in desk.get(page).text


def test_a_photo_whose_reader_breaks_leaves_nothing(
    desk, page, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr(photos, "run_confined", lambda *_a, **_n: json.dumps({"refused": 1}) / 0)
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"{page}fotos/", {"photo": SimpleUploadedFile("a.png", png(2, 2))})
    assert (kept(), Photo.objects.exists(), Job.objects.get().code) == ([], False, "failed")
