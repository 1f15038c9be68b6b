import { group, type Probe, program, succeeded } from "../probe.ts";
import { type CallName, callNumber } from "../program/call-numbers.ts";
import type { Argument } from "../program/call-program.ts";
import type { Host } from "./host.ts";

const ALL = 0xffffffff;
const KEEP = ALL;
const [PR_CAP_AMBIENT, RAISE, PR_CAPBSET_READ] = [47, 2, 23];
const [CAP_SYS_ADMIN, CAP_NET_RAW, CAP_CHOWN] = [21, 13, 0];

/** Becoming somebody else, and holding or regaining what only an administrator has. */
export function privilegeProbes({ architecture, setUserProgram }: Host): Probe[] {
  const one = (call: CallName, ...list: Argument[]) =>
    program(architecture, [{ number: callNumber(call, architecture), arguments: list }]);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(0x20080522, 0);
  const wanted = Buffer.alloc(24);
  // Effective and permitted, for a capability that every administrator has.
  for (const offset of [0, 4]) wanted.writeUInt32LE(1 << CAP_CHOWN, offset);

  const holds = (set: string) => ({
    name: `hold a capability (${set})`,
    attempt: {
      kind: "shell",
      script: `grep -q '^${set}:.*[1-9a-f]' /proc/self/status && echo held`,
      mark: "held",
    } as const,
    // There, one capability over files lets a tool read what its policy names whoever owns it.
    notIn: ["named"] as const,
  });
  const inSet = (name: string, capability: number) => ({
    name: `keep ${name} within bounds`,
    attempt: one("prctl", PR_CAPBSET_READ, capability, 0, 0, 0),
    reached: (answer: Parameters<typeof succeeded>[0]) => "returned" in answer && answer.returned[0] === 1,
  });
  return group("privileges", [
    { name: "become root", attempt: one("setuid", 0), reached: succeeded },
    { name: "become root for a moment", attempt: one("setresuid", KEEP, 0, KEEP), reached: succeeded },
    { name: "join root's group", attempt: one("setgid", 0), reached: succeeded },
    { name: "choose our groups", attempt: one("setgroups", 0, 0), reached: succeeded },
    { name: "raise a capability", attempt: one("capset", header, wanted), reached: succeeded },
    {
      name: "hand a capability to what we start",
      attempt: program(architecture, [
        { number: callNumber("capset", architecture), arguments: [header, inheritable(wanted)] },
        { number: callNumber("prctl", architecture), arguments: [PR_CAP_AMBIENT, RAISE, CAP_CHOWN, 0, 0] },
      ]),
      reached: succeeded,
    },
    ...["CapEff", "CapPrm", "CapBnd"].map(holds),
    inSet("administration", CAP_SYS_ADMIN),
    inSet("raw packets", CAP_NET_RAW),
    {
      name: "gain privileges by running something",
      attempt: { kind: "shell", script: "grep -q '^NoNewPrivs:.*0' /proc/self/status && echo open", mark: "open" },
    },
    {
      name: "run without a filter",
      attempt: { kind: "shell", script: "grep -q '^Seccomp:.*0' /proc/self/status && echo open", mark: "open" },
    },
    ...(setUserProgram
      ? [
          {
            name: "become root by a program with the set-user bit",
            attempt: { kind: "shell", script: `[ "$(${setUserProgram} -u)" = 0 ] && echo root`, mark: "root" } as const,
          },
        ]
      : []),
    { name: "go before everybody else", attempt: one("setpriority", 0, 0, -20), reached: succeeded },
    {
      name: "run in real time",
      attempt: one("sched_setscheduler", 0, 1, Buffer.from([10, 0, 0, 0])),
      reached: succeeded,
    },
    { name: "read the disk before everybody else", attempt: one("ioprio_set", 1, 0, 1 << 13), reached: succeeded },
  ]);
}

function inheritable(wanted: Buffer): Buffer {
  const all = Buffer.from(wanted);
  all.writeUInt32LE(1 << CAP_CHOWN, 8);
  return all;
}
