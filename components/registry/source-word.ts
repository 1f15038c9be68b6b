import type { ToolSource } from "#lib/policy/vocabulary.ts";

const WORDS: Record<ToolSource, string> = {
  shipped: "shipped",
  sdk: "SDK",
  tool_md: "TOOL.md",
  http: "HTTP",
  mcp: "MCP",
};

/** By which way a definition came in. */
export function sourceWord(source: ToolSource): string {
  return WORDS[source];
}
