import type { AccessGrant } from "#lib/policy/access-level.ts";
import { deploymentWord, networkWord } from "#lib/policy/grant-words.ts";
import { plainValue } from "../policy-words.ts";

/** How far a value reaches, for a mark beside its word: the tightest, something between, everything. */
export type Reach = "least" | "some" | "most";

export interface LevelCell {
  readonly word: string;
  /** Null where there is no more or less. */
  readonly reach: Reach | null;
}

export interface LevelRow {
  readonly label: string;
  readonly note: string;
  readonly cell: (grant: AccessGrant) => LevelCell;
}

const oneOf =
  <T extends string>(order: readonly T[], word: (value: T) => string = plainValue) =>
  (value: T): LevelCell => ({
    word: word(value),
    reach: value === order[0] ? "least" : value === order.at(-1) ? "most" : "some",
  });

const files = oneOf(["workspace_only", "project_directory", "full"]);
const network = oneOf(["none", "allowlist_only", "open"], networkWord);
const git = oneOf(["local_only", "read_and_branch", "full"]);
const terminal = oneOf(["none", "restricted_commands", "full"]);

/** What a level is made of, in the order in which a reader asks. */
export const LEVEL_ROWS: readonly LevelRow[] = [
  { label: "Files", note: "what may be read and written", cell: ({ file_system }) => files(file_system) },
  { label: "Network", note: "where a call may connect", cell: (grant) => network(grant.network) },
  { label: "Git", note: "branches, pushes", cell: (grant) => git(grant.git) },
  { label: "Terminal", note: "which commands", cell: terminalCell },
  {
    label: "Code runs",
    note: "always isolated",
    cell: ({ code_execution }) => ({ word: code_execution, reach: "least" }),
  },
  {
    label: "Deployment",
    note: "without it, a person for each",
    cell: (grant) => ({
      word: deploymentWord(grant),
      reach: grant.deployment ? "most" : grant.network === "none" ? "least" : "some",
    }),
  },
  {
    label: "Held for people",
    note: "beside what classes hold",
    cell: ({ requires_approval }) => ({ word: requires_approval.join(", ") || "nothing more", reach: null }),
  },
];

function terminalCell({ terminal: value, commands }: AccessGrant): LevelCell {
  const cell = terminal(value);
  return commands && value !== "none" ? { word: `${cell.word}: ${commands.join(", ")}`, reach: "some" } : cell;
}

const ORDER = ["sandboxed", "restricted", "standard", "elevated"];

/** The four that are always there, from tight to wide, then an installation's own by name. */
export function levelNames(levels: Readonly<Record<string, AccessGrant>>): string[] {
  const own = Object.keys(levels).filter((name) => !ORDER.includes(name));
  return [...ORDER, ...own.sort()].filter((name) => Object.hasOwn(levels, name));
}

export function isOwnLevel(name: string): boolean {
  return !ORDER.includes(name);
}
