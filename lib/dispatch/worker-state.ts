import { z } from "zod";
import { poolStateSchema } from "#lib/sandbox/pool/pool-state.ts";

/** What a worker says of itself at each sign of life; pages show it as the worker's word. */
export const workerStateSchema = z.object({
  slots: z.number().int().min(0),
  running: z.number().int().min(0),
  pool: z.array(poolStateSchema).optional(),
  /** The sandboxing document in force, and what of it has no effect on this machine. */
  sandboxing: z.object({ document: z.unknown(), notes: z.array(z.string()) }).optional(),
  /** Id of the key that this worker opens credentials with. */
  credentialKey: z.string().optional(),
});
export type WorkerState = z.infer<typeof workerStateSchema>;
