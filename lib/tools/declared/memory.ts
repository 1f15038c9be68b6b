import { z } from "zod";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { limits } from "./limits.ts";

export const key = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9 ._/-]{0,119}$/)
  .describe("A name for it, of which an agent has one.");

export const tags = z.array(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/)).max(16);

export const memory = {
  id: z.uuid(),
  key: z.string().optional(),
  text: z.string(),
  tags: z.array(z.string()),
  storedAt: z.string(),
};

/** Nothing of the machine and nothing outside: Airlock's own database does it. */
export const inPlatform: ToolPolicy = {
  risk: "low",
  filesystem: { read: [], write: [] },
  network: { mode: "none" },
  environment: { allow: [] },
  exec: "deny",
  limits: limits({ wallSeconds: 5 }),
};
