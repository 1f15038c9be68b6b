import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { AgentDetail } from "#lib/agents/queries/read-agent.ts";

/** What the agent may reach, whatever its tools declare, and what its profile narrows further. */
export function AccessTab({ agent }: { agent: AgentDetail }) {
  const { grants, profile } = agent;
  return (
    <>
      <Section title={`Level: ${agent.accessLevel}`} note={grants.description}>
        <KeyValues
          items={[
            { key: "files", value: grants.file_system.replaceAll("_", " ") },
            { key: "project", value: agent.hasProject ? "has one" : "none set" },
            { key: "code", value: grants.code_execution },
            { key: "network", value: grants.network.replaceAll("_", " ") },
            { key: "git", value: grants.git.replaceAll("_", " ") },
            { key: "terminal", value: grants.terminal.replaceAll("_", " ") },
            { key: "deployment", value: grants.deployment ? "allowed" : "not allowed" },
            {
              key: "held for people",
              value:
                grants.requires_approval.length === 0 ? (
                  "nothing beyond the classes"
                ) : (
                  <code className="text-xs">{grants.requires_approval.join(", ")}</code>
                ),
            },
          ]}
        />
      </Section>
      <Section title="Profile" note={profile ? profile.name : "none"}>
        {profile && profile.overrides.length > 0 ? (
          <Table label="Overrides">
            <Head>
              <HeadCell>For</HeadCell>
              <HeadCell>Answer</HeadCell>
              <HeadCell wide>Why</HeadCell>
            </Head>
            <tbody>
              {profile.overrides.map((override) => (
                <Row key={`${override.kind} ${override.subject}`}>
                  <Cell>
                    <span className="text-ink-2">{override.kind.replace("_", " ")}</span>{" "}
                    <code className="text-sm">{override.subject}</code>
                  </Cell>
                  <Cell>
                    {override.effect === "deny" ? (
                      <Chip tone="bad">✕ deny</Chip>
                    ) : (
                      <Chip tone="medium">hold for {override.people === 2 ? "two" : "one"}</Chip>
                    )}
                  </Cell>
                  <Cell wide className="text-ink-2">
                    {override.reason}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        ) : (
          <div className="rounded-md border bg-panel">
            <EmptyState title={profile ? "This profile changes nothing" : "No profile"}>
              The classes of its tools and its level decide.
            </EmptyState>
          </div>
        )}
      </Section>
    </>
  );
}
