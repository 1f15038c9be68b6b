import type { Sql } from "postgres";
import { countConcerns } from "#lib/registry/queries/count-concerns.ts";
import { listTools } from "#lib/registry/queries/list-tools.ts";
import { readTool } from "#lib/registry/queries/read-tool.ts";
import { readVersion } from "#lib/registry/queries/read-version.ts";
import { parseToolFilter, type ToolFilter } from "#lib/registry/queries/tool-filter.ts";
import type { Work } from "../drive-clients.ts";
import { COMMON_WORD, ownWordOf, toolAt } from "./tool-at.ts";

/** All that the page of the registry reads, and that is what is measured. */
async function readPage(sql: Sql, filter: ToolFilter) {
  const [page] = await Promise.all([listTools(sql, filter), countConcerns(sql)]);
  return page;
}

const filterOf = (params: Readonly<Record<string, string>>) => parseToolFilter((name) => params[name]);

/** What is looked for is in the small registry too: the first hundred tools are the same in both. */
export function registryReadings(tools: number, now: number): Readonly<Record<string, Work>> {
  const hashes = Array.from({ length: tools }, (_, n) => toolAt(n, now).versions[0]?.definitionHash.slice(0, 24) ?? "");
  const names = Array.from({ length: tools }, (_, n) => toolAt(n, now).name);
  const pick = (client: number, turn: number) => (client * 31 + turn * 7) % tools;
  return {
    "list.first": (sql) => readPage(sql, filterOf({})),
    "list.changed": (sql) => readPage(sql, filterOf({ sort: "changed" })),
    "list.filtered": (sql) => readPage(sql, filterOf({ safety: "read", egress: "none" })),
    "search.word": (sql, client, turn) => readPage(sql, filterOf({ q: ownWordOf(pick(client, turn)) })),
    "search.common": (sql) => readPage(sql, filterOf({ q: COMMON_WORD })),
    "search.hash": (sql, client, turn) => readPage(sql, filterOf({ q: hashes[pick(client, turn)] ?? "" })),
    "tool.page": async (sql, client, turn) => {
      const tool = await readTool(sql, names[pick(client, turn)] ?? "");
      if (!tool) throw new Error("a seeded tool is not there");
      return readVersion(sql, tool.id, 5);
    },
  };
}
