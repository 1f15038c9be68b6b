"use client";
import { Chip } from "#components/ui/chip.tsx";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import { Section } from "#components/ui/section.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { PersonItem } from "#lib/sessions/list-people.ts";

interface PeopleTabProps {
  people: readonly PersonItem[];
  viewerId: string;
  mayManage: boolean;
  lower: (input: { personId: string; disable: boolean; reason: string }) => Promise<Outcome<unknown>>;
}

/** Who is here and what they may. Taking rights away acts at once, in every open page of that person. */
export function PeopleTab({ people, viewerId, mayManage, lower }: PeopleTabProps) {
  return (
    <Section title="People" note={mayManage ? undefined : "admins change roles"}>
      <Table label="People">
        <Head>
          <HeadCell>Name</HeadCell>
          <HeadCell>Role</HeadCell>
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
              </Cell>
              <Cell>{person.disabledAt ? <StateMark state="disabled" /> : <Chip>{person.role}</Chip>}</Cell>
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
                <Cell right>
                  {person.disabledAt === null && person.id !== viewerId && <Lowering person={person} lower={lower} />}
                </Cell>
              )}
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function Lowering({ person, lower }: { person: PersonItem; lower: PeopleTabProps["lower"] }) {
  return (
    <span className="flex justify-end gap-1.5">
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
    </span>
  );
}
