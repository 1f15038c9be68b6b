import { answered, group, type Probe, program, succeeded } from "../probe.ts";
import { type CallName, callNumber } from "../program/call-numbers.ts";
import type { Argument } from "../program/call-program.ts";
import type { Host } from "./host.ts";

const [TRACE_ME, ATTACH, SEIZE] = [0, 16, 0x4206];
const OPEN_FILES = 7;

/** Seeing, signalling, tracing or changing a process that is not ours. */
export function processProbes({ architecture, victim, mark }: Host): Probe[] {
  const one = (call: CallName, ...list: Argument[]) =>
    program(architecture, [{ number: callNumber(call, architecture), arguments: list }]);
  const find = (name: string, file: string) => ({
    name,
    attempt: { kind: "find", path: `/proc/${victim}/${file}`, mark } as const,
  });
  const pieces = Buffer.alloc(16);
  pieces.writeBigUInt64LE(8n, 8);
  return group("processes", [
    { name: "see processes of the host", attempt: { kind: "look", at: "processes", mark } },
    find("read another process's environment", "environ"),
    find("read another process's command line", "cmdline"),
    find("read a file through another process's directory", "cwd/secret"),
    { name: "list another process's descriptors", attempt: { kind: "list", path: `/proc/${victim}/fd` } },
    { name: "list another process's threads", attempt: { kind: "list", path: `/proc/${victim}/task` } },
    { name: "open another process's memory", attempt: { kind: "open", path: `/proc/${victim}/mem`, for: "writing" } },
    {
      name: "read where another process's memory lies",
      attempt: { kind: "open", path: `/proc/${victim}/maps`, for: "reading" },
    },
    {
      name: "offer another process to the memory killer",
      attempt: { kind: "open", path: `/proc/${victim}/oom_score_adj`, for: "writing" },
    },
    { name: "signal another process", attempt: one("kill", victim, 0), reached: succeeded },
    { name: "signal another process's thread", attempt: one("tgkill", victim, victim, 0), reached: succeeded },
    {
      name: "signal another process with a message",
      attempt: one("rt_sigqueueinfo", victim, 0, siginfo()),
      reached: succeeded,
    },
    { name: "signal another process's group", attempt: one("kill", -victim, 0), reached: succeeded },
    { name: "hold another process", attempt: one("pidfd_open", victim, 0), reached: succeeded },
    {
      name: "take another process's descriptor",
      attempt: program(architecture, [
        { number: callNumber("pidfd_open", architecture), arguments: [victim, 0] },
        { number: callNumber("pidfd_getfd", architecture), arguments: [{ resultOf: 0 }, 0, 0] },
      ]),
      reached: succeeded,
    },
    { name: "be traced", attempt: one("ptrace", TRACE_ME, 0, 0, 0), reached: succeeded },
    { name: "trace another process", attempt: one("ptrace", SEIZE, victim, 0, 0), reached: succeeded },
    { name: "stop and trace another process", attempt: one("ptrace", ATTACH, victim, 0, 0), reached: succeeded },
    {
      name: "read another process's memory",
      attempt: one("process_vm_readv", victim, pieces, 1, pieces, 1, 0),
      reached: answered,
    },
    {
      name: "write another process's memory",
      attempt: one("process_vm_writev", victim, pieces, 1, pieces, 1, 0),
      reached: answered,
    },
    { name: "compare with another process", attempt: one("kcmp", victim, victim, 0, 0, 0), reached: succeeded },
    {
      name: "see another process's limits",
      attempt: one("prlimit64", victim, OPEN_FILES, 0, Buffer.alloc(16)),
      reached: succeeded,
    },
    {
      name: "move another process to one processor",
      attempt: one("sched_setaffinity", victim, 8, Buffer.from([255, 255, 255, 255, 255, 255, 255, 255])),
      reached: succeeded,
    },
    { name: "slow another process down", attempt: one("setpriority", 0, victim, 1), reached: succeeded },
    // By a program that the tool starts, which runs as the same user.
    ofStarter("open what the process that started us has open", "fd/*", "<>", mark),
    ofStarter("open the memory of the process that started us", "mem", "<>", mark),
    ofStarter("read where the memory of the process that started us lies", "maps", "<", mark),
    ofStarter("read the environment of the process that started us", "environ", "<", mark),
    ofStarter("look through the directory of the process that started us", "cwd/.", "<", mark),
    { name: "have the process that started us listen for a debugger", attempt: { kind: "look", at: "debugger", mark } },
  ]);
}

/** Tried by a shell that the tool starts; nothing is read or written. */
function ofStarter(
  name: string,
  files: string,
  redirection: "<" | "<>",
  mark: string,
): Pick<Probe, "name" | "attempt"> {
  const script = `for file in /proc/$PPID/${files}; do (true ${redirection}"$file") 2>/dev/null && echo ${mark}; done`;
  return { name, attempt: { kind: "shell", script, mark } };
}

/** As `sigqueue` would fill it: the kernel lets nobody claim that it sent the signal itself. */
function siginfo(): Buffer {
  const info = Buffer.alloc(128);
  info.writeInt32LE(-1, 8);
  return info;
}
