"""Make the image of a stick that starts any PC with Tapete: `./dev stick` writes dist/….img.

The image is a Debian of this machine's release, made by mmdebstrap, with the package installed;
live-boot starts it from a compressed, read-only file. GRUB starts it on a BIOS and, signed by
Debian, on UEFI with Secure Boot. The data are in a partition of their own, which the first start
grows to the end of the stick.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.package import build as package

ROOT = package.ROOT
FOLDER = Path(__file__).parent
LABEL = "tapete-datos"  # label of the data partition; grub.cfg and `grow` name it too
DATA = "128M"  # size of the data partition, which the first start enlarges
# Folders stored in the data partition: live-boot reads them from persistence.conf(5).
PERSISTENT = ("/home", "/etc/NetworkManager/system-connections", "/etc/cups")
GRUB = Path("/usr/lib/grub")
SHIM = Path("/usr/lib/shim")
BIOS_MODULES = ("biosdisk", "iso9660", "part_msdos", "linux", "normal", "search_fs_file")
FIND_DISK = "search --file --set=root /.disk/info\nset prefix=($root)/boot/grub\n"


def build(target: Path, *, level: int = 19) -> Path:
    """Write the image into the folder `target`, compressed at zstd's `level`; return its path.

    Raises CalledProcessError if a step fails.
    """
    release = platform.freedesktop_os_release()
    python = {"12": "3.11", "13": "3.13"}[release["VERSION_ID"]]
    with TemporaryDirectory() as folder:
        work = Path(folder)
        deb = package.build(work, pythons=[python], level=1)
        disk = work / "disk"
        (disk / "live").mkdir(parents=True)
        _make_system(release["VERSION_CODENAME"], deb, work / "root")
        for name in ("vmlinuz", "initrd"):
            (boot_file,) = (work / "root/boot").glob(f"{name}*")
            shutil.copy(boot_file, disk / "live" / name)
        _run(
            *("mksquashfs", work / "root", disk / "live/filesystem.squashfs", "-quiet"),
            *("-no-progress", "-comp", "zstd", "-Xcompression-level", str(level)),
            *("-e", "boot"),
        )
        _make_boot(work, disk)
        _make_data(work)
        image = target / deb.with_suffix(".img").name
        target.mkdir(parents=True, exist_ok=True)
        _join(work, disk, image)
        shutil.rmtree(work / "root")
    return image


def _make_system(codename: str, deb: Path, root: Path) -> None:
    """Install Debian and the package, and create the user `tapete`, in the folder `root`."""
    names = [*_packages(), *package.needed_packages()]
    user = "useradd --create-home --shell /bin/bash --groups audio,lpadmin,netdev,plugdev,video"
    commands = (
        "locale-gen",
        "ln -sf /usr/share/zoneinfo/Europe/Madrid /etc/localtime",
        "dpkg -i /tapete.deb",
        "rm /tapete.deb",
        f"{user} tapete",
        "passwd --delete tapete",
    )
    _run(
        *("mmdebstrap", "--quiet", "--variant=minbase", "--components=main,non-free-firmware"),
        # A hall needs no manuals and no documentation.
        *("--dpkgopt=path-exclude=/usr/share/man/*", "--dpkgopt=path-exclude=/usr/share/doc/*"),
        *("--dpkgopt=path-include=/usr/share/doc/*/copyright", "--dpkgopt=force-unsafe-io"),
        *("--dpkgopt=force-confold", f"--include={','.join(names)}"),
        f"--customize-hook=sync-in {FOLDER / 'files'} /",
        f"--customize-hook=upload {deb} /tapete.deb",
        *(f'--customize-hook=chroot "$1" {words}' for words in commands),
        *(codename, root),
    )


def _packages() -> Iterator[str]:
    """Yield the names of the Debian packages in packages.txt."""
    for line in (FOLDER / "packages.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            yield line


def _make_boot(work: Path, disk: Path) -> None:
    """Write GRUB for a BIOS into the disk, and a small FAT partition with GRUB for UEFI."""
    (disk / ".disk").mkdir()
    (disk / ".disk/info").write_text("Tapete\n")
    grub = disk / "boot/grub"
    grub.mkdir(parents=True)
    shutil.copy(FOLDER / "grub.cfg", grub)
    (work / "find.cfg").write_text(FIND_DISK)
    _run(
        *("grub-mkimage", "-O", "i386-pc-eltorito", "-p", "/boot/grub", "-c", work / "find.cfg"),
        *("-o", grub / "bios.img", *BIOS_MODULES),
    )
    efi = work / "efi.img"
    _run("mformat", "-C", "-i", efi, "-T", str(16 * 2048), "-v", "EFI", "::")
    _run("mmd", "-i", efi, "::/EFI", "::/EFI/BOOT")
    for source, name in (
        (SHIM / "shimx64.efi.signed", "BOOTX64.EFI"),
        (SHIM / "mmx64.efi.signed", "mmx64.efi"),
        (GRUB / "x86_64-efi-signed/gcdx64.efi.signed", "grubx64.efi"),
    ):
        _run("mcopy", "-i", efi, source, f"::/EFI/BOOT/{name}")


def _make_data(work: Path) -> None:
    """Write the data partition, with the list of the folders that live-boot stores in it."""
    (work / "data").mkdir()
    (work / "data/persistence.conf").write_text("".join(f"{folder}\n" for folder in PERSISTENT))
    _run(
        *("mke2fs", "-q", "-t", "ext4", "-T", "default", "-b", "4096", "-L", LABEL),
        *("-E", "root_owner=0:0,resize=67108864", "-d", work / "data"),
        *(work / "data.img", DATA),
    )


def _join(work: Path, disk: Path, image: Path) -> None:
    """Join the disk and the UEFI and data partitions into one image, for a stick or a DVD."""
    _run(
        *("xorriso", "-as", "mkisofs", "-quiet", "-iso-level", "3", "-volid", "TAPETE"),
        *("-o", image, "-partition_offset", "16"),
        *("--grub2-mbr", GRUB / "i386-pc/boot_hybrid.img"),
        *("-b", "boot/grub/bios.img", "-no-emul-boot", "-boot-load-size", "4"),
        *("-boot-info-table", "--grub2-boot-info"),
        *("-append_partition", "2", "0xef", work / "efi.img"),
        *("-eltorito-alt-boot", "-e", "--interval:appended_partition_2:all::", "-no-emul-boot"),
        *("-append_partition", "3", "0x83", work / "data.img"),
        disk,
    )


def _run(*words: str | Path) -> None:
    subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    if os.geteuid():
        sys.exit("./dev stick makes a whole Debian: repeat the command as root (sudo ./dev stick)")
    image = build(ROOT / "dist")
    print(f"{image.relative_to(ROOT)}: {image.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
