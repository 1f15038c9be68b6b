import { type ToolPolicy, toolPolicySchema } from "#lib/policy/tool-policy.ts";
import type { EgressClass, SafetyClass, ToolState, ToolVersionState } from "#lib/policy/vocabulary.ts";
import { admitNetwork } from "#lib/registry/mcp/raise-classes.ts";
import { suggestClasses } from "#lib/registry/mcp/suggest-classes.ts";
import type { RegistryFinding } from "#lib/registry/scan/finding.ts";
import type { StoredTool } from "./listed-tools.ts";
import { type OfferedClasses, offeredClasses } from "./offered-classes.ts";

/** A tool of this server that is in the registry. */
export interface ImportedTool {
  readonly name: string;
  readonly upstream: string;
  readonly state: ToolState;
  readonly inForce: boolean;
  /** What its newest version is. */
  readonly newest: ToolVersionState | null;
  /** A version waits for reviewers. */
  readonly waiting: boolean;
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
}

/**
 * `new`: nobody imported it. `waiting`: imported, not yet in force. `in_force`. `changed`: it is not what was reviewed any
 * more (drifted or quarantined). `removed`: imported, and the server no longer lists it. `ended`: retired here for good.
 */
export type PreviewStatus = "new" | "waiting" | "in_force" | "changed" | "removed" | "ended";

export interface PreviewTool {
  readonly upstream: string;
  readonly status: PreviewStatus;
  readonly imported: ImportedTool | null;
  /** The name that it has or would have here. */
  readonly name: string | null;
  readonly title: string | null;
  readonly description: string;
  readonly problem: StoredTool["problem"];
  readonly findings: readonly RegistryFinding[];
  /** What it would be imported as, unless a person says otherwise. */
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
  readonly reasons: readonly string[];
  readonly offered: OfferedClasses;
}

/** The listing beside what is in the registry: what there is to import, and what became of what was imported. */
export function previewTools(listed: readonly StoredTool[], imported: readonly ImportedTool[]): PreviewTool[] {
  const byUpstream = new Map(imported.map((tool) => [tool.upstream, tool]));
  const names = new Set(listed.map(({ upstream }) => upstream));
  const gone = imported.filter(({ upstream, state }) => !names.has(upstream) && state !== "retired");
  return [
    ...listed.map((tool) => previewOf(tool, byUpstream.get(tool.upstream) ?? null)),
    ...gone.map((tool): PreviewTool => ({ ...nothingListed(tool.upstream), status: "removed", imported: tool })),
  ];
}

function previewOf(tool: StoredTool, imported: ImportedTool | null): PreviewTool {
  const definition = tool.definition ?? {};
  const suggested = suggestClasses(definition);
  const contract = parse(tool.contractText);
  const network = networkOf(contract);
  return {
    upstream: tool.upstream,
    status: statusOf(imported),
    imported,
    name: imported?.name ?? textOf(contract.name),
    title: textOf(definition.title),
    description: textOf(definition.description) ?? "",
    problem: tool.problem,
    findings: tool.findings,
    safetyClass: imported?.safetyClass ?? suggested.safetyClass,
    egressClass: imported?.egressClass ?? admitNetwork(suggested.egressClass, network),
    reasons: suggested.reasons,
    offered: offeredClasses(definition.annotations, network),
  };
}

function nothingListed(upstream: string): PreviewTool {
  const empty = { upstream, definition: null, problem: null, contractText: null, findings: [] };
  return previewOf(empty, null);
}

function statusOf(imported: ImportedTool | null): PreviewStatus {
  if (!imported) return "new";
  if (imported.state === "retired") return "ended";
  if (imported.state !== "active") return "changed";
  return imported.inForce ? "in_force" : "waiting";
}

/** What can be chosen: nobody has it yet, or what was imported never came into force and nobody is asked about it. */
export function isImportable({ status, problem, imported }: PreviewTool): boolean {
  return problem === null && (status === "new" || (status === "waiting" && imported?.waiting === false));
}

function parse(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function networkOf({ policy }: Record<string, unknown>): ToolPolicy["network"] {
  return toolPolicySchema.safeParse(policy).data?.network;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
