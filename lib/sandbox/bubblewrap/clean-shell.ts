import { execFileSync } from "node:child_process";
import { type Machine, NO_ENVIRONMENT } from "#lib/sandbox/machine.ts";

/** What is run first in every launch takes out what a shell puts into the environment; some shells put in more. */
const SHOW = "unset PWD OLDPWD; exec";

/** Whether this machine's shell, started with nothing, hands on nothing. Then `env -i` is a program less in every start. */
export function leavesEnvironmentEmpty({ programs: { sh, env } }: Machine): boolean {
  if (!sh || !env) return false;
  try {
    return execFileSync(sh, ["-c", `${SHOW} ${env}`], { env: NO_ENVIRONMENT, timeout: 5_000 }).length === 0;
  } catch {
    return false;
  }
}
