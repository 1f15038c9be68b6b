import type { LimitName } from "#lib/policy/tool-policy.ts";
import { NODE_INSIDE, needsNode, RUNTIME_DIRECTORY } from "#lib/sandbox/build-plan.ts";
import { has } from "#lib/sandbox/cgroups.ts";
import { needsLowPorts, networkFiles, planRedirects } from "#lib/sandbox/egress/redirects.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { limitOf } from "#lib/sandbox/plan-limits.ts";
import { buildFilter } from "#lib/sandbox/seccomp/filter.ts";
import { bubblewrapArguments, isNamedByPolicy } from "./bubblewrap-args.ts";
import { groupOrders } from "./group-orders.ts";
import { type CallLimits, type Descriptor, INSIDE_ID, type Launch, type LaunchInput } from "./launch.ts";
import { networkWithLowPorts } from "./low-ports.ts";
import { emptyPlaces, mountPlace, withoutExec } from "./places-without-exec.ts";

export interface LaunchInputs {
  readonly plan: SandboxPlan;
  readonly machine: Machine;
  readonly input: LaunchInput;
  /** The tool's code, checked against the plan's hash by the caller; bytes, so that nobody can swap the file after. */
  readonly bundle: Descriptor | null;
  /** Our own runner, by file name. */
  readonly runner: Readonly<Record<string, string>>;
  /** How a content that many launches share is handed over. */
  readonly shared: (content: string | Uint8Array) => Descriptor;
  /** Values of the credentials that become files, by their place; null where they come with a call. */
  readonly secrets: Readonly<Record<string, string>> | null;
  /** The shell was seen to leave an empty environment empty. */
  readonly cleanShell: boolean;
  /** A launch was seen to begin as another user here. */
  readonly stepsDownEarly: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** A mount lies below a directory that only its owner may enter, so bubblewrap, stepped down, could not find it. */
  readonly unreachable: boolean;
}

/** Port of the forwarder on the sandbox's own loopback; nobody else lives there. */
const PROXY = "http://127.0.0.1:3128";
const SOCKS = "socks5h://127.0.0.1:1080";
/** Threads that Node needs for itself, and bubblewrap's first process: not charged to the tool. */
const NODE_TASKS = 24;
const OPEN_FILES = 256;
/** Where there is no other bound, a small heap fails with an error instead of a kill. */
const HEAP_SHARE = 0.75;
/** A reviewer read the bundle's code: text that becomes code while it runs was never read. */
const NO_NEW_CODE = "--disallow-code-generation-from-strings";
/**
 * Node draws a secret for its tables of names at every start and sorts all that it starts with by it: a sixth of the start. The
 * secret keeps one client of a process from slowing it down for the others, by names that all fall into one place. A process that
 * serves one call has no others: whoever sends such names spends the time that this call has, and no more.
 */
const TABLES_AS_BUILT = "--no-rehash-snapshot";
/** Node opens a door for a debugger to whoever sends it a signal: also to a program that the tool starts, which could then be the tool. */
const NO_DEBUGGER = "--disable-sigusr1";

const ETC: Readonly<Record<string, string>> = {
  "/etc/passwd": `tool:x:${INSIDE_ID}:${INSIDE_ID}::/tmp:/bin/sh\n`,
  "/etc/group": `tool:x:${INSIDE_ID}:\n`,
  "/etc/hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
};

