import { z } from "zod";
import { RISKS } from "./vocabulary.ts";

/**
 * What a tool may touch: one shape in contracts, TOOL.md, manifests and `sandbox run --policy`.
 *
 * What is left out is *unspecified*: it ranks widest in reviews and grants nothing at run time beyond what the access
 * level gives. An empty list is a stance that allows nothing. There are no defaults in here, because a default would
 * make "did not say" and "said so" hash alike.
 */

export const globSchema = z
  .string()
  .min(1)
  .max(1024)
  .refine((path) => /^(\/|\$\{(workspace|project)\}(\/|$))/.test(path), {
    message: "A path pattern starts with /, ${workspace} or ${project}.",
  })
  .refine((path) => !path.split("/").includes("..") && !path.includes("\0"), {
    message: "A path pattern contains no '..' segment and no NUL.",
  });

export const hostPatternSchema = z
  .string()
  .max(260)
  .regex(/^(\*\.)?[A-Za-z0-9._-]+:\d{1,5}$|^[0-9.]+\/\d{1,2}:\d{1,5}$|^\[[0-9A-Fa-f:.]+\](\/\d{1,3})?:\d{1,5}$/, {
    message: "A host is written host:port, *.host:port, a.b.c.d/n:port or [v6]/n:port. A bare * is not a host.",
  });

const environmentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "Not the name of an environment variable.");

export const LIMIT_NAMES = ["wallSeconds", "cpuSeconds", "memoryMb", "processes", "outputBytes", "fileMb"] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

const OUTPUT_BYTES_MAX = 8_388_608;

export const limitsSchema = z.strictObject({
  wallSeconds: z.number().positive().max(3600).optional(),
  cpuSeconds: z.number().int().positive().max(3600).optional(),
  memoryMb: z.number().int().positive().max(65_536).optional(),
  processes: z.number().int().positive().max(4096).optional(),
  /** Whoever cleans, keeps and shows an output holds several copies of it, so this is small beside what memory allows. */
  outputBytes: z.number().int().positive().max(OUTPUT_BYTES_MAX).optional(),
  fileMb: z.number().int().positive().max(65_536).optional(),
  /** These must be enforced by the kernel (or, for wall clock and output, by the reader that kills), or the call is refused. */
  hard: z.array(z.enum(LIMIT_NAMES)).optional(),
});

export const toolPolicySchema = z.strictObject({
  risk: z.enum(RISKS).optional(),
  filesystem: z
    .strictObject({ read: z.array(globSchema).optional(), write: z.array(globSchema).optional() })
    .optional(),
  network: z
    .strictObject({ mode: z.enum(["none", "allowlist", "open"]), hosts: z.array(hostPatternSchema).optional() })
    .optional(),
  environment: z.strictObject({ allow: z.array(environmentName) }).optional(),
  exec: z.enum(["allow", "deny"]).optional(),
  limits: limitsSchema.optional(),
});

export type ToolPolicy = z.infer<typeof toolPolicySchema>;
