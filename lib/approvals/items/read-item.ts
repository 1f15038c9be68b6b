import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { OtherItem, OtherKind } from "./other-item.ts";
import { readActionItem } from "./read-action-item.ts";
import { readPolicyItem } from "./read-policy-item.ts";
import { readTeamRunItem } from "./read-team-run-item.ts";
import { readTrustItem } from "./read-trust-item.ts";
import { readUnknownItem } from "./read-unknown-item.ts";
import { readVersionItem } from "./read-version-item.ts";

const READERS: Record<OtherKind, (sql: postgres.Sql, viewer: Viewer, id: string) => Promise<OtherItem | undefined>> = {
  tool_version: readVersionItem,
  policy_version: readPolicyItem,
  trust_change: readTrustItem,
  team_run: readTeamRunItem,
  action: readActionItem,
  unknown: readUnknownItem,
};

/** Anything that waits for a person and is not a call, by its subject's id. */
export async function readItem(
  sql: postgres.Sql,
  viewer: Viewer,
  kind: OtherKind,
  id: string,
): Promise<OtherItem | undefined> {
  return isUuid(id) ? READERS[kind](sql, viewer, id) : undefined;
}
