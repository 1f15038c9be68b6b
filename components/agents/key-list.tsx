"use client";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { ConfirmRevoke } from "#components/keys/confirm-revoke.tsx";
import { IssueKey } from "#components/keys/issue-key.tsx";
import { ShownKey } from "#components/keys/shown-key.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago, ClockTime } from "#components/ui/time.tsx";
import type { AgentKeyItem } from "#lib/agents/queries/list-agent-keys.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

interface KeyListProps {
  agentId: string;
  keys: readonly AgentKeyItem[];
  mayManage: boolean;
  issue: (input: { agentId: string; name: string; days: number }) => Promise<Outcome<{ key: string }>>;
  revoke: (input: { keyId: string }) => Promise<Outcome<unknown>>;
}

/** An agent's keys. A new one is shown once, here, and kept nowhere. */
export function KeyList({ agentId, keys, mayManage, issue, revoke }: KeyListProps) {
  const [shown, setShown] = useState<string>();
  const live = keys.filter(({ state }) => state === "live").length;
  return (
    <Section
      title="Keys"
      note={mayManage ? "at most two live, so that one can be rotated in" : "admins issue and revoke keys"}
      action={
        mayManage && (
          <IssueKey
            full={live >= 2 ? "Two keys are live; revoke one first." : undefined}
            issue={(input) => issue({ agentId, ...input })}
            onIssued={setShown}
          />
        )
      }
    >
      {shown && <ShownKey value={shown} />}
      {keys.length === 0 ? (
        <div className="rounded-md border bg-panel">
          <EmptyState icon={<KeyRound size={22} />} title="No keys">
            Without a key this agent cannot ask for anything.
          </EmptyState>
        </div>
      ) : (
        <Table label="Keys">
          <Head>
            <HeadCell>Name</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell wide>Public part</HeadCell>
            <HeadCell wide>Issued</HeadCell>
            <HeadCell wide>Expires</HeadCell>
            <HeadCell wide>Last used</HeadCell>
            {mayManage && <HeadCell right>{""}</HeadCell>}
          </Head>
          <tbody>
            {keys.map((key) => (
              <Row key={key.id} muted={key.state !== "live"}>
                <Cell className="font-medium">{key.name}</Cell>
                <Cell>
                  <StateMark state={key.state} />
                </Cell>
                <Cell wide className="font-mono text-xs">
                  alk_live_{key.prefix}_…
                </Cell>
                <Cell wide>
                  <Ago at={key.createdAt} />
                  {key.createdBy && ` by ${key.createdBy}`}
                </Cell>
                <Cell wide>
                  <ClockTime at={key.expiresAt} form="date" />
                </Cell>
                <Cell wide>{key.lastUsedAt ? <Ago at={key.lastUsedAt} /> : "never"}</Cell>
                {mayManage && (
                  <Cell right>
                    {key.state === "live" && <ConfirmRevoke keyId={key.id} name={key.name} revoke={revoke} />}
                  </Cell>
                )}
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
