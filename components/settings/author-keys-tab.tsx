"use client";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { IssueKey } from "#components/keys/issue-key.tsx";
import { KeyTable } from "#components/keys/key-table.tsx";
import { ShownKey } from "#components/keys/shown-key.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import { type AuthorKeyItem, LIVE_KEYS_MAX } from "#lib/registry/authors/list-author-keys.ts";

interface AuthorKeysTabProps {
  keys: readonly AuthorKeyItem[];
  role: Role;
  mayIssue: boolean;
  issue: (input: { name: string; days: number }) => Promise<Outcome<{ key: string }>>;
  revoke: (input: { keyId: string }) => Promise<Outcome<unknown>>;
}

/** Keys with which a person's own tooling registers tools in their name. A new one is shown once, here, and kept nowhere. */
export function AuthorKeysTab({ keys, role, mayIssue, issue, revoke }: AuthorKeysTabProps) {
  const [shown, setShown] = useState<string>();
  const live = keys.filter(({ state, own }) => state === "live" && own).length;
  return (
    <Section
      title={role === "admin" ? "Author keys" : "Your author keys"}
      note="register tool definitions, and nothing else; what they register is reviewed by another person"
      action={
        mayIssue && (
          <IssueKey
            full={live >= LIVE_KEYS_MAX ? `${LIVE_KEYS_MAX} keys of yours are live; revoke one first.` : undefined}
            issue={({ name, days }) => issue({ name, days })}
            onIssued={setShown}
          />
        )
      }
    >
      {shown && <ShownKey value={shown} />}
      {keys.length === 0 ? (
        <div className="rounded-md border bg-panel">
          <EmptyState icon={<KeyRound size={22} />} title="No author keys">
            {mayIssue
              ? "With a key, airlock register and POST /api/v1/tools work in your name."
              : `Operators and admins write tools. Your role is ${role}.`}
          </EmptyState>
        </div>
      ) : (
        <KeyTable
          label="Author keys"
          scheme="aak_live"
          keys={keys.map((key) => ({ ...key, whose: key.own ? null : `of ${key.owner}` }))}
          revoke={revoke}
        />
      )}
    </Section>
  );
}
