import type { PreviewTool } from "#lib/registry/servers/preview-tools.ts";

/** What a tool of a server can be looked for by; each is a tile above the list, and an address. */
export const SHOWN = ["new", "imported", "changed", "findings", "problems", "removed"] as const;
export type Shown = (typeof SHOWN)[number];

export const SHOWN_WORDS: Record<Shown, string> = {
  new: "new",
  imported: "imported",
  changed: "changed",
  findings: "with findings",
  problems: "cannot be imported",
  removed: "no longer listed",
};

export function isShown(tool: PreviewTool, shown: Shown): boolean {
  switch (shown) {
    case "imported":
      return tool.imported !== null && tool.imported.state !== "retired";
    case "findings":
      return tool.findings.length > 0;
    case "problems":
      return tool.problem !== null;
    default:
      return tool.status === shown;
  }
}
