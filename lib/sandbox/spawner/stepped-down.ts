/** Nobody's number, to try with whether stepping down is whole. */
export const TRIAL_USER = 0x70ffffff;

/** Four users and four groups, no further group, no capability left. */
const STEPPED_DOWN = [
  new RegExp(`^Uid:(\\s+${TRIAL_USER}){4}$`, "m"),
  new RegExp(`^Gid:(\\s+${TRIAL_USER}){4}$`, "m"),
  /^Groups:\s*$/m,
  /^CapPrm:\s*0+$/m,
  /^CapEff:\s*0+$/m,
  /^CapAmb:\s*0+$/m,
];

/** Whether a process whose /proc/self/status this is has stepped down to that user, and wholly. */
export function isSteppedDown(status: string): boolean {
  return STEPPED_DOWN.every((line) => line.test(status));
}
