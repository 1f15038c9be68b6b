"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { revokeAgentKey as revoke } from "#lib/agents/revoke-agent-key.ts";

const input = z.strictObject({ keyId: z.uuid() });

export const revokeAgentKey = operatorAction("keys.manage", input, ({ sql, session }, { keyId }) =>
  revoke(sql, session.token, keyId),
);
