"use client";
import Link from "next/link";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { PivotDone } from "#lib/approvals/pivot/pivot-injection.ts";

interface PivotResultProps {
  result: PivotDone;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What was done, with a door to each part of it. */
export function PivotResult({ result, open, onOpenChange }: PivotResultProps) {
  const { id, rejected, drills, left, rules, frozen, stopped } = result;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Done"
      description="In one transaction, with one audit entry that names it all."
      footer={
        <Button tone="primary" onClick={() => onOpenChange(false)}>
          Close
        </Button>
      }
    >
      <ul className="grid gap-1.5">
        <li>{count(rejected, "call")} rejected</li>
        {drills > 0 && <li>{count(drills, "drill")} caught: decoys, for which nothing was stopped</li>}
        {frozen.length > 0 && <li>{count(frozen.length, "agent")} frozen</li>}
        {stopped.length > 0 && <li>{count(stopped.length, "agent")} stopped by the kill switch</li>}
        {rules.length > 0 && (
          <li>
            {count(rules.length, "denial")} in force for 30 days ·{" "}
            <Link href="/approvals/rules?effect=deny" className="underline">
              Rules
            </Link>
          </li>
        )}
        {left.map(({ id: call, message }) => (
          <li key={call} className="text-ink-2">
            <Link href={`/invocations/${call}`} className="font-mono text-sm underline">
              …{call.slice(-6)}
            </Link>{" "}
            left as it was: {message}
          </li>
        ))}
        <li>
          <Link href={`/audit?subject=${encodeURIComponent(`pivot:${id}`)}`} className="underline">
            Audit entry
          </Link>
        </li>
      </ul>
    </Dialog>
  );
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number.toLocaleString("en-GB")} ${noun}s`;
}
