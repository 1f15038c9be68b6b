import type { Tool } from "@modelcontextprotocol/server";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { type Discoverer, makeRoom, usableOf } from "../disclosure/discover.ts";
import type { UsableTool } from "../usable-tools.ts";
import { OWN_ENTRIES, OWN_TOOLS } from "./own-tools.ts";
import { toolEntry } from "./tool-entry.ts";

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
  const [usable, room] = await Promise.all([usableOf(asker), makeRoom(asker)]);
  if (!usable.ok) return usable;
  if (!room.ok) return room;
  const offered = usable.value;
  const { loaded, terms } = room.value;
  const all = disclosed === undefined ? offered.length <= terms.disclosure_above_tools : disclosed === "all";
  const byName = new Map(offered.map((tool) => [tool.contract.name, tool]));
  const shown = all ? offered : loaded.flatMap(({ tool }) => byName.get(tool) ?? []);
  return done({ tools: [...OWN_ENTRIES, ...shown.map(toolEntry)], ttlMs: all ? WHOLE_LIST_TTL_MS : 0 });
}

/**
 * Whether a client of this protocol can call it. An `external` tool is run by the runtime that asks, which reports over HTTP; one of
 * somebody else's under one of our names would be called in its place.
 */
export function isOffered({ contract }: UsableTool): boolean {
  return contract.runtime.kind !== "external" && !OWN_TOOLS.has(contract.name);
}
