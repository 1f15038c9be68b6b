import { z } from "zod";

/** How one kind of sandbox stands ready on this machine. */
export const poolStateSchema = z.object({
  /** Hash of the plan that all of them have. */
  key: z.string(),
  /** Hash of the tool's code. */
  bundle: z.string(),
  ready: z.number().int().min(0),
  wanted: z.number().int().min(0),
  served: z.object({
    cold: z.number().int().min(0),
    warm: z.number().int().min(0),
    reused: z.number().int().min(0),
  }),
});
export type PoolState = z.infer<typeof poolStateSchema>;
