"use client";
import { useShellStatus } from "#components/shell/use-shell-status.ts";
import { INBOX_MOST } from "#lib/approvals/inbox-limit.ts";

/** Says when more waits than the inbox holds: a list that is cut must not look whole. */
export function NotAllShown({ listed, ofOneAgent }: { listed: number; ofOneAgent: boolean }) {
  const { pending } = useShellStatus();
  if (listed < INBOX_MOST || (!ofOneAgent && pending <= listed)) return null;
  return (
    <p role="note" className="border-t px-4 py-3 text-sm text-ink-2">
      The first {listed.toLocaleString("en-GB")}
      {ofOneAgent ? " of this agent's calls" : ` of ${pending.toLocaleString("en-GB")}`}, the gravest first. The rest
      move up as these are decided.
    </p>
  );
}
