import { CATEGORIES } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { permissionsOf } from "#lib/registry/manifest/permissions-of.ts";
import { EXAMPLE_SETTINGS } from "./example-settings.ts";
import { type OnTheShelf, wholeShelf } from "./whole-shelf.ts";

/** The text of `docs/tools.md`: every tool that ships, by category, as its contract says. */
export function renderToolsPage(): string {
  const shelf = wholeShelf();
  return [
    "# The shelf",
    "",
    "Every tool that ships, made from the contracts by `npm run check -- --write`. How they behave, and what an installation says of them, is in",
    "[how the tools behave](tool-notes.md). Hosts are those of the example at the end.",
    "",
    "*People* is how many a call waits for by its classes; a policy can ask for more. *Again* says whether a call that lost its dispatcher is run again by itself;",
    "otherwise a person decides. Tools with a *section* are there when `tools.yaml` has it.",
    ...CATEGORIES.flatMap((category) => ofCategory(category, shelf)),
    "",
    "## A whole tools.yaml",
    "",
    "```yaml",
    `${EXAMPLE_SETTINGS}\`\`\``,
    "",
  ].join("\n");
}

function ofCategory(category: ToolContract["category"], shelf: readonly OnTheShelf[]): string[] {
  const tools = shelf.filter(({ contract }) => contract.category === category);
  if (tools.length === 0) {
    return category === "mcp"
      ? ["", "## mcp", "", "Any tool of an imported server: [MCP servers](mcp-servers.md)."]
      : [];
  }
  return [
    "",
    `## ${category}`,
    "",
    "| tool | does | classes | action | people | again | may touch | kept secrets | section |",
    "|---|---|---|---|---:|---|---|---|---|",
    ...tools.map(row),
  ];
}

function row({ contract, section }: OnTheShelf): string {
  const { name, summary = "", safetyClass, egressClass, actionType, idempotent, policy } = contract;
  const { approvals, secrets } = permissionsOf(contract);
  const cells = [
    `\`${name}\``,
    summary,
    `${safetyClass}, ${egressClass}${policy.risk === "high" ? ", risk high" : ""}`,
    `\`${actionType}\``,
    String(approvals),
    idempotent ? "yes" : "no",
    reach(contract),
    secrets.map((secret) => `\`${secret}\``).join("<br>"),
    section === null ? "" : `\`${section}\``,
  ];
  return `| ${cells.join(" | ")} |`;
}

function reach({ policy: { filesystem = {}, network, exec, limits }, runtime }: ToolContract): string {
  if (runtime.kind === "platform") return "Airlock's own database";
  const { read = [], write = [] } = filesystem;
  const hosts = network?.mode === "allowlist" ? (network.hosts ?? []) : [];
  const parts = [
    ...(write.length > 0 ? [`writes ${places(write)}`] : []),
    ...(read.length > 0 ? [`reads ${places(read)}`] : []),
    ...(hosts.length > 0 ? [hosts.map((host) => `\`${host}\``).join(", ")] : ["no network"]),
    ...(exec === "allow" ? ["starts programs"] : []),
    ...(limits?.wallSeconds === undefined ? [] : [`${limits.wallSeconds} s`]),
  ];
  return parts.join("; ");
}

function places(globs: readonly string[]): string {
  return globs.map((glob) => glob.replace(/^\$\{(\w+)\}\/\*\*$/, "$1")).join(", ");
}
