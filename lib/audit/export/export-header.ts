import { z } from "zod";

/** The first line of an export as JSONL. */
export const EXPORT_FORMAT = "airlock-audit/1";

export const exportHeaderSchema = z.strictObject({
  type: z.literal("log"),
  format: z.literal(EXPORT_FORMAT),
  /** A filtered export has holes, so that its links cannot be walked. */
  filtered: z.boolean(),
});
