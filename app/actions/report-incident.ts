"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";

import { reportIncident as change } from "#lib/trust/change-trust.ts";
import { TRUST_SCOPES } from "#lib/trust/levels.ts";

const input = z.strictObject({
  agentId: z.uuid(),
  category: z.enum(TRUST_SCOPES),
  severity: z.enum(["minor", "critical"]),
  reason: z.string().trim().min(1, "Say why.").max(2000),
});

export const reportIncident = operatorAction("trust.set", input, ({ sql, session }, wish) =>
  change(sql, session.token, wish),
);
