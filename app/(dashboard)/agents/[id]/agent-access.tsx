import Link from "next/link";
import { draftAgentPolicy } from "#app/actions/draft-agent-policy.ts";
import { address, one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { AgentEntry } from "#components/agents/access/agent-entry.tsx";
import { EffectiveTable } from "#components/agents/access/effective-table.tsx";
import { EntryForm } from "#components/agents/access/entry-form.tsx";
import { GrantTable } from "#components/agents/access/grant-table.tsx";
import { ToolAccessTable } from "#components/agents/access/tool-access-table.tsx";
import { AddressSearch } from "#components/ui/address-search.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section } from "#components/ui/section.tsx";
import { explainGrants } from "#lib/agents/access/explain-grant.ts";
import { listToolAccess } from "#lib/agents/access/list-tool-access.ts";
import { readAgentTrust } from "#lib/agents/access/read-agent-trust.ts";
import { readCallableTools } from "#lib/agents/access/read-callable-tools.ts";
import type { AgentDetail } from "#lib/agents/queries/read-agent.ts";
import type { DecidedAgent } from "#lib/policy/decision/acting-grant.ts";
import { type CompiledPolicy, compilePolicy } from "#lib/policy/decision/compile-policy.ts";
import { effectivePolicy } from "#lib/policy/decision/effective/effective-policy.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import { may } from "#lib/sessions/permissions.ts";

interface AgentAccessProps {
  agent: AgentDetail;
  role: Role;
  query: SearchParams;
}

/** What this agent may do now, and where each part of that is written. */
export async function AgentAccess({ agent, role, query }: AgentAccessProps) {
  const [inForce, trust] = await Promise.all([readPolicyInForce(database()), readAgentTrust(database(), agent.id)]);
  const policy = compilePolicy(inForce.document);
  const decided = { name: agent.name, declared: agent.accessLevel, trust, frozen: agent.frozenAt !== null };
  const tool = one(query, "tool");
  if (tool !== undefined) return <OneTool agent={decided} tool={tool} policy={policy} query={query} />;
  const entry = inForce.document.agents[agent.name];
  const groups = explainGrants(policy, decided);
  return (
    <>
      <Section
        title="What the policy says about this agent"
        note={
          <Link href={`/policies/versions/${inForce.version}`} prefetch={false} className="text-accent underline">
            policy v{inForce.version}
          </Link>
        }
        action={
          may(role, "policy.write") && (
            <EntryForm
              agent={agent.name}
              isCustom={agent.accessLevel === "custom"}
              entry={entry}
              profiles={Object.keys(inForce.document.profiles).sort()}
              levels={Object.keys(inForce.document.tool_access.levels)}
              draft={draftAgentPolicy}
            />
          )
        }
      >
        <AgentEntry entry={entry} />
      </Section>
      <Section
        title={groups.length === 1 ? `Acts at ${groups[0]?.level}` : "Acts at different levels"}
        note={`declared ${agent.accessLevel}${trust.all ? `, trusted as ${trust.all}` : ""}`}
      >
        <GrantTable groups={groups} declared={agent.accessLevel} />
      </Section>
      <Tools agent={decided} policy={policy} policyVersion={inForce.version} query={query} />
    </>
  );
}

interface Asked {
  agent: DecidedAgent & { readonly frozen: boolean };
  policy: CompiledPolicy;
  query: SearchParams;
}

async function Tools({ agent, policy, policyVersion, query }: Asked & { policyVersion: number }) {
  const path = `/agents/${agent.name}`;
  const after = one(query, "before");
  const words = one(query, "q")?.trim().slice(0, 100) || undefined;
  const { items, next } = await listToolAccess(
    database(),
    { policy, policyVersion, agent, now: Date.now() },
    { words, after },
  );
  return (
    <Section title="Tools" note="how its calls would be decided, before the input is known">
      <div className="mb-2 flex">
        <AddressSearch words={words ?? ""} label="Search tools" placeholder="A tool's name" />
      </div>
      <ToolAccessTable tools={items} hrefOf={(tool) => address(path, query, { tool, before: undefined })} />
      <Pager
        shown={items.length}
        words={{ first: "First", next: "Next" }}
        first={after ? address(path, query, { before: undefined }) : undefined}
        next={next ? address(path, query, { before: next }) : undefined}
      />
    </Section>
  );
}

async function OneTool({ agent, tool, policy, query }: Asked & { tool: string }) {
  const [row] = await readCallableTools(database(), { name: tool, limit: 1 });
  return (
    <Section
      title="With one tool"
      note={
        <>
          <code className="text-sm text-ink">{tool}</code>{" "}
          <Link
            href={address(`/agents/${agent.name}`, query, { tool: undefined })}
            prefetch={false}
            className="text-accent underline"
          >
            All tools
          </Link>
        </>
      }
      action={
        row && (
          <span className="flex flex-wrap gap-2">
            <Chip>{row.contract.safetyClass}</Chip>
            <Chip>{row.contract.egressClass}</Chip>
            <Chip>{row.contract.actionType}</Chip>
          </span>
        )
      }
    >
      {row ? (
        <EffectiveTable
          lines={effectivePolicy(
            policy,
            agent,
            { ...row.contract, requiresApproval: row.requiresApproval, alarmed: row.alarmed },
            Date.now(),
          )}
        />
      ) : (
        <p className="text-ink-2">No tool in force has that name.</p>
      )}
    </Section>
  );
}
