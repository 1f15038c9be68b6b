import { z } from "zod";
import { LIMIT_NAMES } from "#lib/policy/tool-policy.ts";
import { BACKENDS, LIFECYCLES } from "#lib/policy/vocabulary.ts";

/**
 * What a sandbox will be, as data: everything a reviewer may want to see before a call runs, and everything a backend
 * needs to build it. A plan holds host paths and names, never a secret and never the call's input.
 */
export const mountSchema = z.strictObject({
  /** Host directory or file that is bound. */
  source: z.string(),
  /** Where the tool sees it. */
  target: z.string(),
  mode: z.enum(["ro", "rw"]),
  /** The policy's pattern it comes from, or why we add it (`runtime`). */
  from: z.string(),
});
export type Mount = z.infer<typeof mountSchema>;

export const plannedLimitSchema = z.strictObject({
  name: z.enum(LIMIT_NAMES),
  value: z.number().positive(),
  hard: z.boolean(),
  /** `kernel`: the kernel stops it; `reader`: our process kills it; `none`: this machine cannot. */
  enforcedBy: z.enum(["kernel", "reader", "none"]),
  how: z.string(),
});
export type PlannedLimit = z.infer<typeof plannedLimitSchema>;

/** A credential by its name; the value comes with the call and is in no plan. */
export const plannedCredentialSchema = z.discriminatedUnion("as", [
  /** A file that only the tool can read, in memory, gone with the sandbox. */
  z.strictObject({ as: z.literal("file"), secret: z.string(), target: z.string() }),
  /** Added by the egress proxy to requests to this host; it never enters the sandbox. */
  z.strictObject({
    as: z.literal("header"),
    secret: z.string(),
    host: z.string(),
    header: z.string(),
    prefix: z.string().optional(),
  }),
]);
export type PlannedCredential = z.infer<typeof plannedCredentialSchema>;

export const sandboxPlanSchema = z.strictObject({
  version: z.literal(1),
  backend: z.enum(BACKENDS),
  /** What this machine allowed: `full` has own uid and cgroups, `rootless` has neither. */
  tier: z.enum(["full", "rootless", "weaker", "none"]),
  command: z.discriminatedUnion("kind", [
    /** A tool's code bundle, run by our in-sandbox Node runner; input on stdin, the answer on a channel of its own. */
    z.strictObject({ kind: z.literal("bundle"), sha256: z.string() }),
    z.strictObject({ kind: z.literal("argv"), argv: z.array(z.string()).min(1) }),
  ]),
  mounts: z.array(mountSchema),
  tmpfs: z.array(z.strictObject({ target: z.string(), sizeMb: z.number().int().positive() })),
  workingDirectory: z.string(),
  network: z.strictObject({
    mode: z.enum(["none", "allowlist", "open"]),
    hosts: z.array(z.string()),
    /** `read`: GET and HEAD only, where the proxy can see the method. Absent: any. */
    methods: z.literal("read").optional(),
    /** `fetch`: only requests that the proxy can see, and of these reading and git's fetching; no tunnel, so no push. */
    git: z.literal("fetch").optional(),
  }),
  credentials: z.array(plannedCredentialSchema).optional(),
  environment: z.record(z.string(), z.string()),
  exec: z.enum(["allow", "deny"]),
  /** The only programs inside, and nothing else in there can be started. Absent: those of the system. */
  programs: z.array(z.string()).optional(),
  limits: z.array(plannedLimitSchema),
  /** Absent: one sandbox for one call. */
  lifecycle: z.enum(LIFECYCLES).optional(),
  /** What the policy asked for and the plan leaves out: paths beyond the access level, names that could be secrets. */
  narrowed: z.array(z.string()).optional(),
});
export type SandboxPlan = z.infer<typeof sandboxPlanSchema>;
