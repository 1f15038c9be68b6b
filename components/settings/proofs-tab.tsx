"use client";
import { Fingerprint } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import type { ProofsActions } from "#components/step-up/proof-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ProofsOfPerson } from "#lib/step-up/list-proofs.ts";
import { OthersProofs } from "./proofs/others-proofs.tsx";

const AddPasskeyDialog = dynamic(() => import("./proofs/add-passkey-dialog.tsx").then((m) => m.AddPasskeyDialog), {
  ssr: false,
});
const AddAuthenticatorDialog = dynamic(
  () => import("./proofs/add-authenticator-dialog.tsx").then((m) => m.AddAuthenticatorDialog),
  { ssr: false },
);
const RemoveOwnDialog = dynamic(() => import("./proofs/remove-own-dialog.tsx").then((m) => m.RemoveOwnDialog), {
  ssr: false,
});

interface ProofsTabProps {
  readonly own: ProofsOfPerson;
  /** Everybody else's, for an admin. */
  readonly others: readonly ProofsOfPerson[] | null;
  /** Whether this installation asks for proofs at all. */
  readonly asked: boolean;
  readonly actions: ProofsActions;
}

/** With what a person proves that they themselves approve, and nobody who sits at their open browser. */
export function ProofsTab({ own, others, asked, actions }: ProofsTabProps) {
  const [open, setOpen] = useState<ReactNode>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Callout
        tone={asked ? "accent" : "medium"}
        title={asked ? "Asked for at each grave decision" : "Not asked for now"}
      >
        {asked
          ? "Approving a privileged call or the step to elevated takes a passkey; a financial call a passkey or a code. A proof counts for one item, once."
          : "An admin has switched proofs off under Limits (step_up). What you set up here is kept."}
      </Callout>
      <Section
        title="Your passkeys"
        note="for privileged and financial calls, and for more trust"
        action={
          <Button size="sm" onClick={() => setOpen(<AddPasskeyDialog actions={actions} onClose={close} />)}>
            Add a passkey
          </Button>
        }
      >
        {own.passkeys.length === 0 ? (
          <div className="rounded-md border bg-panel">
            <EmptyState icon={<Fingerprint size={22} />} title="No passkeys">
              Without one you can reject a privileged call, and not approve it. Two are better: a lost one is then no
              loss.
            </EmptyState>
          </div>
        ) : (
          <Table label="Your passkeys">
            <Head>
              <HeadCell>Name</HeadCell>
              <HeadCell wide>Added</HeadCell>
              <HeadCell>Last used</HeadCell>
              <HeadCell right>
                <span className="sr-only">Remove</span>
              </HeadCell>
            </Head>
            <tbody>
              {own.passkeys.map(({ id, name, createdAt, usedAt }) => (
                <Row key={id}>
                  <Cell className="font-medium">{name}</Cell>
                  <Cell wide className="text-ink-2">
                    <Ago at={createdAt} />
                  </Cell>
                  <Cell className="text-ink-2">{usedAt ? <Ago at={usedAt} /> : "not yet"}</Cell>
                  <Cell right>
                    <Button
                      size="sm"
                      tone="danger"
                      aria-label={`Remove ${name}`}
                      onClick={() =>
                        setOpen(
                          <RemoveOwnDialog
                            what={`the passkey “${name}”`}
                            actions={actions}
                            remove={(stepUp) => actions.removePasskey({ passkeyId: id, stepUp })}
                            onClose={close}
                          />,
                        )
                      }
                    >
                      Remove
                    </Button>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
      <Section title="Your authenticator app" note="codes for financial calls; never enough for privileged ones">
        <div className="flex flex-wrap items-center gap-3 rounded-md border bg-panel px-3 py-2.5">
          {own.authenticatorSince ? (
            <>
              <span className="flex-1">
                Set up <Ago at={own.authenticatorSince} />
              </span>
              <Button
                size="sm"
                tone="danger"
                onClick={() =>
                  setOpen(
                    <RemoveOwnDialog
                      what="the authenticator app"
                      actions={actions}
                      remove={(stepUp) => actions.removeAuthenticator({ personId: own.personId, stepUp })}
                      onClose={close}
                    />,
                  )
                }
              >
                Remove
              </Button>
            </>
          ) : (
            <>
              <span className="flex-1 text-ink-2">None set up.</span>
              <Button size="sm" onClick={() => setOpen(<AddAuthenticatorDialog actions={actions} onClose={close} />)}>
                Set up
              </Button>
            </>
          )}
        </div>
      </Section>
      {others && <OthersProofs others={others} actions={actions} />}
      {open}
    </>
  );
}
