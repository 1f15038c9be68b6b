import { z } from "zod";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { limits } from "./limits.ts";

export const path = z
  .string()
  .min(1)
  .max(1024)
  .describe("Where the picture goes, below /workspace; its name ends in .svg or .png.");
export const width = z.number().int().min(200).max(2_000);
export const height = z.number().int().min(150).max(2_000);

export const saved = z.strictObject({
  path: z.string(),
  bytes: z.number().int().min(1),
  width: z.number().int(),
  height: z.number().int(),
});

/** Draws from what it is given: one file of the workspace, nothing else. */
export const drawingPolicy: ToolPolicy = {
  risk: "low",
  filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] },
  network: { mode: "none" },
  environment: { allow: [] },
  exec: "deny",
  limits: limits({ wallSeconds: 30, fileMb: 16 }),
};

export const pictureFailures = [
  "format_unknown: the name ends neither in .svg nor in .png.",
  "path_refused: it lies outside the workspace. 'is a link': no part of a path may be one.",
];
