import { z } from "zod";
import { AGENT_NAME } from "#lib/agents/agent-name.ts";
import { accessGrantSchema } from "#lib/policy/access-level.ts";
import { actionPatternSchema } from "#lib/policy/action-pattern.ts";
import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import { globSchema, hostPatternSchema, limitsSchema } from "#lib/policy/tool-policy.ts";
import { BACKENDS, CATEGORIES } from "#lib/policy/vocabulary.ts";
import { classCleaningSchema } from "./class-cleaning.ts";
import { trustSectionSchema } from "./trust-section.ts";

/**
 * The policy of an installation, as one document: what each class asks for, what each access level reaches, the named
 * profiles, and which agents have which. Operators write it as YAML with these keys. Every edit is a new version that another
 * person puts in force; the database then takes it apart into the rows it decides by (airlock.put_in_force).
 *
 * Whatever is written here can only be as loose as the invariants: those are bounds of this schema, and constraints of the tables.
 */

const atLeast = (people: 0 | 1 | 2) => z.number().int().min(people).max(2);
const name = z.string().regex(/^[a-z][a-z0-9_]{0,47}$/, "A name is lower-case letters, digits and underscores.");
const toolName = z.string().min(1).max(128);
const TIME = "A time is written 2027-01-31T18:00:00Z, or with +02:00 for the Z.";
/** A year that there was not, and offsets that no clock has: the database keeps neither, and would say so only when people put it in force. */
const BEYOND_TIME = /^0000|[+-](?:1[6-9]|2\d):\d\d$/;
const reason = z.string().min(1).max(400);

const actionWord = actionPatternSchema.meta({
  id: "action",
  description: "An action type (deploy:staging), a family of them (deploy), or a category of tools (database).",
  examples: [...ACTION_TYPES, ...CATEGORIES],
});

const voters = z
  .array(z.enum(["operator", "reviewer"]))
  .min(1)
  .describe("Who may vote on a held call of the class. An admin never does.");

/** What a safety class sets: how many people at the least, who they are, how a lost call is tried again, what the log keeps, what of an output reaches an agent. */
function safetyClass(people: 0 | 1 | 2) {
  return z.strictObject({
    people: atLeast(people).describe("How many people a call of this class takes at the least."),
    voters,
    attempts: z
      .number()
      .int()
      .min(1)
      .max(10)
      .describe("Runs in all, where running it again has one effect; anything else runs once whatever stands here."),
    backoff_seconds: z
      .number()
      .int()
      .min(0)
      .max(600)
      .describe("Waited before the second run; doubled for each after it."),
    audit: z
      .enum(["digest", "rules"])
      .describe("digest: the log says that it was asked, and hashes. rules: which rules held or denied it, too."),
    cleaning: classCleaningSchema.optional(),
  });
}

export const classesSchema = z.strictObject({
  safety: z.strictObject({
    read: safetyClass(0),
    write: safetyClass(1),
    network: safetyClass(0).extend({
      open_people: atLeast(1).describe("Instead of people, for a tool on the open network without a list of hosts."),
    }),
    financial: safetyClass(1),
    privileged: safetyClass(2),
  }),
  egress: z.strictObject({ none: atLeast(0), read_only: atLeast(0), write: atLeast(1) }),
});
export type PolicyClasses = z.infer<typeof classesSchema>;

/** Exactly one of them: a tool by its name, or an action type, a family of them or a category. */
const subject = { tool: toolName.optional(), action: actionWord.optional() };
const hasOneSubject = (rule: { tool?: string | undefined; action?: string | undefined }) =>
  (rule.tool === undefined) !== (rule.action === undefined);

/** One override. Each part of it only narrows: people are added, reach is met, limits are the smaller. */
export const policyRuleSchema = z
  .strictObject({
    ...subject,
    reason: reason.describe("Told to whoever is held or denied by the rule."),
    people: z.number().int().min(1).max(2).optional().describe("How many people such a call takes at the least."),
    deny: z.literal(true).optional().describe("No such call is run."),
    hosts: z
      .array(hostPatternSchema)
      .max(100)
      .optional()
      .describe("The most it reaches: host:port, *.host:port, a.b.c.d/n:port."),
    read: z.array(globSchema).max(100).optional().describe("The most it reads."),
    write: z.array(globSchema).max(100).optional().describe("The most it writes."),
    limits: limitsSchema.omit({ hard: true }).optional(),
    backends: z.array(z.enum(BACKENDS)).min(1).optional(),
    max_invocations: z.number().int().min(0).max(1_000_000).optional(),
    only_after: z.array(toolName).min(1).max(20).optional().describe("Tools that have to complete first."),
    per: z
      .enum(["session", "task"])
      .optional()
      .describe("What max_invocations and only_after count in: session, if left out."),
    until: z.iso
      .datetime({ offset: true, error: TIME })
      .refine((time) => !BEYOND_TIME.test(time), { message: TIME })
      .optional()
      .describe("When the rule ends; without it, never."),
  })
  .refine(hasOneSubject, { message: "A rule is for a tool or for an action, and says which." })
  .refine(({ people, deny }) => people === undefined || deny === undefined, {
    message: "A rule that denies asks for nobody.",
  });
