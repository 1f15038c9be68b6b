import { styleText } from "node:util";

export interface Summary {
  readonly addresses: { readonly dashboard: string; readonly gateway: string };
  readonly signIns: readonly { readonly email: string; readonly role: string; readonly password: string }[];
  readonly agentKeys: readonly { readonly name: string; readonly key: string }[];
  readonly setupLink?: string;
  /** What this machine can isolate, one line each. */
  readonly isolation: readonly string[];
  readonly warnings: readonly string[];
  readonly logs: string;
}

/** What a person needs after a start, and nothing else. */
export function renderSummary(summary: Summary, took: string): string {
  const { addresses, signIns, agentKeys, setupLink, isolation, warnings, logs } = summary;
  const sections = [
    section("Open", [
      `dashboard   ${styleText("bold", addresses.dashboard)}`,
      `gateway     ${addresses.gateway}  ${styleText("dim", "/api/v1 for HTTP, /mcp for MCP")}`,
    ]),
    section(
      "Sign in (demo people of this installation)",
      table(signIns.map(({ email, password, role }) => [email, password, role])),
    ),
    section("Agent keys (demo)", table(agentKeys.map(({ name, key }) => [name, key]))),
    section("Set up: this link works once and makes the first admin", setupLink ? [setupLink] : []),
    section("This machine isolates calls with", isolation),
    ...warnings.map((warning) => `\n  ${styleText("yellow", "!")} ${warning.replaceAll("\n", "\n    ")}`),
    `\n  Up in ${took}. Logs are in ${logs}. Ctrl-C stops everything.`,
  ];
  return `${sections.filter((text) => text !== "").join("\n")}\n`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ""
    : ["", `  ${styleText("dim", title)}`, ...lines.map((line) => `    ${line}`)].join("\n");
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((wide, row) => row.map((cell, i) => Math.max(cell.length, wide[i] ?? 0)), []);
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
