import type postgres from "postgres";
import { listTools } from "./list-tools.ts";
import type { ToolFilter } from "./tool-filter.ts";

const TOOLS_AT_ONCE = 200;

/** JSONL, page by page as it is taken and outside of any transaction: a slow reader must not hold one open. */
export async function* exportTools(sql: postgres.Sql, filter: ToolFilter): AsyncGenerator<string, void, undefined> {
  let before = filter.before;
  do {
    const { items, next } = await listTools(sql, { ...filter, before }, TOOLS_AT_ONCE);
    if (items.length > 0) yield `${items.map((tool) => JSON.stringify(tool)).join("\n")}\n`;
    before = next;
  } while (before !== undefined);
}
