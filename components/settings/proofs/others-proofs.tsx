"use client";
import type { ProofsActions } from "#components/step-up/proof-actions.ts";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { ProofsOfPerson } from "#lib/step-up/list-proofs.ts";

interface OthersProofsProps {
  readonly others: readonly ProofsOfPerson[];
  readonly actions: ProofsActions;
}

/** For somebody who has lost everything. An admin takes away, and never gives: the next proof is made by its person, with their password. */
export function OthersProofs({ others, actions }: OthersProofsProps) {
  return (
    <Section title="Proofs of others" note="admins take away what was lost; each removal has a reason in the audit log">
      <Table label="Proofs of others">
        <Head>
          <HeadCell>Person</HeadCell>
          <HeadCell>Passkeys</HeadCell>
          <HeadCell>Authenticator app</HeadCell>
        </Head>
        <tbody>
          {others.map((person) => (
            <Row key={person.personId}>
              <Cell className="font-medium">{person.name}</Cell>
              <Cell>
                {person.passkeys.length === 0 && <span className="text-ink-2">none</span>}
                {person.passkeys.map((passkey) => (
                  <span key={passkey.id} className="mr-3 inline-flex items-center gap-2 py-0.5">
                    {passkey.name}
                    <ConfirmWithReason
                      label="Take away"
                      title={`Take the passkey “${passkey.name}” away from ${person.name}?`}
                      description="It proves nothing from then on. This cannot be undone."
                      danger
                      done={`${person.name} no longer has “${passkey.name}”.`}
                      act={(reason) => actions.removePasskey({ passkeyId: passkey.id, reason })}
                    />
                  </span>
                ))}
              </Cell>
              <Cell>
                {person.authenticatorSince ? (
                  <ConfirmWithReason
                    label="Take away"
                    title={`Take the authenticator app away from ${person.name}?`}
                    description="Its codes prove nothing from then on. This cannot be undone."
                    danger
                    done={`${person.name} no longer has an authenticator app.`}
                    act={(reason) => actions.removeAuthenticator({ personId: person.personId, reason })}
                  />
                ) : (
                  <span className="text-ink-2">none</span>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
