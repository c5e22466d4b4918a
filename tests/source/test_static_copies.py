"""The compressed copies of static files exist only for files that browsers request."""

from config.storage import ManifestFiles


def test_only_requested_files_have_compressed_copies(tmp_path):
    files = ManifestFiles(location=tmp_path)
    names = ("a.js", "a.js.map", "a.woff2")
    for name in names:
        (tmp_path / name).write_bytes(b"a" * 500)
    assert list(files.post_process({name: (files, name) for name in names}))
    stored_name_of_script = files.stored_name("a.js")
    assert stored_name_of_script != "a.js"
    copies = {path.name for path in tmp_path.iterdir() if path.suffix in (".br", ".gz")}
    assert copies == {f"{stored_name_of_script}.br", f"{stored_name_of_script}.gz"}
