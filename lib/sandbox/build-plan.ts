import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import type { ActionType } from "#lib/policy/action-types.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Backend, Category, EgressClass } from "#lib/policy/vocabulary.ts";
import type { ToolRequirements } from "#lib/registry/contract.ts";
import { tooLong } from "./argument-sizes.ts";
import { canListPrograms, tierOf, whyNotBubblewrap } from "./bubblewrap/judge-machine.ts";
import type { Machine } from "./machine.ts";
import { meetExec, meetGit, meetNetwork, meetPrograms, withMethods } from "./meet-level.ts";
import type { Mount, SandboxPlan } from "./plan.ts";
import { planCredentials } from "./plan-credentials.ts";
import { gitEnvironment, planEnvironment } from "./plan-environment.ts";
import { type Enforce, planLimits } from "./plan-limits.ts";
import { planMounts, type Roots } from "./plan-mounts.ts";
import { CERTIFICATES } from "./system-files.ts";

/**
 * What a call is given: the meet of what the tool declared and what the agent's level allows. A function of its
 * arguments, so that a reviewer can see the plan of a call that never ran, and a test can pin it.
 */
export interface PlanRequest {
  readonly policy: ToolPolicy;
  readonly grant: AccessGrant;
  readonly roots: Roots;
  readonly command: SandboxPlan["command"];
  /** The file that the command runs, where it is not part of the system: its directory, where the policy names it, counts as runtime. */
  readonly program?: string;
  /** `program`: of all files only the program's, for a command that nobody has reviewed yet; other places are there and empty. */
  readonly files?: "policy" | "program";
  readonly backend?: Backend;
  /** The only ones that a profile's rules accept; none on the list refuses the call. */
  readonly backends?: readonly Backend[];
  /** What the sandboxing document asks for this kind of tool decides which backends are enough. */
  readonly category?: Category;
  /** With the category it says what kind of work this is, for what a level says of git and of the terminal. */
  readonly actionType?: ActionType;
  /** `read_only` narrows the network to GET and HEAD where the proxy can see them. */
  readonly egressClass?: EgressClass;
  readonly requires?: ToolRequirements;
  /** What "did not say" means: what the level gives (an agent's call), or nothing (the command line). */
  readonly unspecified?: "level" | "nothing";
  /** Values for the names that the policy lets through. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The dispatcher's own directory; no mount may show it, save the workspace that lies in it. */
  readonly stateDirectory?: string;
}

/** Where the Node binary and our runner stand inside. */
export const RUNTIME_DIRECTORY = "/airlock";
export const NODE_INSIDE = `${RUNTIME_DIRECTORY}/node`;

const TMP_MB = 64;
const SHARED_MEMORY_MB = 8;
const EMPTY_MB = 8;

/** What differs from backend to backend in the same meet of policy and level. */
export interface BackendTraits {
  readonly name: Backend;
  readonly tier: SandboxPlan["tier"];
  /** Why it cannot be used on this machine, or nothing. */
  readonly obstacle: string | null;
  /** `own`: the agent's roots are at /workspace and /project. `host`: everything is at its path on the machine. */
  readonly places: "own" | "host";
  /** It can show listed programs alone, and keep anything else from being started. */
  readonly listsPrograms?: boolean;
  readonly enforce?: Enforce;
}

function bubblewrapTraits(machine: Machine): BackendTraits {
  return {
    name: "bubblewrap",
    tier: tierOf(machine),
    obstacle: whyNotBubblewrap(machine),
    places: "own",
    listsPrograms: canListPrograms(machine),
  };
}

