#!/usr/bin/env bash
# Installs the Debian packages into a bare Debian of their own, runs the daemon there as its user, removes them again. Takes a minute and
# root, so only in long mode. The Debian is made once, in the build folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

skip() {
  echo "skipped: $*"
  exit 77
}
[[ -n ${BATON_LONG:-} ]] || skip "only in long mode"
[[ $EUID -eq 0 ]] || skip "a chroot needs root"

die() {
  echo "$*" >&2
  exit 1
}
command -v debootstrap >/dev/null || die "debootstrap is not installed; ./dev test --long does it"

./dev package
base=$PWD/build/package/debian
if [[ ! -e $base/complete ]]; then
  rm -rf "$base"
  debootstrap --variant=minbase bookworm "$base"
  touch "$base/complete"
fi
root=$(mktemp -d "$PWD/build/package/chroot.XXXXXX")
leave() {
  [[ -z ${daemon:-} ]] || kill "$daemon" 2>/dev/null || true
  umount "$root/proc" 2>/dev/null || true
  rm -rf "$root"
}
trap leave EXIT
cp -a "$base/." "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
cp build/package/*.deb "$root/tmp/"

within() { chroot "$root" /usr/bin/env DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
within apt-get update -qq
within apt-get install -y -qq --no-install-recommends /tmp/baton.deb

[[ $(within stat -c '%U %a' /var/lib/baton) == "baton 700" ]] || die "the state is not the daemon's own"
[[ $(within stat -c '%U:%G %a' /etc/baton/baton.toml) == "root:baton 640" ]] || die "the configuration is readable for all"
[[ $(within dpkg-query -W -f '${Conffiles}' baton) == *"/etc/baton/baton.toml"* ]] || die "the configuration is no conffile"
within test -e /etc/systemd/system/multi-user.target.wants/baton.service || die "the service is not enabled"

# On a port of its own: the network is the machine's.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
chroot "$root" /usr/bin/setpriv --reuid=baton --regid=baton --clear-groups /usr/bin/baton serve \
  --config /etc/baton/baton.toml --listen "127.0.0.1:$port" &
daemon=$!
curl -fsS --retry 30 --retry-delay 1 --retry-connrefused "http://127.0.0.1:$port/livez"
auth="Authorization: Bearer $(cat "$root/var/lib/baton/baton.token")"
curl -fsS -H "$auth" "http://127.0.0.1:$port/v1/tasks" -d '{"kind":"write"}'
kill -TERM "$daemon"
wait "$daemon" || die "the daemon did not stop as it should"
daemon=

mv "$root/etc/baton/baton.toml" "$root/tmp/"
within apt-get install -y -qq --reinstall /tmp/baton.deb || die "the package needs a configuration that was removed"
mv "$root/tmp/baton.toml" "$root/etc/baton/"

within apt-get remove -y -qq baton
within test -s /etc/baton/baton.toml || die "removing took the configuration"
within apt-get purge -y -qq baton
within test ! -e /etc/baton || die "purging left the configuration"
within test -s /var/lib/baton/state.db || die "purging took the state"

# The library: found, compiled against and run, by the compiler that Debian has by default.
within apt-get install -y -qq --no-install-recommends /tmp/libbaton-dev.deb cmake make g++
within cmake -S /usr/share/doc/libbaton-dev/examples -B /tmp/examples
within cmake --build /tmp/examples
within /tmp/examples/example_embed sqlite:/tmp/embedded.db
