import { z } from "zod";
import { actionTypeSchema } from "#lib/policy/action-types.ts";
import { LIMIT_NAMES, toolPolicySchema } from "#lib/policy/tool-policy.ts";
import { CATEGORIES, EGRESS_CLASSES, RISKS, SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import { toolContractSchema, toolNameSchema } from "#lib/registry/contract.ts";

/**
 * The permission manifest: what every tool may touch, on one page that people put under version control. Unlike a
 * contract it leaves nothing out: what an author did not say stands here as `unspecified`, because a gap in a review is
 * read as harmless and is the opposite. Lists are sets, kept sorted, so that the same permissions are the same bytes.
 */
export const MANIFEST_FORMAT = "airlock.manifest/1";
export const UNSPECIFIED = "unspecified";

/** A section that an older manifest does not have reads as unspecified, which ranks widest. */
function orUnspecified<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal(UNSPECIFIED), schema]).default(UNSPECIFIED);
}

const declared = toolPolicySchema.shape;
const files = declared.filesystem.unwrap().shape;
const limits = declared.limits.unwrap().shape;

const policySchema = z.strictObject({
  risk: orUnspecified(z.enum(RISKS)),
  filesystem: z
    .strictObject({ read: orUnspecified(files.read.unwrap()), write: orUnspecified(files.write.unwrap()) })
    .prefault({}),
  network: orUnspecified(declared.network.unwrap().extend({ hosts: declared.network.unwrap().shape.hosts.unwrap() })),
  environment: orUnspecified(declared.environment.unwrap()),
  exec: orUnspecified(declared.exec.unwrap()),
  limits: z
    .strictObject({
      wallSeconds: orUnspecified(limits.wallSeconds.unwrap()),
      cpuSeconds: orUnspecified(limits.cpuSeconds.unwrap()),
      memoryMb: orUnspecified(limits.memoryMb.unwrap()),
      processes: orUnspecified(limits.processes.unwrap()),
      outputBytes: orUnspecified(limits.outputBytes.unwrap()),
      fileMb: orUnspecified(limits.fileMb.unwrap()),
      hard: z.array(z.enum(LIMIT_NAMES)).default([]),
    })
    .prefault({}),
});

const constraintsSchema = z.strictObject({
  maxInvocations: orUnspecified(z.number().int().positive()),
  onlyAfter: z.array(toolNameSchema).default([]),
  forbidden: z.boolean().default(false),
  /** Left out it is a session, as it was before there was a choice: the bytes of older manifests stay what they are. */
  per: z.literal("task").optional(),
});

/** As long as a contract's may be: an entry that is printed and cannot be read would keep all others from being compared. */
const pointer = z.string().startsWith("/");
const gateSchema = z.strictObject({
  paths: z.array(z.strictObject({ at: pointer, access: z.enum(["read", "write"]) })).default([]),
  urls: z.array(pointer).default([]),
  /** Arguments that the gate does not look at. */
  text: z.array(pointer).default([]),
  /** `kind pointer`: arguments by which a first-seen target is known. Left out where there are none, as before there were any. */
  targets: z.array(z.string()).optional(),
  /** Every text with a slash is a path. */
  pathDetection: z.literal("strict").optional(),
});

/** An external tool is run by the agent's own runtime: the manifest says that nothing confines it. */
const runtimeSchema = z.union([
  z.strictObject({ kind: z.enum(["bundle", "command", "mcp"]), sandbox: z.literal("required") }),
  z.strictObject({ kind: z.literal("external"), sandbox: z.literal("none") }),
  /** Airlock's own database does it: no code runs, so none is confined. */
  z.strictObject({ kind: z.literal("platform"), sandbox: z.literal("not_needed") }),
]);

export const permissionsSchema = z.strictObject({
  safetyClass: z.enum(SAFETY_CLASSES),
  egressClass: z.enum(EGRESS_CLASSES),
  category: z.enum(CATEGORIES),
  actionType: actionTypeSchema,
  /** How many people a call takes at least, by its classes and the registry; a profile may ask for more. */
  approvals: z.number().int().min(0).max(2),
  idempotency: toolContractSchema.shape.idempotency,
  idempotent: z.boolean(),
  policy: policySchema.prefault({}),
  constraints: constraintsSchema.prefault({}),
  gate: gateSchema.prefault({}),
  /** Names of kept credentials that the tool works with; one that goes into a header says into which, and to which host. */
  secrets: z.array(z.string().min(1)).default([]),
  outputContent: toolContractSchema.shape.outputContent,
  cleaning: toolContractSchema.shape.cleaning,
  maxCost: orUnspecified(z.number().nonnegative()),
  runtime: runtimeSchema,
});
export type Permissions = z.infer<typeof permissionsSchema>;

export const manifestToolSchema = permissionsSchema.extend({
  name: toolNameSchema,
  /** The version's number in the registry; a definition that comes from a file has none. */
  version: z.number().int().positive().optional(),
  definitionHash: z.string().regex(/^al\d{1,3}:sha256:[0-9a-f]{64}$/, "A definition hash reads al1:sha256:<hex>."),
});
export type ManifestTool = z.infer<typeof manifestToolSchema>;

export const manifestSchema = z.strictObject({
  format: z.literal(MANIFEST_FORMAT),
  tools: z.array(manifestToolSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;
