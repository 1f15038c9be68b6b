import { answered, group, type Probe, program } from "../probe.ts";
import { type CallName, callNumber } from "../program/call-numbers.ts";
import type { Argument } from "../program/call-program.ts";
import type { Host } from "./host.ts";

const TOO_LONG = 65;
const NO_CLOCK = 99;
const SET_TICK = 0x4000;

/** The clock, the machine's name, and what a call may use up. None of the arguments changes anything. */
export function machineStateProbes({ architecture }: Host): Probe[] {
  const one = (call: CallName, ...list: Argument[]) =>
    program(architecture, [{ number: callNumber(call, architecture), arguments: list }]);
  // A tick that cannot be is refused only after the privilege was looked at.
  const timex = Buffer.alloc(208);
  timex.writeUInt32LE(SET_TICK, 0);
  return [
    ...group("clock, name and terminal", [
      { name: "set the clock", attempt: one("settimeofday", 0, 0), reached: answered },
      { name: "set a clock", attempt: one("clock_settime", NO_CLOCK, 0), reached: answered },
      { name: "tune the clock", attempt: one("adjtimex", timex), reached: answered },
      { name: "tune a clock", attempt: one("clock_adjtime", 0, timex), reached: answered },
      { name: "name the machine", attempt: one("sethostname", Buffer.alloc(TOO_LONG), TOO_LONG), reached: answered },
      {
        name: "name the machine's domain",
        attempt: one("setdomainname", Buffer.alloc(TOO_LONG), TOO_LONG),
        reached: answered,
      },
      { name: "find a terminal", attempt: { kind: "list", path: "/sys/class/tty" } },
    ]),
    ...group("limits", [
      {
        name: "write a file beyond its limit",
        attempt: { kind: "shell", script: fill("{workspace}/large", 6), mark: "filled" },
      },
      { name: "fill the shared memory", attempt: { kind: "shell", script: fillMany("/dev/shm", 5), mark: "filled" } },
      {
        name: "fill the temporary directory",
        attempt: { kind: "shell", script: fillMany("/tmp", 24), mark: "filled" },
      },
      { name: "hold more files open than allowed", attempt: { kind: "look", at: "open files", mark: "600" } },
      { name: "start more processes than allowed", attempt: { kind: "look", at: "children", mark: "120" } },
      {
        name: "leave a core file",
        attempt: { kind: "shell", script: "[ $(ulimit -Hc) = 0 ] || echo large", mark: "large" },
      },
      {
        name: "raise a limit again",
        attempt: { kind: "shell", script: "ulimit -n 600 && echo raised", mark: "raised" },
      },
    ]),
  ];
}

function fill(path: string, megabytes: number): string {
  return `head -c ${megabytes * 1_048_576} /dev/zero > ${path} && echo filled; rm -f ${path}`;
}

/** In pieces that are each within the limit of a file. */
function fillMany(place: string, pieces: number): string {
  const paths = Array.from({ length: pieces }, (_, index) => `${place}/airlock-fill-$$-${index}`);
  const each = paths.map((path) => `head -c 3145728 /dev/zero > ${path}`).join(" && ");
  return `${each} && echo filled; rm -f ${paths.join(" ")}`;
}
