import type { Launch } from "../bubblewrap/launch.ts";

/** The kernel ends it with us. A change of user disarms it, so whoever changes the user arms it again. */
export const WITH_PARENT = ["--pdeathsig", "KILL"];

/** The words before a command line that make it run as this user, with no group but its own and no way back. */
export function stepDownTo(user: number, { setpriv }: NonNullable<Launch["stepDown"]>): string[] {
  return [setpriv, "--reuid", `${user}`, "--regid", `${user}`, "--clear-groups", "--no-new-privs", ...WITH_PARENT];
}
