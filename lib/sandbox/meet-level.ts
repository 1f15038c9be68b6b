import { type AccessGrant, commandsOf } from "#lib/policy/access-level.ts";
import type { ActionType } from "#lib/policy/action-types.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Category, EgressClass } from "#lib/policy/vocabulary.ts";
import type { SandboxPlan } from "./plan.ts";

/**
 * What a policy and an access level have in common, where the level is about a kind of work: the network, git, processes
 * and programs. The kind is what the contract says, by its category or its action type, never a tool's name.
 */
export interface ToolKind {
  readonly category?: Category;
  readonly actionType?: ActionType;
}

type Unspecified = "level" | "nothing";

/** Their work is to run something; what they may run is for their own field of the level, and for their reviewer. */
const RUNS_PROCESSES: readonly Category[] = ["code_execution", "version_control", "mcp"];

export function isVersionControl({ category, actionType }: ToolKind): boolean {
  return category === "version_control" || actionType?.startsWith("vcs:") === true;
}

export function isTerminal({ category, actionType }: ToolKind): boolean {
  return category === "terminal" || actionType === "exec:command";
}

/** The network that a policy and a level have in common. */
export function meetNetwork(
  { network }: ToolPolicy,
  grant: AccessGrant,
  unspecified: Unspecified,
): SandboxPlan["network"] {
  const nothing: SandboxPlan["network"] = { mode: "none", hosts: [] };
  const wanted = network ?? (unspecified === "nothing" ? nothing : { mode: "open" as const, hosts: [] });
  if (wanted.mode === "none" || grant.network === "none") return nothing;
  const hosts = [...new Set(wanted.hosts ?? [])].sort();
  if (wanted.mode === "open" && grant.network === "open") return { mode: "open", hosts };
  // An empty list is a stance that allows nothing: then there is no channel out at all.
  return hosts.length === 0 ? nothing : { mode: "allowlist", hosts };
}

export function withMethods(
  network: SandboxPlan["network"],
  egressClass: EgressClass | undefined,
): SandboxPlan["network"] {
  return network.mode !== "none" && egressClass === "read_only" ? { ...network, methods: "read" } : network;
}

/** `local_only`: version control has no way out. `read_and_branch`: it fetches, where the proxy can see that it does no more. */
export function meetGit(network: SandboxPlan["network"], { git }: AccessGrant, kind: ToolKind): SandboxPlan["network"] {
  if (network.mode === "none" || git === "full" || !isVersionControl(kind)) return network;
  return git === "local_only" ? { mode: "none", hosts: [] } : { ...network, git: "fetch" };
}

/** Without a terminal no tool starts processes, save those whose work it is and whose policy says so. */
export function meetExec(
  { exec }: ToolPolicy,
  grant: AccessGrant,
  unspecified: Unspecified,
  kind: ToolKind,
): "allow" | "deny" {
  if (grant.terminal === "none" && !runsProcesses(kind)) return "deny";
  if (exec !== undefined) return exec;
  return unspecified === "level" && grant.terminal !== "none" ? "allow" : "deny";
}

/** The only programs that a command tool finds; null: those of the system. */
export function meetPrograms(grant: AccessGrant, kind: ToolKind): string[] | null {
  const commands = isTerminal(kind) ? commandsOf(grant) : null;
  return commands === null ? null : [...new Set(commands)].sort();
}

function runsProcesses(kind: ToolKind): boolean {
  if (isTerminal(kind)) return false;
  return (kind.category !== undefined && RUNS_PROCESSES.includes(kind.category)) || kind.actionType === "exec:code";
}
