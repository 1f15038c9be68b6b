import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { SECRETS_DIRECTORY } from "#lib/sandbox/plan-credentials.ts";
import type { WithoutExec } from "./launch.ts";

/**
 * Where a plan lists its programs, nothing else may be started: not what a tool writes, not what lies in a directory that
 * it was given, and not by way of the loader, which would map a file that cannot be started by itself. Only a mount
 * without exec stops all three, and bubblewrap has no option for one; but it keeps what a mount already is. So each of
 * these places is mounted so one step earlier, in a mount namespace of this launch alone (`spawner/prepare-places.ts`),
 * and bubblewrap binds it from there. Nobody else can reach into that namespace: what was checked is what is bound.
 */

/** Every machine has it, no plan mounts it, and in a namespace of our own it can be covered. */
const HERE = "/dev/shm";

/** Where a mount of the plan stands before bubblewrap binds it. */
export function mountPlace(index: number): string {
  return `${HERE}/m${index}`;
}

export interface EmptyPlace {
  readonly target: string;
  readonly source: string;
  readonly bytes: number;
}

/** Enough for what credentials take. */
const SECRETS_BYTES = 1_048_576;

/** The empty places of a plan, and the one for credentials that come with a call. */
export function emptyPlaces({ tmpfs, credentials }: SandboxPlan, secretsLater: boolean): EmptyPlace[] {
  const hasFiles = credentials?.some((credential) => credential.as === "file") ?? false;
  const places = [
    ...tmpfs.map(({ target, sizeMb }) => ({ target, bytes: sizeMb * 1_048_576 })),
    ...(hasFiles && secretsLater ? [{ target: SECRETS_DIRECTORY, bytes: SECRETS_BYTES }] : []),
  ];
  return places.map((place, index) => ({ ...place, source: `${HERE}/t${index}` }));
}

export function withoutExec({ root, programs }: Machine, empty: readonly EmptyPlace[]): WithoutExec {
  const { unshare, sh, mount, stat, setpriv } = programs;
  if (!unshare || !sh || !mount || !stat || !setpriv) {
    throw new Error("A launch with listed programs was built without unshare, mount, stat or setpriv.");
  }
  return {
    ...{ here: HERE, unshare, sh, mount, stat },
    armedBy: root ? null : setpriv,
    empty: empty.map(({ source, bytes }) => ({ source, bytes })),
  };
}