export function buildSandboxPlan(
  request: PlanRequest,
  machine: Machine,
  traits: BackendTraits = bubblewrapTraits(machine),
): Outcome<SandboxPlan> {
  const { policy, grant, roots, command } = request;
  const unspecified = request.unspecified ?? "level";

  const backend = request.backend ?? traits.name;
  if (backend !== traits.name) return refuse("no_sandbox", `The backend ${backend} is not available on this machine.`);
  if (traits.obstacle) return refuse("no_sandbox", traits.obstacle);

  const long = tooLong(command);
  if (long !== null) return refuse("invalid_input", long);

  const files = planMounts({
    filesystem: policy.filesystem,
    level: grant.file_system,
    roots,
    unspecified,
    stateDirectory: request.stateDirectory ?? null,
    ...(request.program === undefined ? {} : { program: request.program }),
    ...(request.files === undefined ? {} : { files: request.files }),
  });
  if (!files.ok) return files;

  const programs = meetPrograms(grant, request);
  if (programs !== null && !traits.listsPrograms) {
    return refuse("no_sandbox", `The backend ${backend} cannot keep a call to listed programs.`);
  }
  const unlisted = programs === null ? null : unlistedProgram(command, programs);
  if (unlisted !== null) {
    return refuse("access_refused", `${unlisted} is not one of the commands that this access level has.`);
  }
  const exec = meetExec(policy, grant, unspecified, request);
  const limits = planLimits(policy.limits, exec, machine, traits.enforce);
  if (!limits.ok) return limits;

  const network = meetGit(withMethods(meetNetwork(policy, grant, unspecified), request.egressClass), grant, request);
  const credentials = planCredentials(request.requires, network);
  if (!credentials.ok) return credentials;
  const { environment, left } = planEnvironment(policy.environment, request.environment ?? {});
  const mounts = [...runtimeMounts(machine, { command, network, programs }), ...files.value.mounts];
  const narrowed = [...files.value.narrowed, ...left];
  const { empty } = files.value;
  const hasWorkspace = [...mounts.map(({ target }) => target), ...empty].includes("/workspace");

  const plan: SandboxPlan = {
    version: 1,
    backend,
    tier: traits.tier,
    command,
    mounts,
    tmpfs: [
      { target: "/dev/shm", sizeMb: SHARED_MEMORY_MB },
      { target: "/tmp", sizeMb: TMP_MB },
      ...empty.map((target) => ({ target, sizeMb: EMPTY_MB })),
    ],
    workingDirectory: hasWorkspace ? "/workspace" : "/tmp",
    network,
    ...(credentials.value.length > 0 ? { credentials: credentials.value } : {}),
    environment: { ...environment, ...gitEnvironment(network) },
    exec,
    ...(programs === null ? {} : { programs }),
    limits: limits.value,
    ...(narrowed.length > 0 ? { narrowed } : {}),
  };
  return done(traits.places === "own" ? plan : atHostPaths(plan, roots));
}

/** For a backend that cannot put things elsewhere. Relative paths mean the same as under the others. */
function atHostPaths(plan: SandboxPlan, roots: Roots): SandboxPlan {
  return {
    ...plan,
    mounts: plan.mounts.map((mount) => ({ ...mount, target: mount.source })),
    workingDirectory: plan.workingDirectory === "/workspace" ? roots.workspace : plan.workingDirectory,
  };
}

interface Runtime extends Pick<SandboxPlan, "command" | "network"> {
  /** Where they are listed the directories of the system are not there; see `programs/`. */
  readonly programs: readonly string[] | null;
}

function runtimeMounts(machine: Machine, { command, network, programs }: Runtime): Mount[] {
  // Whoever can reach nobody has nobody's word to check, and every mount is paid for by every start.
  const files = machine.systemFiles.filter((path) => network.mode !== "none" || path !== CERTIFICATES);
  const system = [...(programs === null ? machine.systemDirectories : []), ...files];
  return [
    ...system.map((path): Mount => ({ source: path, target: path, mode: "ro", from: "runtime" })),
    ...(needsNode({ command, network })
      ? [{ source: machine.nodePath, target: NODE_INSIDE, mode: "ro", from: "runtime" } satisfies Mount]
      : []),
  ];
}

/** A bundle runs on our Node, the forwarder does, and so does a command that asks for it by the name it has inside. */
export function needsNode({ command, network }: Pick<SandboxPlan, "command" | "network">): boolean {
  return command.kind === "bundle" || network.mode !== "none" || command.argv[0] === NODE_INSIDE;
}

/** A name, or that name in a directory of the system: any other path could lead to a program of somebody's own. */
function unlistedProgram(command: SandboxPlan["command"], programs: readonly string[]): string | null {
  if (command.kind !== "argv") return null;
  const [program = ""] = command.argv;
  return programs.includes(program.replace(/^(\/usr)?\/s?bin\//, "")) ? null : program;
}
