import { Section } from "#components/ui/section.tsx";
import type { Absence } from "#lib/approvals/attention/absences.ts";
import type { RosterEntry } from "#lib/approvals/attention/roster.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { AbsenceForm, type BeginAbsenceAction } from "./absence-form.tsx";
import { AbsenceTable } from "./absence-table.tsx";
import { RosterForm, type SetRosterAction } from "./roster-form.tsx";

export interface Decider {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

interface EscalationTabProps {
  /** Everybody who may vote. */
  deciders: readonly Decider[];
  roster: readonly RosterEntry[];
  absences: readonly Absence[];
  viewer: { readonly id: string; readonly mayDecide: boolean; readonly isAdmin: boolean };
  setRoster: SetRosterAction | null;
  begin: BeginAbsenceAction;
  end: (input: { id: string }) => Promise<Outcome<unknown>>;
}

/** Whom a question calls when nobody answers it, and who stands in for whom. */
export function EscalationTab({ deciders, roster, absences, viewer, setRoster, begin, end }: EscalationTabProps) {
  return (
    <>
      <Section
        title="Escalation roster"
        note="called when half of the time to decide has passed, and again at four fifths; each channel under Notifications tells them"
      >
        {/* Anew when the roster changed elsewhere: what was typed over an old one must not replace a newer. */}
        <RosterForm key={JSON.stringify(roster)} deciders={deciders} roster={roster} set={setRoster} />
      </Section>
      <Section
        title="Away"
        note="what is assigned to somebody who is away goes to who stands in; no right to vote is passed on"
      >
        <AbsenceTable absences={absences} viewer={viewer} end={end} />
        {viewer.mayDecide && <AbsenceForm deciders={deciders.filter(({ id }) => id !== viewer.id)} begin={begin} />}
      </Section>
    </>
  );
}
