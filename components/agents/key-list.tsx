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
  issue: (input: {
    agentId: string;
    name: string;
    days: number;
    readOnly: boolean;
  }) => Promise<Outcome<{ key: string }>>;
  revoke: (input: { keyId: string }) => Promise<Outcome<unknown>>;
}

/** An agent's keys. A new one is shown once, here, and kept nowhere. */
export function KeyList({ agentId, keys, mayManage, issue, revoke }: KeyListProps) {
  const [shown, setShown] = useState<string>();
  const live = keys.filter(({ state }) => state === "live");
  const acting = live.filter(({ readOnly }) => !readOnly).length;
  return (
    <Section
      title="Keys"
      note={
        mayManage ? "two live at most; with a new one the old one ends within 24 hours" : "admins issue and revoke keys"
      }
      action={
        mayManage && (
          <IssueKey
            full={acting >= 2 && live.length >= 4 ? "Two keys of each kind are live; revoke one first." : undefined}
            ending={acting > 0 ? "Once it is issued, the present key that may act ends within 24 hours." : undefined}
            scoped
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
          keys={keys.map((key) => ({ ...key, whose: wordsOf(key) }))}
          revoke={mayManage ? revoke : null}
        />
      )}
    </Section>
  );
}

function wordsOf({ createdBy, readOnly }: AgentKeyItem): string | null {
  const words = [createdBy && `issued by ${createdBy}`, readOnly && "may only look"].filter(Boolean);
  return words.length > 0 ? words.join(", ") : null;
}
