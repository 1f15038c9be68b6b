import type { Comparison } from "#components/registry/changes/changes-tab.tsx";
import { compareContracts } from "#lib/registry/drift/compare-contracts.ts";
import { diffParts } from "#lib/registry/drift/diff-parts.ts";
import type { ToolVersionDetail } from "#lib/registry/queries/read-version.ts";

export function compareVersions(before: ToolVersionDetail, after: ToolVersionDetail): Comparison {
  return {
    changes: compareContracts(before.contract, after.contract, { before: before.findings, after: after.findings }),
    parts: diffParts(before.contract, after.contract),
  };
}
