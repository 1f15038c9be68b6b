import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { flaggedParts } from "#lib/approvals/queries/flagged-parts.ts";
import type { ToolSource } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { compareContracts } from "#lib/registry/drift/compare-contracts.ts";
import { diffParts } from "#lib/registry/drift/diff-parts.ts";
import { driftOf } from "#lib/registry/drift/drift-of.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { VersionItem } from "./other-item.ts";
import { readQuestion } from "./read-question.ts";

interface VersionRow
  extends Pick<VersionItem, "tool" | "toolState" | "safetyClass" | "number" | "inForce" | "definitionHash"> {
  readonly author: string | null;
  readonly server: string | null;
  readonly source: ToolSource;
  readonly authorId: string | null;
  readonly connectedBy: string | null;
  readonly contract: ToolContract;
  readonly before: ToolContract | null;
  readonly findings: readonly Finding[];
  readonly foundBefore: readonly Finding[] | null;
}

/** A version that waits for reviewers, beside the one it would replace. */
export async function readVersionItem(sql: postgres.Sql, viewer: Viewer, id: string): Promise<VersionItem | undefined> {
  const [row] = plainRows(
    await sql<VersionRow[]>`
    select t.name as tool, t.state as "toolState", v.contract ->> 'safetyClass' as "safetyClass", v.number,
      nullif(b.number, v.number) as "inForce", v.definition_hash as "definitionHash", p.name as author, s.name as server, v.source,
      v.author_id as "authorId", s.created_by as "connectedBy", v.contract, v.findings,
      case when b.id <> v.id then b.contract end as before, b.findings as "foundBefore"
    from agents.tool_versions v
    join agents.tools_registry t on t.id = v.tool_id
    left join agents.tool_versions b on b.id = t.pinned_version_id
    left join agents.mcp_servers s on s.id = v.server_id
    left join agents.people p on p.id = v.author_id
    where v.id = ${id}`,
  );
  if (!row) return undefined;
  const { author, server, source, authorId, connectedBy, contract, before, findings, foundBefore, ...version } = row;
  const replaced = version.inForce === null ? "" : ` in place of v${version.inForce}`;
  const question = await readQuestion(sql, viewer, {
    kind: "tool_version",
    id,
    effect: `Put v${version.number} of ${version.tool} in force${replaced}`,
    stakes: [
      [authorId, "you wrote it"],
      [connectedBy, "you connected its server"],
    ],
    halted: null,
  });
  if (!question) return undefined;
  const changes = before ? compareContracts(before, contract, { before: foundBefore ?? [], after: findings }) : [];
  return {
    ...question,
    ...version,
    kind: "tool_version",
    from: author ?? server ?? source,
    changes,
    severity: before ? driftOf(changes, before).severity : null,
    parts: diffParts(before ?? undefined, contract).filter(({ kind }) => kind !== "unchanged"),
    findings,
    flagged: flaggedParts(contract, findings),
  };
}
