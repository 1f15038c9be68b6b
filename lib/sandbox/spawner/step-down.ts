import type { Launch } from "../bubblewrap/launch.ts";

/** The kernel ends it with us. A change of user disarms it, so whoever changes the user arms it again. */
export const WITH_PARENT = ["--pdeathsig", "KILL"];

/** The words before a command line that make it run as this user, with no group but its own and no way back. */
export function stepDownTo(user: number, { setpriv, chroot }: NonNullable<Launch["stepDown"]>): string[] {
  if (chroot !== null) return quickStepDown(chroot, user);
  return [setpriv, "--reuid", `${user}`, "--regid", `${user}`, "--clear-groups", "--no-new-privs", ...WITH_PARENT];
}

/** The same in half the time, because nothing is asked about the number. It stays in the same root. */
export function quickStepDown(chroot: string, user: number): [string, ...string[]] {
  return [chroot, `--userspec=+${user}:+${user}`, "--groups=", "/"];
}
