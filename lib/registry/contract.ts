import { z } from "zod";
import { actionTypeSchema } from "#lib/policy/action-types.ts";
import { toolPolicySchema } from "#lib/policy/tool-policy.ts";
import { CATEGORIES, EGRESS_CLASSES, SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import { CONTENT_KINDS, cleaningOverridesSchema } from "#lib/sanitise/policy.ts";

/**
 * A tool's contract as stored, hashed and reviewed: plain JSON, whatever door it came through. Every key that is present
 * is part of the definition hash; a key that is absent stays absent and is never null, so that "did not say" is its own
 * answer. What an upstream server sends beyond the known keys is kept under `other`, so that nothing escapes the hash.
 */

/** A JSON Schema document; the compiler that validates with it is stricter about what it accepts. */
const jsonSchema = z.record(z.string(), z.unknown());

export const toolNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "A tool's name has 1 to 64 letters, digits, _ or -.");

/** A JSON Pointer into the input; a segment `*` stands for every item of an array or member of an object. */
const pointer = z.string().regex(/^(\/([^~/]|~[01])*)+$/, "A JSON Pointer starts with / and names a member.");

/** Whom or what an argument names, beside hosts, which the gate finds by itself. */
export const TARGET_KINDS = ["recipient", "repository", "database"] as const;

/**
 * Arguments that the layer-1 gate checks before anything runs. It also looks at every argument that is named or shaped
 * like a path or a URL; `text` exempts those that are only ever content, so that a reviewer sees the exemption. The input
 * schema may say the same beside an argument: `"x-airlock": "path" | "url" | "host" | "text"`, or a `format`.
 */
const gateSchema = z.strictObject({
  paths: z.array(z.strictObject({ at: pointer, access: z.enum(["read", "write"]) })).optional(),
  urls: z.array(z.strictObject({ at: pointer })).optional(),
  text: z.array(z.strictObject({ at: pointer })).optional(),
  /** Arguments that say whom the call reaches: the first call to each is one tier higher. The gate refuses nothing by them. */
  targets: z.array(z.strictObject({ at: pointer, kind: z.enum(TARGET_KINDS) })).optional(),
  /** `strict`: every text with a slash or a backslash is a path. Otherwise it has to look like one. */
  pathDetection: z.literal("strict").optional(),
});
export type GateDeclaration = z.infer<typeof gateSchema>;

/** What a tool may have Airlock itself do: `agents.fn_perform_in_platform` has a branch for each. */
export const PLATFORM_OPERATIONS = ["memory.store", "memory.search", "memory.recall", "notices.put"] as const;
export type PlatformOperation = (typeof PLATFORM_OPERATIONS)[number];

const runtimeSchema = z.discriminatedUnion("kind", [
  /** JavaScript that we bundled at registration; the sandbox runs exactly these bytes. */
  z.strictObject({ kind: z.literal("bundle"), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  /** A command; each item is a literal or `{"input": pointer}`. Never a shell string. */
  z.strictObject({
    kind: z.literal("command"),
    argv: z.array(z.union([z.string(), z.strictObject({ input: z.string() })])).min(1),
  }),
  /** A tool of a registered MCP server; `config` ties it to exactly one way of reaching and confining that server. */
  z.strictObject({
    kind: z.literal("mcp"),
    server: z.uuid(),
    config: z.string().regex(/^[0-9a-f]{64}$/),
    tool: z.string().min(1).max(256),
  }),
  /** The agent's own runtime runs it: no sandbox, and every page says so. */
  z.strictObject({ kind: z.literal("external") }),
  /** Something that Airlock's own database does, under the fence of the call. There is no code of anybody's, so nothing to confine. */
  z.strictObject({ kind: z.literal("platform"), operation: z.enum(PLATFORM_OPERATIONS) }),
]);

const constraintsSchema = z.strictObject({
  maxInvocations: z.number().int().positive().optional(),
  onlyAfter: z.array(toolNameSchema).optional(),
  forbidden: z.boolean().optional(),
  /** What is counted in; a session unless it says otherwise. */
  per: z.enum(["session", "task"]).optional(),
});
export type ToolConstraints = z.infer<typeof constraintsSchema>;

/** What an agent may ask for on demand: the third level of disclosure. */
const resourceSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "A resource's id has 1 to 64 letters, digits, _ or -."),
  title: z.string().min(1).max(120),
  mimeType: z.string().max(120).optional(),
  text: z.string().max(65_536),
});

