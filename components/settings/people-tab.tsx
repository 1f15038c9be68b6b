"use client";
import { Chip } from "#components/ui/chip.tsx";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import { Section } from "#components/ui/section.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import type { PersonItem } from "#lib/sessions/list-people.ts";
import { InvitePerson } from "./invite-person.tsx";
import { type RoleActions, RoleProposal } from "./role-proposal.tsx";

interface PeopleTabProps {
  people: readonly PersonItem[];
  viewerId: string;
  mayManage: boolean;
  actions: PeopleActions;
}

export interface PeopleActions extends RoleActions {
  readonly invite: (input: { name: string; email: string; role: Role }) => Promise<Outcome<{ token: string }>>;
  readonly lower: (input: { personId: string; disable: boolean; reason: string }) => Promise<Outcome<unknown>>;
}

/** Who is here and what they may. Taking rights away acts at once, in every open page of that person. */
export function PeopleTab({ people, viewerId, mayManage, actions }: PeopleTabProps) {
  return (
    <Section
      title="People"
      note={mayManage ? "giving a role takes a second admin" : "admins change roles"}
      action={mayManage && <InvitePerson invite={actions.invite} />}
    >
      <Table label="People">
        <Head>
          <HeadCell>Name</HeadCell>
          <HeadCell wide>Role</HeadCell>
          <HeadCell wide>E-mail</HeadCell>
          <HeadCell wide>Role since</HeadCell>
          <HeadCell wide>Last seen</HeadCell>
          {mayManage && <HeadCell right>{""}</HeadCell>}
        </Head>
        <tbody>
          {people.map((person) => (
            <Row key={person.id} muted={person.disabledAt !== null}>
              <Cell className="font-medium">
                {person.name} {person.id === viewerId && <span className="font-normal text-ink-2">(you)</span>}
                <span className="block text-sm font-normal text-ink-2 [overflow-wrap:anywhere] md:hidden">
                  {person.email}
                  <span className="mb-1 block">
                    {person.lastSeenAt ? <Ago at={person.lastSeenAt} /> : "not signed in"}
                  </span>
                  <RoleNow person={person} />
                </span>
              </Cell>
              <Cell wide>
                <RoleNow person={person} />
              </Cell>
              <Cell wide className="text-ink-2">
                {person.email}
              </Cell>
              <Cell wide className="text-ink-2">
                <Ago at={person.roleSince} />
              </Cell>
              <Cell wide className="text-ink-2">
                {person.lastSeenAt ? <Ago at={person.lastSeenAt} /> : "not signed in"}
              </Cell>
              {mayManage && (
                <Cell right className="max-md:w-px">
                  {person.disabledAt === null && person.id !== viewerId && (
                    <span className="flex flex-wrap justify-end gap-1.5">
                      <RoleProposal person={person} viewerId={viewerId} actions={actions} />
                      <Lowering person={person} lower={actions.lower} />
                    </span>
                  )}
                </Cell>
              )}
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function RoleNow({ person }: { person: PersonItem }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {person.disabledAt ? <StateMark state="disabled" /> : <Chip>{person.role}</Chip>}
      {person.proposedRole && (
        <span className="text-sm text-medium">
          → {person.proposedRole}, proposed by {person.proposedBy}
        </span>
      )}
    </span>
  );
}

function Lowering({ person, lower }: { person: PersonItem; lower: PeopleActions["lower"] }) {
  return (
    <>
      {person.role !== "viewer" && (
        <ConfirmWithReason
          label="To viewer"
          title={`Make ${person.name} a viewer?`}
          description="They keep seeing pages and lose everything else, at once."
          done={`${person.name} is a viewer now.`}
          act={(reason) => lower({ personId: person.id, disable: false, reason })}
        />
      )}
      <ConfirmWithReason
        label="Disable"
        title={`Disable ${person.name}?`}
        description="Their sessions end now, and they cannot sign in again."
        danger
        done={`${person.name} is disabled.`}
        act={(reason) => lower({ personId: person.id, disable: true, reason })}
      />
    </>
  );
}
