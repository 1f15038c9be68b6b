import { isIP } from "node:net";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import { matchesGlob } from "#lib/policy/glob.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { type HostTarget, matchesHost } from "./host-pattern.ts";
import { PROJECT, WORKSPACE } from "./read-path.ts";

/**
 * What a tool may touch for this agent: the meet of what its policy declares and what the access level gives, in the
 * paths that the tool sees. What a policy leaves unspecified is what the level gives, and of files never more than the
 * two roots, even at `full`: a tool that did not say gets no part of the machine.
 */
export interface EffectiveAccess {
  readonly read: PathAccess;
  readonly write: PathAccess;
  readonly network: { readonly mode: "none" | "allowlist" | "open"; readonly hosts: readonly string[] };
}

export interface PathAccess {
  /** Patterns of which one has to match … */
  readonly patterns: readonly string[];
  /** … and directories of which one has to hold the path. */
  readonly within: readonly string[];
}

/** The agent's own directories on the host; seen as /workspace and /project. */
export interface AgentRoots {
  readonly workspace: string;
  readonly project?: string;
}

export function effectiveAccess(policy: ToolPolicy, grant: AccessGrant, roots: AgentRoots): EffectiveAccess {
  const own = [WORKSPACE, ...(grant.file_system !== "workspace_only" && roots.project !== undefined ? [PROJECT] : [])];
  const within = grant.file_system === "full" ? ["/"] : own;
  const isReachable = (pattern: string): boolean =>
    within.some((root) => contains(root, literalDirectory(pattern)) || contains(literalDirectory(pattern), root));
  const access = (declared: readonly string[] | undefined): PathAccess =>
    declared
      ? { patterns: declared.flatMap((pattern) => insidePattern(pattern, roots)).filter(isReachable), within }
      : { patterns: own.map((root) => `${root}/**`), within: own };
  return {
    read: access(policy.filesystem?.read),
    write: access(policy.filesystem?.write),
    network: meetNetwork(policy.network, grant.network),
  };
}

function insidePattern(pattern: string, roots: AgentRoots): string[] {
  if (pattern.startsWith("${workspace}")) return [pattern.replace("${workspace}", WORKSPACE)];
  if (pattern.startsWith("${project}"))
    return roots.project === undefined ? [] : [pattern.replace("${project}", PROJECT)];
  return [pattern];
}

/** Everything before the first wildcard: where the sandbox would mount it. */
export function literalDirectory(pattern: string): string {
  const segments = pattern.split("/");
  const wild = segments.findIndex((segment) => /[*?]/.test(segment));
  return (wild === -1 ? segments : segments.slice(0, wild)).join("/") || "/";
}

export function contains(directory: string, path: string): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}

function meetNetwork(declared: ToolPolicy["network"], level: AccessGrant["network"]): EffectiveAccess["network"] {
  const { mode, hosts = [] } = declared ?? { mode: "open" };
  if (mode === "none" || level === "none") return { mode: "none", hosts: [] };
  return { mode: mode === "open" && level === "open" ? "open" : "allowlist", hosts };
}

export function allowsPath({ patterns, within }: PathAccess, path: string): boolean {
  return within.some((root) => contains(root, path)) && patterns.some((pattern) => matchesGlob(pattern, path));
}

/** An address given as a number has to be listed even where names are free: it is how metadata services are reached. So is this machine. */
export function allowsHost({ mode, hosts }: EffectiveAccess["network"], target: HostTarget): boolean {
  if (mode === "none") return false;
  if (mode === "open" && isIP(target.host) === 0 && !/(?:^|\.)localhost$/.test(target.host)) return true;
  return hosts.some((pattern) => matchesHost(pattern, target));
}
