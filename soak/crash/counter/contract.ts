import { z } from "zod";
import { type ToolDefinition, tool } from "#lib/registry/tool.ts";
import { execute } from "./execute.ts";

/**
 * Two tools with an effect that can be counted. Both leave a mark in the agent's workspace; one sends its idempotency key,
 * and the counter takes a key once, as an interface with idempotency keys does; the other sends none and counts each time.
 */

export const input = z.strictObject({
  /** Names the call, whatever keys it gets on its way. */
  ticket: z.string().min(1).max(40),
  keyed: z.boolean(),
  beforeMs: z.number().int().min(0).max(10_000),
  afterMs: z.number().int().min(0).max(10_000),
});

export const output = z.strictObject({ repeated: z.boolean() });

function counting(name: string, idempotent: boolean): ToolDefinition<typeof input, typeof output> {
  return tool({
    name,
    description: "Counts in the workspace, so that a trial can see how often it ran.",
    input,
    output,
    safetyClass: "write",
    egressClass: "write",
    category: "file_system",
    actionType: "fs:write",
    idempotency: "optional",
    idempotent,
    policy: {
      risk: "medium",
      filesystem: { read: [], write: ["${workspace}/**"] },
      network: { mode: "none" },
      environment: { allow: [] },
      exec: "deny",
      limits: { wallSeconds: 30, cpuSeconds: 10, memoryMb: 256, processes: 32, outputBytes: 65_536, fileMb: 1 },
    },
    execute,
    declaredIn: import.meta.url,
  });
}

export const countOnce = counting("count_once", true);
export const countEach = counting("count_each", false);