export function buildLaunch(inputs: LaunchInputs): Launch {
  const { plan, machine, bundle, runner, shared } = inputs;
  if (!machine.bubblewrap || !machine.architecture) throw new Error("A launch was built for a machine that has none.");
  const network = plan.network.mode !== "none";
  const redirects = network ? planRedirects(plan.network.hosts) : [];
  const usesNode = needsNode(plan);
  const mapOwners = machine.root && (inputs.unreachable || plan.mounts.some(isNamedByPolicy));

  const descriptors: Descriptor[] = [];
  const place = (descriptor: Descriptor): number => descriptors.push(descriptor) + 2;

  // Number 3 is the argument list itself; it is written last, when all numbers are known.
  place({ kind: "arguments", data: new Uint8Array() });
  const groups = groupOrders(machine.cgroups, plan.limits, usesNode ? NODE_TASKS : 2);
  for (const group of groups.keys()) place({ kind: "door", group });
  const seccomp = place(
    shared(
      buildFilter({
        architecture: machine.architecture,
        network: network ? "proxy" : "none",
        processes: forbidsProcesses(plan) ? "deny" : "allow",
        programs: plan.programs === undefined ? "any" : "listed",
      }),
    ),
  );
  const status = place({ kind: "status" });
  const answer = plan.command.kind === "bundle" ? place({ kind: "answer" }) : null;
  const egress = network ? place({ kind: "egress" }) : null;
  // A sandbox that stands ready for calls makes nothing: a workspace that somebody took away stays away until it is used.
  const mayCreate = inputs.input.kind === "whole" || inputs.input.kind === "conversation";
  const mounts = plan.mounts.map(({ source, from }, index) => {
    const mount = { kind: "mount" as const, path: source, create: mayCreate && from.startsWith("${workspace}") };
    if (plan.programs === undefined || from === "runtime") return place(mount);
    place({ ...mount, place: mountPlace(index) });
    return { place: mountPlace(index) };
  });
  const empty = plan.programs === undefined ? null : emptyPlaces(plan, inputs.secrets === null);
  const contents = [
    ...Object.entries(network ? { ...ETC, ...networkFiles(redirects) } : ETC),
    ...runnerFiles(plan, inputs.input, runner).map(([name, code]) => [`${RUNTIME_DIRECTORY}/${name}`, code] as const),
  ];
  const info = mapOwners ? place({ kind: "info" }) : null;
  const files = contents.map(([path, content], index) => ({
    path,
    descriptor: place(mapOwners && index === 0 ? { kind: "release", data: Buffer.from(content) } : shared(content)),
  }));
  if (bundle) files.push({ path: `${RUNTIME_DIRECTORY}/tool.mjs`, descriptor: place(bundle) });
  const secrets =
    inputs.secrets &&
    Object.entries(inputs.secrets).map(([path, value]) => ({
      path,
      descriptor: place({ kind: "secret", data: Buffer.from(value) }),
    }));
  const release = files[0]?.descriptor;
  const ownerMap = info !== null && release !== undefined ? { info, release } : null;

  const lowPorts = needsLowPorts(redirects);
  const networkBy = lowPorts && !ownerMap ? networkMakers(machine) : [];

  const list = bubblewrapArguments({
    plan,
    links: machine.systemLinks,
    kernelFiles: machine.kernelFiles,
    empty,
    descriptors: { mounts, files, secrets, seccomp, status, ownerMap },
    environment: {
      ...plan.environment,
      ...inputs.environment,
      ...(network ? proxyEnvironment() : {}),
      ...nodeOnce(plan),
    },
  });
  descriptors[0] = { kind: "arguments", data: Buffer.from(`${list.join("\0")}\0`) };

  return {
    bubblewrap: machine.bubblewrap.path,
    networkBy,
    lowPorts: lowPorts && ownerMap !== null,
    namespaces: ["user", "ipc", "pid", ...(networkBy.length > 0 ? [] : (["net"] as const)), "uts", "cgroup"],
    descriptors,
    command: innerCommand(plan, machine, answer, egress, MODES[inputs.input.kind]),
    shell: shellOf(machine, inputs.cleanShell),
    resources: isCounted(plan, machine) ? resources(plan) : null,
    // Places without exec are made as root: then it steps down afterwards.
    stepDown: stepDown(plan, machine, inputs.stepsDownEarly && empty === null),
    groups,
    armedBy: machine.root ? null : machine.programs.setpriv,
    withoutExec: empty === null ? null : withoutExec(machine, empty),
    input: inputs.input,
    limits: callLimits(plan),
  };
}

/** What each call under this plan is held to. */
export function callLimits(plan: SandboxPlan): CallLimits {
  return {
    wallMs: limitOf(plan.limits, "wallSeconds") * 1000,
    outputBytes: limitOf(plan.limits, "outputBytes"),
    cpuMs: limitOf(plan.limits, "cpuSeconds") * 1000,
  };
}

/** How the runner inside is told of a call. */
const MODES: Readonly<Record<LaunchInput["kind"], string>> = {
  whole: "whole",
  conversation: "whole",
  "one call": "one",
  calls: "many",
};

/** Each file is a mount that every start pays for: only those that this launch will load. */
function runnerFiles(plan: SandboxPlan, input: LaunchInput, runner: LaunchInputs["runner"]): [string, string][] {
  if (!needsNode(plan)) return [];
  const serves = input.kind === "calls";
  return Object.entries(runner).filter(([name]) => {
    if (name === "run-tool.cjs") return plan.command.kind === "bundle";
    if (name === "serve-calls.mjs") return serves;
    return plan.network.mode !== "none";
  });
}

/** Our forwarder has to start the command as its child, so there the process limit does it instead of the filter. */
function forbidsProcesses({ exec, command, network }: SandboxPlan): boolean {
  return exec === "deny" && !(command.kind === "argv" && network.mode !== "none");
}

/** Groups count its processes and its memory: then what is left to limit does not depend on where it is set. */
function isCounted(plan: SandboxPlan, machine: Machine): boolean {
  return has(machine.cgroups, "pids") && isHeld(plan, "memoryMb");
}

