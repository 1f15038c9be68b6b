import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { policyDocumentSchema } from "#lib/policy/document/policy-document.ts";
import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import { type PolicyInForce, readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";

interface AgentDraft {
  readonly agent: string;
  /** As a form has it; read here as the document reads it. */
  readonly entry: Readonly<Record<string, unknown>>;
}

interface WrittenDraft {
  readonly text: string;
  readonly base: number;
}

/** What is in force, with one agent's entry written anew. An entry that says nothing is left out. */
export async function draftAgentEntry(sql: postgres.Sql, draft: AgentDraft): Promise<Outcome<WrittenDraft>> {
  return writeAgentEntry(await readPolicyInForce(sql), draft);
}

export function writeAgentEntry(inForce: PolicyInForce, { agent, entry }: AgentDraft): Outcome<WrittenDraft> {
  const { version, document } = inForce;
  const parsed = policyDocumentSchema.shape.agents.valueType.safeParse(entry);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    return refuse("policy_invalid", first && `${first.path.join(".")}: ${first.message}`);
  }
  const { [agent]: _, ...others } = document.agents;
  const agents = saysNothing(parsed.data) ? others : { ...others, [agent]: parsed.data };
  return done({ text: renderPolicy({ ...document, agents }), base: version });
}

function saysNothing({ profiles, custom_level, narrow, allow, deny, enforce_tool_policies, trust }: Entry): boolean {
  const lists = [profiles, allow, deny].every((list) => list.length === 0);
  return lists && custom_level === undefined && narrow === undefined && trust === undefined && enforce_tool_policies;
}

type Entry = ReturnType<typeof policyDocumentSchema.shape.agents.valueType.parse>;
