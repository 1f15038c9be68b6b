import { z } from "zod";
import { BACKENDS } from "#lib/policy/vocabulary.ts";

/** One connection that a sandboxed call tried to make, as the egress proxy decided it. Never a query string, never a body. */
export const networkEntrySchema = z.strictObject({
  at: z.iso.datetime(),
  host: z.string(),
  port: z.number().int().min(0).max(65_535),
  method: z.string().max(16).optional(),
  path: z.string().max(512).optional(),
  allowed: z.boolean(),
  /** How much of it the proxy could see: each request, the server's name only (TLS), or bytes it knows nothing of. */
  seen: z.enum(["request", "server_name", "nothing"]).optional(),
  /** Class of a refusal (`not_listed`, `private_address`, `bad_host`, …), never an address. */
  reason: z.string().optional(),
  bytesIn: z.number().int().min(0).optional(),
  bytesOut: z.number().int().min(0).optional(),
});
export type NetworkEntry = z.infer<typeof networkEntrySchema>;

/** Whether the sandbox was made for this call, stood ready, or had served its owner before. */
const startSchema = z.enum(["cold", "warm", "reused"]);

export const usageSchema = z.strictObject({
  /** In the record of a run. */
  start: startSchema.optional(),
  wallMs: z.number().min(0),
  cpuMs: z.number().min(0).optional(),
  maxMemoryMb: z.number().min(0).optional(),
  outputBytes: z.number().int().min(0).optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** What a tool's bundle returned or threw, as the runner inside wrote it. Untrusted, like everything from inside. */
export const toolAnswerSchema = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), output: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: z.strictObject({ code: z.string(), message: z.string() }) }),
]);
export type ToolAnswer = z.infer<typeof toolAnswerSchema>;

/** Why we ended it, where it did not end by itself. */
export const STOP_REASONS = ["wall", "output", "cpu", "memory", "cancelled"] as const;

export const sandboxResultSchema = z.strictObject({
  backend: z.enum(BACKENDS),
  start: startSchema.optional(),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  timedOut: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  truncated: z.boolean(),
  usage: usageSchema,
  network: z.array(networkEntrySchema),
  /** Only for a bundle that got as far as answering. */
  answer: toolAnswerSchema.optional(),
  stopped: z.enum(STOP_REASONS).optional(),
  /** Set when the sandbox refused or failed, as opposed to the tool inside it. */
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
});
export type SandboxResult = z.infer<typeof sandboxResultSchema> & {
  /** In place of `answer`, for who asked for it so: reading a large one takes long, and can be done elsewhere. Never written down. */
  readonly answerBytes?: Uint8Array;
};
