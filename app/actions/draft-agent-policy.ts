"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { AGENT_NAME } from "#lib/agents/agent-name.ts";
import { draftAgentEntry } from "#lib/policy/drafts/draft-agent-entry.ts";

const input = z.strictObject({ agent: z.string().regex(AGENT_NAME), entry: z.record(z.string(), z.unknown()) });

/** The text that a form's answers would make of the policy. Nothing is kept or proposed here. */
export const draftAgentPolicy = operatorAction("policy.write", input, ({ sql }, draft) => draftAgentEntry(sql, draft), {
  pages: "untouched",
});
