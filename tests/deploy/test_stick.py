"""Tests of the USB stick (`./dev stick`): the contents of its image, and that it serves.

A virtual machine takes many minutes to start, so the stick's system is unpacked and started in a
chroot, as the user of the stick and without a network. `./dev test --long` starts the image itself
in QEMU.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from deploy.stick import build
from tests.programs import free_port, skip_or_fail
from tests.sizes import LONG

pytestmark = [pytest.mark.slow, pytest.mark.timeout(2400)]  # the image takes minutes
PROGRAMS = ("mmdebstrap", "mksquashfs", "xorriso", "mcopy", "sfdisk", "grub-mkimage", "ip")
PATIENCE = 120  # seconds that the first start in the chroot may take
BOOT_PATIENCE = 1500  # seconds that the start of a PC with an emulated processor may take
NAMESPACES = ("--mount", "--pid", "--net", "--fork", "--kill-child")
START = """
ip link set lo up
mount --bind {root} {root}
mount -t proc proc {root}/proc
mount -t tmpfs tmpfs {root}/dev/shm
exec chroot {root} su - tapete -c "$SERVE"
"""
SERVE = f"""
tapete >/tmp/run.log 2>&1 &
for second in $(seq {PATIENCE}); do
    python3 -c '
import urllib.request
print(urllib.request.urlopen("http://127.0.0.1:8000/readyz").status)
' 2>/dev/null && break
    sleep 1
done
tapete --close
wait
cat /tmp/run.log
"""
PC = (
    *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", "2048"),
    *("-display", "none", "-device", "qemu-xhci", "-device", "usb-storage,drive=stick"),
)


@pytest.fixture(scope="module")
def image(tmp_path_factory) -> Iterator[Path]:
    """The image of the stick, with the fastest compression."""
    if os.getuid() != 0:
        skip_or_fail("only root can make the image of the stick")
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        skip_or_fail(f"{', '.join(missing)} of ./dev stick are missing")
    folder = tmp_path_factory.mktemp("stick")
    yield build.build(folder, level=1)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def starts(image) -> list[int]:
    """The position of the first byte of each partition: the system, UEFI, the data."""
    table = json.loads(_output("sfdisk", "--json", image))["partitiontable"]
    return [partition["start"] * table["sectorsize"] for partition in table["partitions"]]


@pytest.fixture(scope="module")
def root(image, tmp_path_factory) -> Iterator[Path]:
    """The unpacked system of the stick."""
    folder = tmp_path_factory.mktemp("root")
    system = folder / "filesystem.squashfs"
    _output("xorriso", "-osirrox", "on", "-indev", image, "-extract", "/live", folder)
    _output("unsquashfs", "-quiet", "-no-progress", "-dest", folder / "root", system)
    system.unlink()
    yield folder / "root"
    shutil.rmtree(folder)


def test_the_uefi_partition_has_the_loaders_signed_by_debian(image, starts):
    efi = f"{image}@@{starts[1]}"
    listing = _output("mdir", "-b", "-i", efi, "::/EFI/BOOT")
    assert {Path(name).name for name in listing.split()} == {
        "BOOTX64.EFI",
        "grubx64.efi",
        "mmx64.efi",
    }


def test_the_data_partition_keeps_the_homes_the_networks_and_the_printers(image, starts):
    partition = f"{image}?offset={starts[2]}"
    folders = _output("debugfs", "-R", "cat persistence.conf", partition)
    assert folders.split() == ["/home", "/etc/NetworkManager/system-connections", "/etc/cups"]
    label = _output("e2label", partition).strip()
    menu = (Path(build.__file__).parent / "grub.cfg").read_text()
    assert f"persistence-label={label} " in menu


def test_the_stick_logs_one_user_in_without_a_password_and_starts_tapete(root):
    shadow = dict(line.split(":")[:2] for line in (root / "etc/shadow").read_text().splitlines())
    assert shadow["tapete"] == "" and shadow["root"] in ("*", "!")
    display = (root / "etc/lightdm/lightdm.conf.d/50-tapete.conf").read_text()
    assert "autologin-user=tapete" in display
    assert "exec tapete" in (root / "etc/xdg/autostart/tapete.desktop").read_text()
    services = {path.name for path in (root / "etc/systemd/system").rglob("*.service")}
    assert {"NetworkManager.service", "display-manager.service", "tapete-grow.service"} <= services
    kernels = {path.name for path in (root / "lib/modules").iterdir()}
    assert len(kernels) == 1


def test_the_system_of_the_stick_serves_in_a_chroot(root):
    result = subprocess.run(
        ["unshare", *NAMESPACES, "bash", "-euc", START.format(root=root)],
        env={"PATH": os.environ["PATH"], "SERVE": SERVE},
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
    )
    assert result.stdout.startswith("200\n"), result.stdout + result.stderr
    assert "Tapete está en marcha: http://127.0.0.1:8000/" in result.stdout
    assert "Traceback" not in result.stdout + result.stderr


@pytest.mark.skipif(not LONG, reason="an emulated PC takes many minutes to start")
def test_a_pc_starts_from_the_stick_and_serves_the_network(image, starts, tmp_path):
    stick, port = tmp_path / "stick.img", free_port()
    subprocess.run(["cp", "--sparse=always", image, stick], check=True)
    os.truncate(stick, 4 << 30)  # a stick is larger than its image
    drive = ("-drive", f"file={stick},format=raw,if=none,id=stick")
    network = ("-nic", f"user,hostfwd=tcp:127.0.0.1:{port}-:8000")
    pc = subprocess.Popen([*PC, *drive, *network])
    try:
        end = time.monotonic() + BOOT_PATIENCE
        while not (ready := _answers(f"http://127.0.0.1:{port}/readyz")) and time.monotonic() < end:
            assert pc.poll() is None
            time.sleep(2)
        assert ready
    finally:
        pc.kill()  # like a stick that somebody pulls out
        pc.wait()
    data = tmp_path / "data.img"
    skip = (f"skip={starts[2]}", "iflag=skip_bytes", "bs=1M", "conv=sparse")
    _output("dd", f"if={stick}", f"of={data}", *skip)
    subprocess.run(["e2fsck", "-fp", data], check=False)  # as the next start repairs the disk
    listing = _output("debugfs", "-R", "ls -p home/tapete/.local/share/tapete", data)
    assert "/running/" in listing
    _output("debugfs", "-R", f"rdump home/tapete/.local/share/tapete {tmp_path}", data)
    with closing(sqlite3.connect(tmp_path / "tapete/tapete.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("SELECT count(*) FROM tournaments_tournament").fetchone() == (1,)
    header = _output("dumpe2fs", "-h", data)
    blocks = next(
        line.split()[-1] for line in header.splitlines() if line.startswith("Block count")
    )
    assert int(blocks) * 4096 > 2 << 30  # the partition has grown to the end of the stick


def _answers(url: str) -> bool:
    with suppress(OSError):
        return urllib.request.urlopen(url, timeout=20).status == 200
    return False


def _output(*words: str | Path) -> str:
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout
