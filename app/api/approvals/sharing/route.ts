import { z } from "zod";
import { sessionRoute } from "#app/server/session-route.ts";
import { findSharing } from "#lib/approvals/pivot/find-sharing.ts";
import { refuse } from "#lib/errors/outcome.ts";

const input = z.strictObject({ text: z.string().min(4).max(500) });

/** Which waiting calls carry a text. It changes nothing; what an agent wrote does not belong into an address. */
export const POST = sessionRoute(async ({ sql, session, request }) => {
  const asked = input.safeParse(await request.json().catch(() => null));
  if (!asked.success) return refuse("invalid_input", "Look for a text of 4 to 500 characters.");
  return findSharing(sql, session.token, asked.data.text);
});
