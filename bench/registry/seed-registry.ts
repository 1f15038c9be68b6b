import type { Sql } from "postgres";
import { readInstallation } from "#db/installation.ts";
import { copyRows } from "../history/copy-rows.ts";
import type { Cell } from "../history/rows.ts";
import { actAs, withoutGuards } from "../history/without-guards.ts";
import { type SeededTool, toolAt } from "./tool-at.ts";

const OWNER = "airlock_owner";
const TOOLS = "agents.tools_registry";
const VERSIONS = "agents.tool_versions";

/** Few enough to hold in memory, enough that the start of each COPY costs nothing. */
const BATCH_TOOLS = 1_000;

/**
 * Loads a registry of so many tools, five versions each, into a database that is marked for benches. As the tables' owner by
 * COPY, with guards, foreign keys and secondary indexes put back afterwards; one transaction: all of it or nothing.
 */
export async function seedRegistry(admin: Sql, tools: number, now: number): Promise<void> {
  const kind = await readInstallation(admin);
  if (kind !== "bench") throw new Error(`A registry is only loaded into a bench, and this is ${kind ?? "not marked"}.`);
  await admin.begin(async (sql) => {
    await withoutGuards(sql, [{ owner: OWNER, tables: [TOOLS, VERSIONS] }], async () => {
      await actAs(sql, OWNER);
      for (let first = 0; first < tools; first += BATCH_TOOLS) {
        const batch = Array.from({ length: Math.min(BATCH_TOOLS, tools - first) }, (_, n) => toolAt(first + n, now));
        await copyRows(
          sql,
          TOOLS,
          TOOL_COLUMNS,
          batch.map((tool, n) => toolRow(tool, now - (first + n) * 60_000)),
        );
        await copyRows(
          sql,
          VERSIONS,
          VERSION_COLUMNS,
          batch.flatMap((tool) => versionRows(tool, now)),
        );
      }
    });
  });
  await admin`vacuum (freeze, analyze)`;
}

const TOOL_COLUMNS = [
  "id",
  "name",
  "name_skeleton",
  "name_skeleton_folded",
  "egress_class",
  "safety_class",
  "category",
  "action_type",
  "requires_approval",
  "approval_forced",
  "state",
  "source",
  "description",
  "pinned_version_id",
  "created_at",
  "updated_at",
];

function toolRow({ contract, ...tool }: SeededTool, changedAt: number): Cell[] {
  const held = String(contract.safetyClass === "write");
  const at = new Date(changedAt).toISOString();
  return [
    tool.id,
    tool.name,
    tool.skeleton,
    tool.folded,
    contract.egressClass,
    contract.safetyClass,
    contract.category,
    contract.actionType,
    held,
    held,
    tool.state,
    "sdk",
    contract.description,
    tool.pinnedId,
    at,
    at,
  ];
}

const VERSION_COLUMNS = [
  "id",
  "tool_id",
  "number",
  "definition_hash",
  "body_hash",
  "part_hashes",
  "contract_text",
  "contract",
  "findings",
  "state",
  "source",
  "created_at",
  "decided_at",
];

function versionRows({ id, versions }: SeededTool, now: number): Cell[][] {
  const at = new Date(now).toISOString();
  return versions.map((version) => [
    version.id,
    id,
    version.number,
    version.definitionHash,
    version.bodyHash,
    JSON.stringify(version.partHashes),
    version.contractText,
    version.contractText,
    JSON.stringify(version.findings),
    version.state,
    "sdk",
    at,
    version.state === "approved" ? at : null,
  ]);
}
