import { z } from "zod";
import { actionPatternSchema } from "./action-pattern.ts";
import { ACCESS_LEVELS, type AccessLevel } from "./vocabulary.ts";

/** A program's name as it stands in a system directory: never a path, which could lead to a program of the tool's own. */
const commandNameSchema = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_[][A-Za-z0-9_.+[-]*$/, "A command is the name of a program, without a path.");

/**
 * What an agent of a level may reach, whatever its tools declare. The keys are those that operators write in a
 * `tool_access` document; a field that a custom level leaves out means the most restrictive value, never an open one.
 */
export const accessGrantSchema = z.strictObject({
  description: z.string().max(400).optional(),
  file_system: z.enum(["workspace_only", "project_directory", "full"]).default("workspace_only"),
  code_execution: z.enum(["containerized"]).default("containerized"),
  network: z.enum(["none", "allowlist_only", "open"]).default("none"),
  git: z.enum(["local_only", "read_and_branch", "full"]).default("local_only"),
  terminal: z.enum(["none", "restricted_commands", "full"]).default("none"),
  deployment: z.boolean().default(false),
  requires_approval: z.array(actionPatternSchema).default([]),
  /** The programs that `restricted_commands` means, by name; left out, those of `RESTRICTED_COMMANDS`. A list binds at `full` too. */
  commands: z.array(commandNameSchema).max(100).optional(),
});
export type AccessGrant = z.infer<typeof accessGrantSchema>;

/** What a level with `restricted_commands` means by it unless it says otherwise: looking at files, and arranging them. No shell, no interpreter. */
export const RESTRICTED_COMMANDS: readonly string[] = [
  ...["basename", "cat", "cmp", "comm", "cp", "cut", "date", "diff", "dirname", "du", "echo", "expr", "false", "find"],
  ...[
    "fold",
    "grep",
    "head",
    "join",
    "ln",
    "ls",
    "mkdir",
    "mv",
    "nl",
    "od",
    "paste",
    "printf",
    "pwd",
    "realpath",
    "rm",
  ],
  ...["rmdir", "sed", "seq", "sha256sum", "sort", "stat", "tail", "tee", "test", "touch", "tr", "true", "uniq", "wc"],
];

export const accessLevelSchema = z.enum(ACCESS_LEVELS);

/** The levels as shipped. An admin may change them, by a policy version that another person activates. */
export const ACCESS_GRANTS: Record<Exclude<AccessLevel, "custom">, AccessGrant> = {
  sandboxed: {
    description: "No external access. Isolated workspace.",
    file_system: "workspace_only",
    code_execution: "containerized",
    network: "none",
    git: "local_only",
    terminal: "none",
    deployment: false,
    requires_approval: [],
  },
  restricted: {
    description: "Limited external access with approval.",
    file_system: "project_directory",
    code_execution: "containerized",
    network: "allowlist_only",
    git: "read_and_branch",
    terminal: "none",
    deployment: false,
    requires_approval: ["deploy", "db:mutate"],
  },
  standard: {
    description: "Normal development access.",
    file_system: "project_directory",
    code_execution: "containerized",
    network: "open",
    git: "full",
    terminal: "restricted_commands",
    deployment: false,
    requires_approval: [],
  },
  elevated: {
    description: "Full access for senior, trusted agents.",
    file_system: "full",
    code_execution: "containerized",
    network: "open",
    git: "full",
    terminal: "full",
    deployment: true,
    requires_approval: [],
  },
};

/** Each field's values, from what gives least to what gives most. */
export const GRANT_ORDER = {
  file_system: accessGrantSchema.shape.file_system.unwrap().options,
  code_execution: accessGrantSchema.shape.code_execution.unwrap().options,
  network: accessGrantSchema.shape.network.unwrap().options,
  git: accessGrantSchema.shape.git.unwrap().options,
  terminal: accessGrantSchema.shape.terminal.unwrap().options,
} as const;

export type OrderedField = keyof typeof GRANT_ORDER;

/** A grant, or some fields of one: what it leaves out, it leaves as it is. */
type SomeGrants = { readonly [Field in keyof AccessGrant]?: AccessGrant[Field] | undefined };

/** What both give, field by field. Whatever one of them wants a person for, a person is asked for. */
export function meetGrants(a: AccessGrant, b: SomeGrants): AccessGrant {
  const lower = <Field extends OrderedField>(field: Field): AccessGrant[Field] => {
    const order: readonly string[] = GRANT_ORDER[field];
    const other = b[field];
    return other !== undefined && order.indexOf(other) < order.indexOf(a[field]) ? other : a[field];
  };
  const { commands: _, ...rest } = a;
  const commands = meetCommands(a, b);
  return {
    ...rest,
    file_system: lower("file_system"),
    code_execution: lower("code_execution"),
    network: lower("network"),
    git: lower("git"),
    terminal: lower("terminal"),
    deployment: a.deployment && (b.deployment ?? true),
    requires_approval: [...new Set([...a.requires_approval, ...(b.requires_approval ?? [])])],
    ...(commands === undefined ? {} : { commands }),
  };
}

/** The programs that a grant lets a command tool start; null: whatever the system has. */
export function commandsOf({
  terminal,
  commands,
}: Pick<AccessGrant, "terminal" | "commands">): readonly string[] | null {
  if (terminal === "none") return [];
  return commands ?? (terminal === "full" ? null : RESTRICTED_COMMANDS);
}

function meetCommands(a: AccessGrant, b: SomeGrants): string[] | undefined {
  if (a.commands === undefined && b.commands === undefined) return undefined;
  // A side without an opinion on the terminal still has one on programs where it lists them.
  const ours = commandsOf({ ...a, terminal: a.terminal === "none" ? "restricted_commands" : a.terminal });
  const theirs = commandsOf({
    terminal: b.terminal === "restricted_commands" ? b.terminal : "full",
    commands: b.commands,
  });
  if (ours === null || theirs === null) return [...(ours ?? theirs ?? [])];
  return ours.filter((command) => theirs.includes(command));
}
