"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";

import { freezeTrust as change } from "#lib/trust/change-trust.ts";
import { TRUST_SCOPES } from "#lib/trust/levels.ts";

const input = z.strictObject({
  agentId: z.uuid(),
  category: z.enum(TRUST_SCOPES),
  frozen: z.boolean(),
  reason: z.string().trim().min(1, "Say why.").max(2000),
});

export const freezeTrust = operatorAction("trust.set", input, ({ sql, session }, wish) =>
  change(sql, session.token, wish),
);
