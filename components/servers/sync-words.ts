import type { SyncState } from "#lib/registry/servers/queries/list-servers.ts";

/** What is under way with a server. */
export function syncWords(sync: Exclude<SyncState, "idle">): string {
  return sync === "listing" ? "being asked now" : "waits for a dispatcher";
}
