import { z } from "zod";
import { BACKENDS, CATEGORIES, type Category, LIFECYCLES } from "#lib/policy/vocabulary.ts";

/**
 * The `sandboxing:` document: which backend each kind of tool needs at least, and limits that hold whatever a tool's
 * policy asks for. It can only narrow. The keys are those that operators write; names that mean the same
 * (`subprocess`, `k8s`, `git`) are put into our words before this schema sees them.
 */

/** `512m`, `1Gi`, `1.5g`; a bare number is bytes, as container tools read it. */
const memorySchema = z.preprocess(
  asText,
  z
    .string()
    .regex(/^\d+(\.\d+)?\s*([kmgt]i?b?|b)?$/i, { error: "A size is written like 512m or 1Gi.", abort: true })
    .refine((text) => megabytesOf(text) >= 1, "That is less than one megabyte."),
);

/** Processors: `1.0`, `2`, or a thousandth of one as `250m`. */
const processorsSchema = z.preprocess(
  asText,
  z
    .string()
    .regex(/^\d+(\.\d+)?m?$/, { error: "Processors are written like 1.0 or 250m.", abort: true })
    .refine((text) => processorsOf(text) > 0, "That is no processor at all."),
);

/** Unquoted, `1.0` is a number. */
function asText(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

const seconds = z.number().positive().max(3600);

/** In whole megabytes, rounded down: a limit that is rounded up is not the one that was written. */
export function megabytesOf(text: string): number {
  const [, number = "0", unit = ""] = /^([\d.]+)\s*([kmgt]?)/i.exec(text) ?? [];
  const power = " kmgt".indexOf(unit.toLowerCase() || " ");
  return Math.floor((Number(number) * 1024 ** power) / 1_048_576);
}

export function processorsOf(text: string): number {
  return text.endsWith("m") ? Number(text.slice(0, -1)) / 1000 : Number(text);
}

const lifecycleSchema = z.strictObject({
  strategy: z.enum(LIFECYCLES).default("per-call"),
  /** How long a sandbox that is kept waits for its owner's next call. */
  grace_seconds: z.number().min(0).max(3600).default(30),
});

const processSchema = z.strictObject({
  timeout_seconds: seconds.default(30),
  /** No further than the project, whatever the level gives. */
  workspace_only: z.boolean().default(true),
  restricted_path: z.boolean().default(true),
});

const dockerNetwork = z.enum(["none", "bridge"]);

const dockerSchema = z.strictObject({
  image: z.string().min(1).max(400).optional(),
  network: dockerNetwork.default("none"),
  network_overrides: z.partialRecord(z.enum(CATEGORIES), dockerNetwork).default({}),
  /** Empty: no narrower than the tool's own list. */
  allowed_hosts: z
    .array(z.string().regex(/^(\[[0-9A-Fa-f:.]+\]|[^\s:]+):\d{1,5}$/, "A host is written host:port."))
    .default([]),
  dns_allowed: z.boolean().default(true),
  loopback_allowed: z.boolean().default(true),
  memory_limit: memorySchema.default("512m"),
  cpu_limit: processorsSchema.default("1.0"),
  timeout_seconds: seconds.default(120),
  mount_mode: z.enum(["ro", "rw"]).default("ro"),
  auto_remove: z.boolean().default(true),
});

const resources = z.strictObject({ cpu: processorsSchema.optional(), memory: memorySchema.optional() });

const kubernetesSchema = z.strictObject({
  namespace: z.string().min(1).max(63).optional(),
  resource_requests: resources.default({}),
  resource_limits: resources.default({}),
  network_policy: z.enum(["deny-all", "allow-all"]).default("deny-all"),
});

const backend = z.enum(BACKENDS);

export const sandboxingSchema = z.strictObject({
  default_backend: backend.default("bubblewrap"),
  overrides: z.partialRecord(z.enum(CATEGORIES), backend).default({}),
  process: processSchema.prefault({}),
  docker: dockerSchema.prefault({}),
  kubernetes: kubernetesSchema.prefault({}),
  /** Offered only where this says so and its self-test holds. */
  firejail: z.strictObject({ enabled: z.boolean().default(false) }).prefault({}),
  lifecycle: lifecycleSchema.prefault({}),
  log_shipping: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** Payloads in a log are past the cleaner and past whoever may read raw output. */
      ship_raw_logs: z.boolean().default(false),
      max_log_bytes: z.int().positive().max(8_388_608).default(65_536),
      collection_timeout_seconds: z.number().positive().max(60).default(5),
    })
    .prefault({}),
});
export type Sandboxing = z.infer<typeof sandboxingSchema>;

/** Where nobody wrote a document: bubblewrap or stronger for everything, narrowed by nothing but the tools' own policies. */
export const DEFAULT_SANDBOXING: Sandboxing = sandboxingSchema.parse({});

/** The backend that the document names for a kind of tool. */
export function configuredBackend(sandboxing: Sandboxing, category: Category): Sandboxing["default_backend"] {
  return sandboxing.overrides[category] ?? sandboxing.default_backend;
}
