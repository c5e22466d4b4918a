#!/bin/sh
# Inside namespaces of its own (mounts, network, processes): a copy of this machine to write in,
# which is gone when the last process of it ends. enter.sh FOLDER-FOR-IT COMMAND…
set -eu
copy=$1
shift
mount -t tmpfs -o size=3g,mode=755 tmpfs "$copy"
mkdir "$copy/upper" "$copy/work" "$copy/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$copy/upper,workdir=$copy/work" "$copy/root"
for folder in $TAPETE_COPY_BIND; do # what is on another disk does not show through
    mkdir -p "$copy/root$folder"
    mount --bind "$folder" "$copy/root$folder"
done
mount -t proc proc "$copy/root/proc"
mount --rbind /dev "$copy/root/dev"
mount -t tmpfs -o mode=755 tmpfs "$copy/root/run"
ip link set lo up
exec chroot "$copy/root" "$@"
