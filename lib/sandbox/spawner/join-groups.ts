import { join } from "node:path";

/** Where a thread joins alone the kernel does not have to hold all others still; a fresh shell is the only one of its process. */
export function doorOf(version: 1 | 2, directory: string): string {
  return join(directory, version === 1 ? "tasks" : "cgroup.procs");
}

/** A shell knows descriptors of one digit only. */
export const LAST_DOOR = 9;

/**
 * For a shell: its arguments are a number, so many descriptors of groups' doors, and the rest. It joins each group by the
 * descriptor, because by then it may be a user that could not open the door, and closes it: nobody after it could move on by it.
 * 125: nothing ran.
 */
export const JOIN =
  'n=$1; shift; while [ "$n" -gt 0 ]; do echo 0 >&"$1" || exit 125; eval "exec $1>&-"; shift; n=$((n-1)); done;';
