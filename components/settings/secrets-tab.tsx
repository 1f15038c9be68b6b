"use client";
import { KeyRound } from "lucide-react";
import Link from "next/link";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { SecretItem } from "#lib/secrets/list-secrets.ts";
import { KeepSecret, type KeepSecretAction } from "./keep-secret.tsx";

interface SecretsTabProps {
  secrets: readonly SecretItem[];
  /** Absent where the reader's role may not. */
  actions: {
    keep: KeepSecretAction;
    retire: (input: { name: string; reason: string }) => Promise<Outcome<unknown>>;
  } | null;
}

/** Credentials that tools name. A value that was kept is never shown again, to anybody. */
export function SecretsTab({ secrets, actions }: SecretsTabProps) {
  return (
    <Section
      title="Secrets"
      note="sealed to the dispatchers' key; tools get them as a file, or the egress proxy adds them to requests"
      action={actions && <KeepSecret keep={actions.keep} />}
    >
      {secrets.length === 0 ? (
        <div className="rounded-md border bg-panel">
          <EmptyState icon={<KeyRound size={22} />} title="No secrets">
            A tool that names one under requires.secrets can register once the secret is kept here. Admins add them.
          </EmptyState>
        </div>
      ) : (
        <Table label="Secrets">
          <Head>
            <HeadCell>Name</HeadCell>
            <HeadCell>Used by</HeadCell>
            <HeadCell wide>Sealed to</HeadCell>
            <HeadCell wide>Kept</HeadCell>
            {actions && (
              <HeadCell right>
                <span className="sr-only">Change</span>
              </HeadCell>
            )}
          </Head>
          <tbody>
            {secrets.map((secret) => (
              <Row key={secret.name}>
                <Cell className="font-mono text-sm">
                  {secret.name} <span className="text-ink-2">v{secret.version}</span>
                </Cell>
                <Cell>
                  {secret.tools.length === 0 ? (
                    <span className="text-ink-2">no tool in force</span>
                  ) : (
                    secret.tools.map((tool) => (
                      <Link key={tool} href={`/registry/${tool}`} prefetch={false} className="mr-2 hover:underline">
                        {tool}
                      </Link>
                    ))
                  )}
                </Cell>
                <Cell wide>
                  <Hash value={secret.sealedTo} head={16} />
                </Cell>
                <Cell wide className="text-ink-2">
                  {secret.createdBy}, <Ago at={secret.createdAt} />
                </Cell>
                {actions && (
                  <Cell right>
                    <span className="inline-flex flex-wrap justify-end gap-1.5">
                      <KeepSecret name={secret.name} keep={actions.keep} />
                      <ConfirmWithReason
                        label="Withdraw"
                        title={`Withdraw ${secret.name}?`}
                        description={
                          secret.tools.length === 0
                            ? "Its sealed bytes are removed. This cannot be undone."
                            : `Calls of ${secret.tools.join(", ")} are refused from now on. Its sealed bytes are removed; this cannot be undone.`
                        }
                        danger
                        done={`${secret.name} is withdrawn.`}
                        act={(reason) => actions.retire({ name: secret.name, reason })}
                      />
                    </span>
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
