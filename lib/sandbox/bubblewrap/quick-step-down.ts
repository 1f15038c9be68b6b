import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { type Machine, NO_ENVIRONMENT } from "#lib/sandbox/machine.ts";
import { quickStepDown } from "#lib/sandbox/spawner/step-down.ts";

/** Nobody's number, to try it with. */
const TRIAL = 0x70ffffff;
/** Four users and four groups, no further group, no capability left. */
const STEPPED_DOWN = [
  new RegExp(`^Uid:(\\s+${TRIAL}){4}$`, "m"),
  new RegExp(`^Gid:(\\s+${TRIAL}){4}$`, "m"),
  /^Groups:\s*$/m,
  /^CapPrm:\s*0+$/m,
  /^CapEff:\s*0+$/m,
  /^CapAmb:\s*0+$/m,
];
const SET_ID = 0o6000;

/**
 * setpriv asks the system's directories first whether a number is somebody's name, and that is half of its time; chroot can be
 * told not to. It is taken only where it was seen to step down whole, and where others do what it leaves out: the
 * undertaker ends what a killed spawner leaves in its groups, and bubblewrap gives up gaining rights by itself, which would be too
 * late only where it is installed to gain some.
 */
export function findQuickStepDown({ root, cgroups, bubblewrap, programs: { chroot, env } }: Machine): string | null {
  if (!root || cgroups.length === 0 || !bubblewrap || !chroot || !env) return null;
  try {
    if ((statSync(bubblewrap.path).mode & SET_ID) !== 0) return null;
    const [program, ...args] = quickStepDown(chroot, TRIAL);
    const said = execFileSync(program, [...args, env, "cat", "/proc/self/status"], {
      encoding: "utf8",
      env: NO_ENVIRONMENT,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 5_000,
    });
    return STEPPED_DOWN.every((line) => line.test(said)) ? chroot : null;
  } catch {
    return null;
  }
}
