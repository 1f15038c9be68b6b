import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Ends what a spawner that was killed leaves behind. bubblewrap asks the kernel to be ended with its parent, but only
 * once it runs: a spawner that dies a moment earlier leaves a process that nobody will end, and that goes on to start the
 * tool. So a shell waits beside us, from our first breath, for the end of a stream that only we hold open. Then it kills
 * whoever is in one of our groups and takes the group away; whoever has not joined yet finds no group, and ends itself.
 * One that sees its group removed under it cannot exist: a group with a member cannot be removed.
 */
const SWEEP = `read -r nothing
n=0
while [ "$n" -lt 500 ]; do
  left=
  for directory in "$@"; do
    for group in "$directory/$0-"*; do
      [ -d "$group" ] || continue
      left=1
      while read -r pid; do kill -KILL "$pid"; done < "$group/cgroup.procs"
      rmdir "$group"
    done
  done 2>/dev/null
  [ -z "$left" ] && exit
  sleep 0.02
  n=$((n+1))
done`;

/** `name` is what the names of all our groups begin with. Returns what keeps it waiting: let go of, it does its work. */
export function startUndertaker(sh: string, name: string, directories: readonly string[]): Socket | null {
  if (directories.length === 0) return null;
  const child = spawn(sh, ["-c", SWEEP, name, ...directories], {
    // Of no group and no session of ours: what is sent to all of us at once must not reach it.
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" } as unknown as NodeJS.ProcessEnv,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
  const held = child.stdin as Socket;
  held.on("error", () => {});
  held.unref();
  return held;
}
