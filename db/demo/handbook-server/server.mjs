/**
 * The demo's MCP server: a team's handbook, asked on standard input and output. It is plain on purpose, one file without
 * packages, so that whoever tries Airlock can read it whole, change a word in tools.json beside it, and watch what happens
 * to a tool that is no longer what was reviewed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PAGES = {
  "on-call": "The rota changes on Mondays at 09:00. Page the second person after ten minutes without an answer.",
  releases: "Releases go out on Tuesdays and Thursdays. Two people read the change list before it is merged.",
  expenses: "Keep the receipt. Anything above 200 EUR is agreed on before it is spent.",
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "handbook", version: "1.0.0" },
    instructions: "Answers questions about how the team works.",
  }),
  "tools/list": () => ({ tools: JSON.parse(readFileSync(join(import.meta.dirname, "tools.json"), "utf8")) }),
  "tools/call": ({ name, arguments: given = {} }) => {
    if (name === "list_pages") return said(Object.keys(PAGES).join("\n"));
    if (name === "read_page" && Object.hasOwn(PAGES, given.page)) return said(PAGES[given.page]);
    return { ...said("There is no such page."), isError: true };
  },
  ping: () => ({}),
};

function said(text) {
  return { content: [{ type: "text", text }] };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const outcome = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: `There is no method ${method}.` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...outcome })}\n`);
}
