"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { TRUST_LEVELS } from "#lib/policy/document/trust-section.ts";
import { setTrust as change } from "#lib/trust/change-trust.ts";
import { TRUST_SCOPES } from "#lib/trust/levels.ts";

const input = z.strictObject({
  agentId: z.uuid(),
  category: z.enum(TRUST_SCOPES),
  level: z.enum(TRUST_LEVELS),
  reason: z.string().trim().min(1, "Say why.").max(2000),
});

export const setTrust = operatorAction("trust.set", input, ({ sql, session }, wish) =>
  change(sql, session.token, wish),
);
