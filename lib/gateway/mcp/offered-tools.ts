import type { Tool } from "@modelcontextprotocol/server";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { type Discoverer, makeRoom } from "../disclosure/discover.ts";
import { readUsableTools } from "../usable-tools.ts";
import { OWN_ENTRIES, OWN_TOOLS } from "./own-tools.ts";
import { isOffered, toolEntry } from "./tool-entry.ts";

/** `all`, `loaded`: what the client chose; otherwise it depends on how many there are. */
export type Disclosed = "all" | "loaded" | undefined;

export interface OfferedTools {
  readonly tools: Tool[];
  /** For how long a client that does not listen may take the list for true. Its own next call may change a list of loaded tools. */
  readonly ttlMs: number;
}

const WHOLE_LIST_TTL_MS = 30_000;

/**
 * The tools as this agent may see them, in an order that does not change: the gateway's own, then all that it may use, or of those the
 * loaded ones, the first loaded first.
 */
export async function offeredTools(asker: Discoverer, disclosed: Disclosed): Promise<Outcome<OfferedTools>> {
  const [usable, room] = await Promise.all([readUsableTools(asker.sql, asker.key), makeRoom(asker)]);
  if (!usable.ok) return usable;
  if (!room.ok) return room;
  // A tool of somebody else's under one of our names would be called in its place.
  const offered = usable.value.filter((tool) => isOffered(tool) && !OWN_TOOLS.has(tool.contract.name));
  const { loaded, terms } = room.value;
  const all = disclosed === undefined ? offered.length <= terms.disclosure_above_tools : disclosed === "all";
  const byName = new Map(offered.map((tool) => [tool.contract.name, tool]));
  const shown = all ? offered : loaded.flatMap(({ tool }) => byName.get(tool) ?? []);
  return done({ tools: [...OWN_ENTRIES, ...shown.map(toolEntry)], ttlMs: all ? WHOLE_LIST_TTL_MS : 0 });
}