const secretName = z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,62}$/, "A secret has a short lower-case name.");

/**
 * Names of kept credentials that the tool cannot work without; it registers only where they exist. Each is a file below
 * `/run/secrets` while a call runs, save those under `headers`: these the egress proxy adds to requests to one host, and
 * the tool never sees them.
 */
const requiresSchema = z.strictObject({
  secrets: z.array(secretName).min(1).max(20),
  headers: z
    .array(
      z.strictObject({
        secret: secretName,
        /** `host:port`, one of the policy's hosts as it is written there. */
        host: z.string().max(260),
        header: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, "A header's name, in lower case."),
        /** Stands before the secret, as in `Bearer `. */
        prefix: z
          .string()
          .regex(/^[\x20-\x7e]{0,64}$/)
          .optional(),
      }),
    )
    .min(1)
    .max(20)
    .optional(),
});
export type ToolRequirements = z.infer<typeof requiresSchema>;

export const COST_TIERS = ["free", "low", "medium", "high"] as const;

/** An author's longer description is refused; a server's is cut, and the whole kept beside it (mcp/contract-of-listed.ts). */
export const DESCRIPTION_MAX = 4096;

export const toolContractSchema = z.strictObject({
  name: toolNameSchema,
  title: z.string().min(1).max(120).optional(),
  description: z.string().min(1).max(DESCRIPTION_MAX),
  summary: z.string().min(1).max(200).optional(),
  inputSchema: jsonSchema,
  outputSchema: jsonSchema,
  safetyClass: z.enum(SAFETY_CLASSES),
  egressClass: z.enum(EGRESS_CLASSES),
  category: z.enum(CATEGORIES),
  actionType: actionTypeSchema,
  /** `required`: a call without an idempotency key is refused. */
  idempotency: z.enum(["required", "optional"]),
  /** Running it twice with the same key has one effect; only such a call is released again after a lost worker. */
  idempotent: z.boolean(),
  policy: toolPolicySchema,
  constraints: constraintsSchema.optional(),
  gate: gateSchema.optional(),
  /** `verbatim`: source, data, diffs. Escapes, invisible characters and credentials are treated in both. */
  outputContent: z.enum(CONTENT_KINDS),
  /** What the cleaner does differently with this tool's output. Between this and the class's, the stricter holds. */
  cleaning: cleaningOverridesSchema.optional(),
  /** What a person reads first on the approval: text with `{/pointer}` or `{/pointer|size}` places, filled on the server. */
  effect: z.string().min(1).max(200).optional(),
  maxCost: z.number().nonnegative().optional(),
  // For disclosure: read by models, so hashed and scanned like the description.
  costTier: z.enum(COST_TIERS).optional(),
  examples: z
    .array(
      z.strictObject({
        title: z.string().max(200).optional(),
        input: z.unknown(),
        output: z.unknown().optional(),
      }),
    )
    .max(20)
    .optional(),
  failureModes: z.array(z.string().min(1).max(500)).max(50).optional(),
  resources: z.array(resourceSchema).max(50).optional(),
  requires: requiresSchema.optional(),
  /** What an installation fixes for the tool (which server, which database): handed to its code, and no argument of a call. */
  settings: z.record(z.string(), z.unknown()).optional(),
  runtime: runtimeSchema,
  annotations: z.record(z.string(), z.unknown()).optional(),
  icons: z.array(z.record(z.string(), z.unknown())).optional(),
  other: z.record(z.string(), z.unknown()).optional(),
});
export type ToolContract = z.infer<typeof toolContractSchema>;
