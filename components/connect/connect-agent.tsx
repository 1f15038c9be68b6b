"use client";
import { useState } from "react";
import { IssueKey } from "#components/keys/issue-key.tsx";
import { ShownKey } from "#components/keys/shown-key.tsx";
import { Section } from "#components/ui/section.tsx";
import { connectSnippets } from "#lib/agents/connect-snippets.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { Snippets } from "./snippets.tsx";

interface ConnectAgentProps {
  agentId: string;
  gateway: string;
  example: { tool: string; input: Record<string, unknown> };
  /** How many keys that may act are live. */
  liveKeys: number;
  mayManage: boolean;
  issue: (input: {
    agentId: string;
    name: string;
    days: number;
    readOnly: boolean;
  }) => Promise<Outcome<{ key: string }>>;
}

/** A key, then the text that brings it to the agent. The key is in the text for as long as it is on the page. */
export function ConnectAgent({ agentId, gateway, example, liveKeys, mayManage, issue }: ConnectAgentProps) {
  const [key, setKey] = useState<string>();
  const full = liveKeys >= 2 && !key ? "Two keys are live; revoke one on the agent's page first." : undefined;
  return (
    <>
      <Section title="1. Make a key" note="it proves which agent asks">
        {key ? (
          <ShownKey value={key} />
        ) : (
          <div className="flex flex-wrap items-center gap-3 rounded-md border bg-panel px-3 py-2.5">
            {mayManage ? (
              <IssueKey
                full={full}
                ending={
                  liveKeys > 0 ? "Once it is issued, the present key that may act ends within 24 hours." : undefined
                }
                scoped
                issue={(input) => issue({ agentId, ...input })}
                onIssued={setKey}
              />
            ) : null}
            <p className="text-ink-2">
              {mayManage
                ? (full ?? "It is shown once, here, and put into the text below.")
                : "Admins issue keys. Ask one, and put the key where the text says YOUR_KEY."}
            </p>
          </div>
        )}
      </Section>
      <Section title="2. Paste this" note={`the gateway is at ${gateway}`}>
        <Snippets snippets={connectSnippets({ url: gateway, key: key ?? "YOUR_KEY", ...example })} />
      </Section>
    </>
  );
}