/** Whether `prlimit` has to be there inside. */
export function setsLimitsInside(plan: SandboxPlan, machine: Machine): boolean {
  return !isCounted(plan, machine) || (plan.command.kind === "argv" && plan.exec === "deny");
}

function isHeld({ limits }: SandboxPlan, limit: LimitName): boolean {
  return limits.some(({ name, enforcedBy }) => name === limit && enforcedBy === "kernel");
}

function resources({ limits }: SandboxPlan): NonNullable<Launch["resources"]> {
  return {
    cpuSeconds: limitOf(limits, "cpuSeconds"),
    fileBytes: limitOf(limits, "fileMb") * 1_048_576,
    openFiles: OPEN_FILES,
  };
}

function innerCommand(
  plan: SandboxPlan,
  machine: Machine,
  answer: number | null,
  egress: number | null,
  mode: string,
): string[] {
  const usesNode = needsNode(plan);
  const { prlimit } = machine.programs;
  if (!prlimit) throw new Error("A launch was built without prlimit.");
  const memoryMb = limitOf(plan.limits, "memoryMb");
  const { cpuSeconds, fileBytes, openFiles } = resources(plan);
  // Inside, because there the process limit counts this sandbox alone and not every sandbox of the same host user.
  const limited = isCounted(plan, machine)
    ? []
    : [
        prlimit,
        `--nproc=${limitOf(plan.limits, "processes") + (usesNode ? NODE_TASKS : 1)}`,
        `--nofile=${openFiles}`,
        `--fsize=${fileBytes}`,
        "--core=0",
        // A signal that says why, and a second later one that cannot be ignored.
        `--cpu=${cpuSeconds}:${cpuSeconds + 1}`,
        // Node reserves more address space than it will use, and does not start under this; its heap is bounded instead.
        ...(isHeld(plan, "memoryMb") || usesNode ? [] : [`--data=${memoryMb * 1_048_576}`]),
        "--",
      ];
  const heap = `--max-old-space-size=${Math.max(32, Math.floor(memoryMb * HEAP_SHARE))}`;
  const node = [...limited, NODE_INSIDE, NO_DEBUGGER, heap, ...(mode === "many" ? [] : [TABLES_AS_BUILT])];
  if (plan.command.kind === "bundle") {
    const runner = [NO_NEW_CODE, `${RUNTIME_DIRECTORY}/run-tool.cjs`];
    return [...node, ...runner, `${answer}`, egress === null ? "-" : `${egress}`, mode];
  }
  const [program = "", ...rest] = plan.command.argv;
  const argv = program === NODE_INSIDE ? [program, NO_DEBUGGER, ...rest] : [program, ...rest];
  if (egress === null) return [...limited, ...argv];
  const single = plan.exec === "deny" ? [prlimit, "--nproc=1", "--"] : [];
  return [...node, `${RUNTIME_DIRECTORY}/run-command.mjs`, `${egress}`, ...single, ...argv];
}

function shellOf({ programs: { sh, env } }: Machine, clean: boolean): Launch["shell"] {
  if (!sh || !env) throw new Error("A launch was built without sh or env.");
  return { sh, env: clean ? null : env };
}

/** Without setpriv nobody could give the rights over it up again: then the network is bubblewrap's own. */
function networkMakers({ bubblewrap, programs: { sh, env, setpriv } }: Machine): string[] {
  if (!bubblewrap || !sh || !env || !setpriv) return [];
  return networkWithLowPorts({ bubblewrap: bubblewrap.path, sh, env, setpriv });
}

function stepDown(plan: SandboxPlan, { root, programs }: Machine, early: boolean): Launch["stepDown"] {
  if (!root) return null;
  if (!programs.setpriv || !programs.nsenter) throw new Error("A launch as root was built without setpriv or nsenter.");
  return { setpriv: programs.setpriv, early, nsenter: programs.nsenter, workspace: workspaceOf(plan) };
}

/** The root of the workspace, also where only a directory below it is mounted. */
function workspaceOf({ mounts }: SandboxPlan): string | null {
  const mount = mounts.find(({ from }) => from.startsWith("${workspace}"));
  if (!mount) return null;
  const below = mount.target.slice("/workspace".length);
  return mount.source.slice(0, mount.source.length - below.length);
}

/** Our own Node has to be there for our runner; to whatever the runner starts it is of no use, unless it is listed. */
function nodeOnce({ programs }: SandboxPlan): Record<string, string> {
  return programs === undefined || programs.includes("node") ? {} : { AIRLOCK_NODE: "once" };
}

function proxyEnvironment(): Record<string, string> {
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
  return {
    ...Object.fromEntries(names.map((name) => [name, PROXY])),
    SOCKS_PROXY: SOCKS,
    NO_PROXY: "",
    no_proxy: "",
    NODE_USE_ENV_PROXY: "1",
  };
}
