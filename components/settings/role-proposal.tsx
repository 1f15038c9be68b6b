"use client";
import { useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuItem, MenuLabel } from "#components/ui/menu.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { ROLES, type Role } from "#lib/policy/vocabulary.ts";
import type { PersonItem } from "#lib/sessions/list-people.ts";

export interface RoleActions {
  readonly propose: (input: { personId: string; role: Role }) => Promise<Outcome<unknown>>;
  readonly confirm: (input: { personId: string; role: Role; confirm: boolean }) => Promise<Outcome<unknown>>;
}

/** Giving rights takes two admins: one proposes, another confirms what they see. */
export function RoleProposal({
  person,
  viewerId,
  actions,
}: {
  person: PersonItem;
  viewerId: string;
  actions: RoleActions;
}) {
  const [busy, start] = useTransition();
  const run = (act: () => Promise<Outcome<unknown>>, done: string) =>
    start(async () => {
      const outcome = await callAction(act);
      if (outcome.ok) toast.success(done);
      else toast.error(outcome.message);
    });
  const { proposedRole } = person;
  if (proposedRole) {
    const answer = (confirm: boolean) => () => actions.confirm({ personId: person.id, role: proposedRole, confirm });
    return (
      <>
        {person.proposedById !== viewerId && (
          <Button
            size="sm"
            tone="primary"
            busy={busy}
            onClick={() => run(answer(true), `${person.name} is ${proposedRole} now.`)}
          >
            Confirm {proposedRole}
          </Button>
        )}
        <Button size="sm" disabled={busy} onClick={() => run(answer(false), "The proposal is off the table.")}>
          {person.proposedById === viewerId ? "Withdraw" : "Decline"}
        </Button>
      </>
    );
  }
  return (
    <Menu
      trigger={
        <Button size="sm" busy={busy}>
          Propose role
        </Button>
      }
    >
      <MenuLabel>A second admin confirms it</MenuLabel>
      {ROLES.filter((role) => role !== "viewer" && role !== person.role).map((role) => (
        <MenuItem
          key={role}
          onSelect={() =>
            run(() => actions.propose({ personId: person.id, role }), `Proposed: ${person.name} as ${role}.`)
          }
        >
          {role}
        </MenuItem>
      ))}
    </Menu>
  );
}