export type PolicyRule = z.infer<typeof policyRuleSchema>;

/** What an agent may spend: calls or cost in a window that ends now. Without a subject: all of its calls together. */
export const budgetSchema = z
  .strictObject({
    ...subject,
    calls: z.number().int().min(1).max(1_000_000).optional(),
    cost: z.number().positive().max(1e9).optional(),
    per: z.enum(["minute", "hour", "day"]),
  })
  .refine(({ tool, action }) => tool === undefined || action === undefined, {
    message: "A budget is for a tool, for an action, or for everything.",
  })
  .refine(({ calls, cost }) => calls !== undefined || cost !== undefined, {
    message: "A budget is of calls, of cost, or of both.",
  });
export type Budget = z.infer<typeof budgetSchema>;

const profileSchema = z.strictObject({
  description: z.string().max(400).default(""),
  rules: z.array(policyRuleSchema).max(200).default([]),
  auto_approve: z
    .array(actionWord)
    .optional()
    .describe(
      "Where this list stands, whatever is not on it takes one person. It frees no call; an action that is no tool's goes on by itself if every list of its agent has it and nothing else holds it.",
    ),
  human_approval: z.array(actionWord).default([]).describe("What is on this list takes one person."),
  approval_minutes: z
    .record(actionWord, z.number().int().min(5).max(1440))
    .default({})
    .describe("How long people have for such a call, where that is shorter than its tier's time."),
  budgets: z.array(budgetSchema).max(50).default([]),
});
export type PolicyProfile = z.infer<typeof profileSchema>;

/** Like a level's grant, each field optional: what is there is met with what the level gives. */
const narrowingSchema = z.strictObject({
  file_system: accessGrantSchema.shape.file_system.unwrap().optional(),
  network: accessGrantSchema.shape.network.unwrap().optional(),
  git: accessGrantSchema.shape.git.unwrap().optional(),
  terminal: accessGrantSchema.shape.terminal.unwrap().optional(),
  code_execution: accessGrantSchema.shape.code_execution.unwrap().optional(),
  deployment: z.literal(false).optional(),
  requires_approval: z.array(actionWord).optional(),
  commands: accessGrantSchema.shape.commands,
});
export type Narrowing = z.infer<typeof narrowingSchema>;

const agentEntrySchema = z.strictObject({
  profiles: z.array(name).max(8).default([]),
  custom_level: name.optional().describe("The level it has in place of the one that was declared for it."),
  narrow: narrowingSchema.optional().describe("What its level gives, made less: fields as those of a level."),
  allow: z
    .array(toolName)
    .max(200)
    .default([])
    .describe(
      "Tools it may use although its level has none of their category. What the level reaches still bounds them.",
    ),
  deny: z.array(toolName).max(200).default([]).describe("Tools it may not use, whatever else is said."),
  enforce_tool_policies: z
    .boolean()
    .default(true)
    .describe("false: the path and host gate reports and refuses nothing. The sandbox is as tight as ever."),
  trust: trustSectionSchema.optional().describe("How it earns trust, in place of what holds for all."),
});
export type AgentPolicy = z.infer<typeof agentEntrySchema>;

/** A service that is asked before a call of these tools is decided; without `tools`, before every call. */
export const outsideCheckSchema = z.strictObject({
  name,
  url: z.url({ protocol: /^https?$/, error: "A check's address begins with https:// or http://." }).max(400),
  tools: z.array(toolName).min(1).max(200).optional(),
  timeout_ms: z.number().int().min(100).max(10_000).default(2_000),
});
export type OutsideCheck = z.infer<typeof outsideCheckSchema>;

/** From the least to the most. Trust moves an agent along them, so each gives no more than the next. */
export const BUILT_IN_LEVELS = ["sandboxed", "restricted", "standard", "elevated"] as const;

export const policyDocumentSchema = z.strictObject({
  policy: z.literal(1),
  classes: classesSchema,
  tool_access: z.strictObject({
    levels: z
      .record(name, accessGrantSchema.extend({ requires_approval: z.array(actionWord).default([]) }))
      .refine((levels) => BUILT_IN_LEVELS.every((level) => Object.hasOwn(levels, level)), {
        message: "The levels sandboxed, restricted, standard and elevated are always there.",
      }),
  }),
  profiles: z.record(name, profileSchema),
  agents: z.record(
    z.string().regex(AGENT_NAME, "An agent's name is lower-case letters, digits, hyphens and underscores."),
    agentEntrySchema,
  ),
  checks: z.array(outsideCheckSchema).max(10),
  trust: trustSectionSchema.optional().describe("How agents earn trust; without it, only people move levels."),
});
export type PolicyDocument = z.infer<typeof policyDocumentSchema>;
