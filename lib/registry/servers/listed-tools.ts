import { z } from "zod";
import { registryFindingSchema } from "#lib/registry/scan/finding.ts";

/** A tool of a stored listing, as far as pages and an import need it; a dispatcher wrote the rest for the database. */
const listedToolSchema = z.object({
  upstream: z.string(),
  definition: z.record(z.string(), z.unknown()).nullish().default(null),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  contractText: z.string().nullable(),
  findings: z.array(registryFindingSchema).nullish().default([]),
});

export interface StoredTool {
  readonly upstream: string;
  /** What the server sent, if it could be read. */
  readonly definition: Readonly<Record<string, unknown>> | null;
  /** Why it cannot be imported. */
  readonly problem: { readonly code: string; readonly message: string } | null;
  readonly contractText: string | null;
  readonly findings: readonly z.infer<typeof registryFindingSchema>[];
}

/** Each tool by itself: one that cannot be read is shown as such and does not take the others with it. */
export function readListedTools(stored: unknown): StoredTool[] {
  if (!Array.isArray(stored)) return [];
  return stored.map((item: unknown, index) => {
    const read = listedToolSchema.safeParse(item);
    if (read.success) return { ...read.data, findings: read.data.findings ?? [] };
    const { upstream } = (item ?? {}) as { upstream?: unknown };
    return {
      upstream: typeof upstream === "string" ? upstream : `#${index + 1}`,
      definition: null,
      problem: { code: "malformed", message: "What was kept of it cannot be read." },
      contractText: null,
      findings: [],
    };
  });
}
