import { isWithin, placeOfPattern } from "#lib/sandbox/mount-pattern.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { CommandInputs } from "#lib/sandbox/process/command.ts";
import { DESCRIPTORS } from "#lib/sandbox/process/launch.ts";
import { JUDGED_CALLS, numberOf, REFUSED_CALLS } from "#lib/sandbox/seccomp/syscalls.ts";
import { SYSTEM_FILES } from "#lib/sandbox/system-files.ts";

/**
 * firejail's options for a plan. It starts from a machine on which all is visible, so everything in the root is named:
 * what the plan has not is blacklisted, and where the plan has something below, all else there disappears (a whitelist).
 * Without `--private-etc` and these a tool as root would still read the host's passwords.
 */
export interface FirejailInputs extends Pick<CommandInputs, "plan" | "machine" | "user" | "stage"> {
  /** The names in the host's root. */
  readonly rootEntries: readonly string[];
}

/** Parts of the root that are there for every program, read-only. */
const SYSTEM = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];
/** Replaced by firejail with ones of its own. */
const REPLACED = ["dev", "proc", "etc", "run", "tmp"];
const ETC = "hosts,alternatives,ld.so.cache,ssl";
/** firejail keeps its own files in /run and shows nothing else there once anything is whitelisted. */
const NOTHING_IN_RUN = "/run/airlock-nothing";

export function firejailArguments(inputs: FirejailInputs): string[] {
  const { plan, machine, user, stage } = inputs;
  const shown = [
    ...plan.mounts.filter(({ source }) => !isSystem(source)),
    ...(stage ? [{ source: stage.directory, mode: "ro" as const }] : []),
  ];
  const tops = new Set(shown.map(({ source }) => source.split("/")[1] ?? ""));
  const hidden = inputs.rootEntries.filter(
    (name) => !SYSTEM.includes(name) && !REPLACED.includes(name) && !tops.has(name),
  );
  return [
    ...["--quiet", "--noprofile", "--deterministic-exit-code", "--deterministic-shutdown"],
    ...["--net=none", "--ipc-namespace", "--hostname=sandbox", "--dbus-user=none", "--dbus-system=none"],
    // As root it steps down inside, and keeps what that takes until then; otherwise there is nothing to keep.
    ...(user === null ? ["--caps.drop=all", "--noroot", "--nogroups"] : ["--caps.keep=setuid,setgid,setpcap"]),
    ...["--nonewprivs", "--restrict-namespaces", "--seccomp.block-secondary"],
    `--seccomp.drop=${refusedCalls(machine.architecture)}`,
    "--seccomp-error-action=EPERM",
    ...["--private-dev", `--private-etc=${ETC}`, "--private-cwd=/"],
    "--blacklist=/etc/ssl/private",
    ...hidden.map((name) => `--blacklist=/${name}`),
    ...[NOTHING_IN_RUN, ...shown.map(({ source }) => source)].map((path) => `--whitelist=${path}`),
    ...(tops.has("tmp") ? [] : ["--private-tmp"]),
    // In this order: each goes for what is below it, and the next takes a part of that back.
    ...["--read-only=/", "--read-write=/tmp"],
    ...shown.map(({ source, mode }) => `--read-${mode === "rw" ? "write" : "only"}=${source}`),
    `--keep-fd=${Object.values(DESCRIPTORS).join(",")}`,
    "--",
  ];
}

/** By number, because firejail's own table of names is older than some of the calls. Without network there is no socket. */
function refusedCalls(architecture: FirejailInputs["machine"]["architecture"]): string {
  if (architecture === null) throw new Error("There is no system-call table for this processor.");
  return [...Object.values(REFUSED_CALLS), JUDGED_CALLS.socket]
    .map((numbers) => numberOf(numbers, architecture))
    .filter((number) => number !== null)
    .map((number) => `$${number}`)
    .join(",");
}

/** firejail reads patterns, lists and macros in paths; one that could be taken for any of those is not given to it. */
const PLAIN_PATH = /^(\/[A-Za-z0-9_][A-Za-z0-9_.@+-]*|\/\.[A-Za-z0-9_][A-Za-z0-9_.@+-]*)+$/;

export function whyNotFirejail(plan: SandboxPlan): string | null {
  if (plan.network.mode !== "none")
    return "firejail has no way to the egress proxy: only calls without network run in it.";
  if (plan.exec === "deny")
    return "firejail cannot keep a tool from starting processes, which this call's policy asks for.";
  if (plan.tmpfs.some(({ target }) => target !== "/tmp" && target !== "/dev/shm"))
    return "firejail cannot show empty places.";
  const own = plan.mounts.filter(({ source }) => !isSystem(source));
  const odd = own.find(({ source }) => !PLAIN_PATH.test(source) || isWithin(source, "/etc"));
  if (odd) return `firejail cannot show ${odd.source} alone.`;
  const linked = own.find(({ from }) => placeOfPattern(from).root !== "host" && placeOfPattern(from).path !== "");
  if (linked) return `firejail follows links, and a tool could have made one at ${linked.from}.`;
  return own.some(({ source, target }) => source !== target)
    ? "firejail cannot put a directory at another path."
    : null;
}

function isSystem(path: string): boolean {
  return SYSTEM.some((name) => isWithin(path, `/${name}`)) || SYSTEM_FILES.includes(path);
}
