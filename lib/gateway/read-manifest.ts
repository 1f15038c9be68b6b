import type { Sql } from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { buildManifest } from "#lib/registry/manifest/build-manifest.ts";
import type { Manifest } from "#lib/registry/manifest/manifest.ts";
import { readUsableTools } from "./usable-tools.ts";

/** What the tools that this agent may call may touch. */
export async function readManifestOfAgent(sql: Sql, key: string): Promise<Outcome<Manifest>> {
  const usable = await readUsableTools(sql, key);
  return usable.ok ? done(buildManifest(usable.value)) : usable;
}
