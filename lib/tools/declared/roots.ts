import { z } from "zod";

/** Both of an agent's roots, as policies write them. */
export const ROOTS = ["${workspace}/**", "${project}/**"];

export const path = z.string().min(1).max(4096);

/** A folder to start at. */
export const folder = path.optional().describe("The folder; /workspace if not given.");

export const glob = z
  .string()
  .min(1)
  .max(256)
  .optional()
  .describe("Only files whose path below the folder fits: * and ? within a name, ** across folders.");

export const hidden = z.boolean().optional().describe("Also names that begin with a dot; no if not given.");
