import type { RehearsalResult } from "#lib/policy/rehearsal/rehearsal-result.ts";

const COLUMNS = ["agent", "tool", "calls", "from", "to", "changed", "looser", "examples"] as const;

/** One row for an agent, a tool and a transition. A name that a spreadsheet would take for a formula is made text. */
export function resultAsCsv({ pairs }: Pick<RehearsalResult, "pairs">): string {
  const rows = pairs.flatMap(({ agent, tool, calls, transitions, examples }) =>
    transitions.map(({ from, to, looser, calls: changed }) => {
      const ids = examples.filter((example) => example.from === from && example.to === to).map(({ id }) => id);
      return [agent, tool, calls, from, to, changed, looser ? "looser" : "stricter", ids.join(" ")];
    }),
  );
  return [COLUMNS, ...rows]
    .map((row) => row.map((cell) => cellOf(String(cell))).join(","))
    .join("\r\n")
    .concat("\r\n");
}

function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function resultAsJson(result: RehearsalResult): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}
