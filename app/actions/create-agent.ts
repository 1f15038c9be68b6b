"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { createAgent as create } from "#lib/agents/create-agent.ts";

const input = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, "A name is lower case letters, digits, - and _."),
  description: z.string().trim().max(500),
  ownerId: z.uuid(),
  accessLevel: z.enum(["sandboxed", "restricted", "standard"]),
});

export const createAgent = operatorAction("agents.create", input, ({ sql, session }, agent) =>
  create(sql, session.token, agent),
);
