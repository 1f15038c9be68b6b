"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { AGENT_NAME } from "#lib/agents/agent-name.ts";
import { createAgent as create } from "#lib/agents/create-agent.ts";

const input = z.strictObject({
  name: z.string().regex(AGENT_NAME, "A name is lower case letters, digits, - and _."),
  description: z.string().trim().max(500),
  ownerId: z.uuid(),
  accessLevel: z.enum(["sandboxed", "restricted", "standard", "elevated"]).nullable(),
});

export const createAgent = operatorAction("agents.create", input, ({ sql, session }, agent) =>
  create(sql, session.token, agent),
);
