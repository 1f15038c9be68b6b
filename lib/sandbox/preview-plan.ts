import { type AgentReach, policyForCall } from "#lib/policy/policy-for-call.ts";
import type { LimitName } from "#lib/policy/tool-policy.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { commandOf, programOf } from "#lib/registry/mcp/server-command.ts";
import type { McpTransport } from "#lib/registry/mcp/server-configuration.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import { ROOT_MACHINE } from "#lib/sandbox/reference-machines.ts";

/** What a call would be given, as far as it does not depend on the machine that will run it. */
export type PlanPreview =
  | {
      readonly kind: "sandbox";
      readonly reads: readonly string[];
      readonly writes: readonly string[];
      readonly network: { readonly mode: "none" | "allowlist" | "open"; readonly hosts: readonly string[] };
      readonly exec: "allow" | "deny";
      readonly limits: readonly { readonly name: LimitName; readonly value: number; readonly hard: boolean }[];
      readonly narrowed: readonly string[];
    }
  /** The agent's own runtime runs it; there is no sandbox of ours. */
  | { readonly kind: "external" }
  /** Airlock's own database does it; no code runs. */
  | { readonly kind: "platform" }
  | { readonly kind: "refused"; readonly sentence: string };

/**
 * Planned for a machine that has everything, so that only the meet of policy, level and profiles shows. The worker that takes the
 * call plans again for its own machine, and refuses what it cannot hold.
 */
export function previewPlan(
  contract: ToolContract,
  reach: AgentReach,
  hasProject: boolean,
  /** How the server of an MCP tool is reached. */
  transport: McpTransport | null = null,
): PlanPreview {
  const { kind } = contract.runtime;
  if (kind === "external" || kind === "platform") return { kind };
  // A server's own program is there at every level; a preview without it would say that less is read than will be.
  const program = transport?.kind === "stdio" ? programOf(commandOf(transport.argv)) : undefined;
  const outcome = buildSandboxPlan(
    {
      policy: policyForCall(contract.policy, contract.egressClass, reach),
      ...{ category: contract.category, actionType: contract.actionType, egressClass: contract.egressClass },
      grant: reach.grant,
      roots: { workspace: "/agent/workspace", ...(hasProject ? { project: "/agent/project" } : {}) },
      command: { kind: "bundle", sha256: "" },
      ...(program === undefined ? {} : { program }),
    },
    ROOT_MACHINE,
  );
  if (!outcome.ok) return { kind: "refused", sentence: outcome.message };
  const { mounts, network, exec, limits, narrowed } = outcome.value;
  const given = mounts.filter(({ from }) => from !== "runtime");
  const targets = (mode: "ro" | "rw") => given.filter((mount) => mount.mode === mode).map(({ target }) => target);
  return {
    kind: "sandbox",
    reads: targets("ro"),
    writes: targets("rw"),
    network,
    exec,
    limits: limits.map(({ name, value, hard }) => ({ name, value, hard })),
    narrowed: narrowed ?? [],
  };
}
