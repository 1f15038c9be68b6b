import { z } from "zod";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { limits } from "./limits.ts";

/** What the tools that run an agent's own code have in common. */

const WALL_SECONDS = 120;
/** Leaves the tool time to hand back what there is before the sandbox's own clock ends it. */
const TIMEOUT_MAX = WALL_SECONDS - 10;

export const code = z.string().min(1).max(131_072);

export const args = z
  .array(z.string().max(4096))
  .max(100)
  .optional()
  .describe("Each is one argument; no shell reads them.");

export const stdin = z.string().max(65_536).optional().describe("What the program reads on its standard input.");

export const directory = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe("The working directory; /workspace if not given.");

export const timeoutSeconds = z
  .number()
  .int()
  .min(1)
  .max(TIMEOUT_MAX)
  .optional()
  .describe("The program is killed after this; 30 if not given.");

export const output = z.strictObject({
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.number().int().optional().describe("Not there when a signal ended it."),
  signal: z.string().optional(),
  timedOut: z.boolean().describe("Whether it was killed by the clock."),
  truncated: z.boolean().describe("Whether it wrote more than is here; 256 KiB of each output are kept."),
});

/** The workspace and nothing else: no network, so nothing that the code reads can leave. */
export const policy: ToolPolicy = {
  risk: "high",
  filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] },
  network: { mode: "none" },
  environment: { allow: [] },
  exec: "allow",
  limits: limits({ wallSeconds: WALL_SECONDS, cpuSeconds: 100, memoryMb: 1024, processes: 128, fileMb: 64 }),
};

export const failureModes = [
  "program_missing: the program is not part of this installation's sandbox.",
  "path_refused: the working directory lies outside the workspace.",
  "timedOut in the answer: the program was killed; what it wrote until then is there.",
  "A program that ends with an error is an answer, not a failure: look at exitCode and stderr.",
];
