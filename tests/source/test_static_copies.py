"""The compressed copies of the files of the pages: made once, and of what a browser asks for."""

import os

from config.storage import KeptCopies, ManifestFiles


def test_a_copy_is_made_once_and_again_when_the_file_changes(tmp_path, monkeypatch):
    made = []
    compress = KeptCopies.compress_brotli
    monkeypatch.setattr(
        KeptCopies,
        "compress_brotli",
        staticmethod(lambda data: made.append(data) or compress(data)),
    )
    page = tmp_path / "a.css"
    copies = [f"{page}.br", f"{page}.gz"]
    for content, times in ((b"a" * 500, 1), (b"a" * 500, 1), (b"b" * 500, 2)):
        page.write_bytes(content)
        assert KeptCopies(quiet=True).compress(str(page)) == copies
        assert len(made) == times
    for broken in (
        lambda: page.with_suffix(".css.br").write_bytes(b"x"),
        lambda: os.remove(copies[1]),
    ):
        broken()
        assert KeptCopies(quiet=True).compress(str(page)) == copies
    assert len(made) == 4


def test_the_maps_of_the_sources_are_not_compressed():
    files = ManifestFiles().create_compressor(extensions=None, quiet=True)
    assert [name for name in ("a.js", "a.js.map", "a.woff2") if files.should_compress(name)] == [
        "a.js"
    ]


def test_only_the_names_that_pages_ask_for_have_a_copy(tmp_path):
    files = ManifestFiles(location=tmp_path)
    (tmp_path / "a.css").write_bytes(b"a" * 500)
    assert list(files.post_process({"a.css": (files, "a.css")}))
    asked = files.stored_name("a.css")
    assert asked != "a.css"
    copies = {path.name for path in tmp_path.iterdir()} - {files.manifest_name, "a.css", asked}
    assert copies == {f"{asked}.br", f"{asked}.gz"}
