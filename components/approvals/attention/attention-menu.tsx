"use client";
import { AlarmClock, BellRing, Clock, Hand, UserRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuItem, MenuLabel, MenuRule } from "#components/ui/menu.tsx";
import type { Subject } from "#lib/approvals/attention/attend.ts";
import { EscalateDialog } from "./escalate-dialog.tsx";
import { useAttention } from "./use-attention.ts";

const SNOOZES = [
  { minutes: 15, label: "15 minutes" },
  { minutes: 60, label: "1 hour" },
  { minutes: 240, label: "4 hours" },
] as const;

/** Everything one can do about a question but answer it. */
export function AttentionMenu({ subject }: { subject: Subject }) {
  const { attention, assign, snooze, extend, escalate } = useAttention(subject);
  const [escalating, setEscalating] = useState(false);
  if (!attention?.mayAttend) return null;
  const { viewerId } = attention;
  const mine = attention.assignee?.id === viewerId;
  const others = attention.candidates.filter(({ id }) => id !== viewerId);
  return (
    <>
      <Menu
        trigger={
          <Button size="lg" aria-label="More ways to handle this">
            More
          </Button>
        }
      >
        <MenuItem icon={<Hand size={14} />} onSelect={() => void assign(mine ? null : viewerId)}>
          {mine ? "Leave it to everybody" : "Take care of it"}
        </MenuItem>
        {others.length > 0 && <MenuLabel>Ask for a second opinion</MenuLabel>}
        {others.map(({ id, name }) => (
          <MenuItem key={id} icon={<UserRound size={14} />} onSelect={() => void assign(id)}>
            {name}
          </MenuItem>
        ))}
        <MenuRule />
        <MenuLabel>Snooze for</MenuLabel>
        {attention.snoozedUntil ? (
          <MenuItem icon={<AlarmClock size={14} />} onSelect={() => void snooze(null)}>
            Bring it back
          </MenuItem>
        ) : (
          SNOOZES.map(({ minutes, label }) => (
            <MenuItem key={minutes} icon={<AlarmClock size={14} />} onSelect={() => void snooze(minutes)}>
              {label}
            </MenuItem>
          ))
        )}
        {attention.expiresAt && (
          <>
            <MenuRule />
            {attention.extensions < 2 && (
              <MenuItem icon={<Clock size={14} />} onSelect={() => void extend()}>
                More time for everybody
              </MenuItem>
            )}
            {attention.escalation < 2 && (
              <MenuItem icon={<BellRing size={14} />} onSelect={() => setEscalating(true)}>
                Escalate…
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      <EscalateDialog open={escalating} onOpenChange={setEscalating} onEscalate={escalate} />
    </>
  );
}
