import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Machine, NO_ENVIRONMENT } from "#lib/sandbox/machine.ts";
import { doorOf, JOIN } from "#lib/sandbox/spawner/join-groups.ts";
import { isSteppedDown, TRIAL_USER } from "#lib/sandbox/spawner/stepped-down.ts";
import { groupOrders } from "./group-orders.ts";

const SET_ID = 0o6000;
const FIRST_DESCRIPTOR = 3;

/**
 * Whether a launch can begin as the user that it is for, before its first program: then no program has to be started to step
 * down. It joins its groups by descriptors that we opened, and not every kernel lets a stranger use one of ours; so it is
 * done only where it was seen to step down whole and to be in its groups then, and where others do what setpriv would do
 * besides: the undertaker ends what a killed spawner leaves in its groups, and bubblewrap gives up gaining rights by
 * itself, which would be too late only where it is installed to gain some.
 */
export function stepsDownEarly({ root, cgroups, bubblewrap, programs: { sh, env } }: Machine): boolean {
  if (!root || cgroups.length === 0 || !bubblewrap || !sh || !env) return false;
  const name = `airlock-step-${process.pid}`;
  const groups = groupOrders(cgroups, null).map(({ version, directory }) => ({
    directory: join(directory, name),
    door: doorOf(version, join(directory, name)),
  }));
  try {
    if ((statSync(bubblewrap.path).mode & SET_ID) !== 0) return false;
    for (const { directory } of groups) mkdirSync(directory);
    const said = tryOut(
      sh,
      env,
      groups.map(({ door }) => door),
    );
    const isMember = said.split(name).length - 1 === groups.length;
    return isMember && isSteppedDown(said);
  } catch {
    return false;
  } finally {
    for (const { directory } of groups) tryRemove(directory);
  }
}

/** What a process that begins so says of itself, once it has joined. */
function tryOut(sh: string, env: string, doors: readonly string[]): string {
  const opened = doors.map((door) => openSync(door, constants.O_WRONLY));
  const numbers = opened.map((_, index) => `${FIRST_DESCRIPTOR + index}`);
  try {
    return execFileSync(
      sh,
      [
        "-c",
        `${JOIN} exec "$@"`,
        "sh",
        `${numbers.length}`,
        ...numbers,
        env,
        "cat",
        "/proc/self/status",
        "/proc/self/cgroup",
      ],
      {
        encoding: "utf8",
        env: NO_ENVIRONMENT,
        stdio: ["ignore", "pipe", "ignore", ...opened],
        timeout: 5_000,
        ...{ uid: TRIAL_USER, gid: TRIAL_USER },
      },
    );
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

function tryRemove(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // Never made.
  }
}
