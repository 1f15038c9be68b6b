import { CONTRACT_CODES } from "./change.ts";

/** The table of contract changes in `docs/manifest.md`. */
export function renderChangeTable(): string {
  return [
    "| code | how grave | what it says |",
    "|---|---|---|",
    ...Object.entries(CONTRACT_CODES).map(
      ([code, { severity, meaning }]) => `| \`${code}\` | ${severity} | ${meaning} |`,
    ),
    "",
  ].join("\n");
}
