import { z } from "zod";

/** A decision names what was on the screen: the call, its revision, and the digest of what was shown. */
export const seenSchema = z.strictObject({
  id: z.uuid(),
  revision: z.number().int().min(1),
  digest: z.string().min(1).max(200),
});
