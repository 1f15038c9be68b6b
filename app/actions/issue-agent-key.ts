"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { issueAgentKey as issue } from "#lib/agents/issue-agent-key.ts";

const input = z.strictObject({
  agentId: z.uuid(),
  name: z.string().trim().min(1, "A key needs a name.").max(80),
  days: z.number().int().min(1).max(365),
  readOnly: z.boolean().default(false),
});

export const issueAgentKey = operatorAction("keys.manage", input, ({ sql, session }, request) =>
  issue(sql, session.token, request),
);
