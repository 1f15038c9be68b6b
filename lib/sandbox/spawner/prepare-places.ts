import type { MountIdentity, WithoutExec } from "../bubblewrap/launch.ts";
import { WITH_PARENT } from "./step-down.ts";

export interface CheckedMount {
  readonly place: string;
  readonly path: string;
  readonly identity: MountIdentity;
}

/**
 * 125: nothing ran. A place that does not turn out to be the directory that was opened without following a link is not
 * used: whoever swaps it in between changes nothing but whether this call runs.
 */
const PREPARE = [
  'PATH=/usr/bin:/bin; mount=$1; stat=$2; "$mount" -t tmpfs -o size=1m,mode=755 none "$3" || exit 125; n=$4; shift 4',
  'while [ "$n" -gt 0 ]; do { if [ -d "$2" ]; then mkdir "$1"; else : > "$1"; fi; } && "$mount" --bind "$2" "$1"' +
    ' && [ "$("$stat" -c %d:%i "$1")" = "$3" ] && "$mount" -o remount,bind,noexec,nosuid,nodev "$1" || exit 125; shift 3; n=$((n-1)); done',
  'n=$1; shift; while [ "$n" -gt 0 ]; do mkdir "$1"' +
    ' && "$mount" -t tmpfs -o "noexec,nosuid,nodev,mode=1777,size=$2" none "$1" || exit 125; shift 2; n=$((n-1)); done',
  'unset PATH PWD OLDPWD; exec "$@"',
].join("; ");

/** Words to stand before the rest of a launch, while it is still whoever started it. See `places-without-exec.ts`. */
export function preparePlaces(step: WithoutExec, mounts: readonly CheckedMount[]): string[] {
  const { here, unshare, sh, mount, stat, armedBy, empty } = step;
  return [
    // Without root, rights over mounts come with a user namespace; making one disarms the signal that ends us with the spawner.
    ...[unshare, ...(armedBy === null ? [] : ["--user", "--map-root-user"]), "--mount", "--propagation", "private"],
    ...[sh, "-c", PREPARE, "sh", mount, stat, here, `${mounts.length}`],
    ...mounts.flatMap(({ place, path, identity: [device, inode] }) => [place, path, `${device}:${inode}`]),
    ...[`${empty.length}`, ...empty.flatMap(({ source, bytes }) => [source, `${bytes}`])],
    ...(armedBy === null ? [] : [armedBy, ...WITH_PARENT]),
  ];
}
