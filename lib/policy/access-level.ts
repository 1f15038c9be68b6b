import { z } from "zod";
import { actionPatternSchema } from "./action-pattern.ts";
import { ACCESS_LEVELS, type AccessLevel } from "./vocabulary.ts";

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
});
export type AccessGrant = z.infer<typeof accessGrantSchema>;

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
