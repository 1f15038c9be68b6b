"use client";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { IssueKey } from "#components/keys/issue-key.tsx";
import { KeyTable } from "#components/keys/key-table.tsx";
import { ShownKey } from "#components/keys/shown-key.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
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
        <KeyTable
          label="Keys"
          scheme="alk_live"
          keys={keys.map((key) => ({ ...key, whose: key.createdBy && `issued by ${key.createdBy}` }))}
          revoke={mayManage ? revoke : null}
        />
      )}
    </Section>
  );
}
