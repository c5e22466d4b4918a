#!/bin/sh
# enter.sh FOLDER COMMAND…: run a command in a writable copy of this machine, made in FOLDER.
# It runs in its own namespaces (mounts, network, processes). The copy disappears when its last
# process ends.
set -eu
copy=$1
shift
mount -t tmpfs -o size=3g,mode=755 tmpfs "$copy"
mkdir "$copy/upper" "$copy/work" "$copy/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$copy/upper,workdir=$copy/work" "$copy/root"
for folder in $TAPETE_COPY_BIND; do # the overlay does not include other disks
    mkdir -p "$copy/root$folder"
    mount --bind "$folder" "$copy/root$folder"
done
mount -t proc proc "$copy/root/proc"
mount --rbind /dev "$copy/root/dev"
mount -t tmpfs -o mode=755 tmpfs "$copy/root/run"
ip link set lo up
exec chroot "$copy/root" "$@"
