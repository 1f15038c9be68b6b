import type { ReactNode } from "react";
import type { InvocationState, ToolState, ToolVersionState } from "#lib/policy/vocabulary.ts";

export type MarkedState =
  | InvocationState
  | ToolState
  | ToolVersionState
  | "frozen"
  | "revoked"
  | "live"
  | "stopped"
  | "draining"
  | "disabled"
  | "connecting"
  | "listed"
  | "failing"
  | "waiting"
  | "sent";

interface Look {
  readonly colour: string;
  readonly word: string;
  readonly shape: ReactNode;
}

const ring = <circle cx="7" cy="7" r="5.4" fill="none" stroke="currentColor" strokeWidth="1.5" />;
const disc = <circle cx="7" cy="7" r="6.1" fill="currentColor" />;
const cut = { fill: "none", stroke: "var(--color-panel)", strokeWidth: 1.6, strokeLinecap: "round" } as const;
const line = { fill: "none", stroke: "currentColor", strokeWidth: 1.5, strokeLinecap: "round" } as const;
const square = <rect x="1.4" y="1.4" width="11.2" height="11.2" rx="2" fill="currentColor" />;

const tick = (
  <>
    {disc}
    <path d="m4.2 7.2 2 2 3.6-4.2" {...cut} />
  </>
);
const crossDisc = (
  <>
    {disc}
    <path d="m5 5 4 4M9 5 5 9" {...cut} />
  </>
);
const crossSquare = (
  <>
    {square}
    <path d="m5 5 4 4M9 5 5 9" {...cut} />
  </>
);
const barred = (
  <>
    {ring}
    <path d="m3.4 3.4 7.2 7.2" {...line} />
  </>
);
const clock = (
  <>
    {ring}
    <path d="M7 4.2V7l1.8 1.4" {...line} />
  </>
);
const dash = (
  <>
    {ring}
    <path d="M4.6 7h4.8" {...line} />
  </>
);
const eye = (
  <>
    {ring}
    <circle cx="7" cy="7" r="2.1" fill="currentColor" />
  </>
);
const play = (
  <>
    {ring}
    <path d="M5.7 4.6 9.4 7 5.7 9.4Z" fill="currentColor" />
  </>
);
const question = (
  <>
    <path d="M7 0.8 13.2 7 7 13.2 0.8 7Z" fill="currentColor" />
    <path d="M5.7 5.6c.1-1.6 2.7-1.5 2.6 0 0 .9-1.3 1-1.3 2M7 9.5v.1" {...cut} strokeWidth={1.3} />
  </>
);

const LOOKS: Record<MarkedState, Look> = {
  pending: { colour: "text-medium", word: "pending", shape: eye },
  running: { colour: "text-accent", word: "running", shape: play },
  completed: { colour: "text-ok", word: "completed", shape: tick },
  failed: { colour: "text-bad", word: "failed", shape: crossDisc },
  denied: { colour: "text-bad", word: "denied", shape: barred },
  rejected: { colour: "text-bad", word: "rejected", shape: crossSquare },
  expired: { colour: "text-ink-3", word: "expired", shape: clock },
  cancelled: { colour: "text-ink-3", word: "cancelled", shape: dash },
  unknown: { colour: "text-dual", word: "unknown", shape: question },
  active: { colour: "text-ok", word: "active", shape: tick },
  approved: { colour: "text-ok", word: "approved", shape: tick },
  review: { colour: "text-medium", word: "in review", shape: eye },
  drifted: { colour: "text-dual", word: "drifted", shape: question },
  quarantined: { colour: "text-bad", word: "quarantined", shape: square },
  retired: { colour: "text-ink-3", word: "retired", shape: dash },
  frozen: { colour: "text-dual", word: "frozen", shape: square },
  live: { colour: "text-ok", word: "live", shape: tick },
  revoked: { colour: "text-bad", word: "revoked", shape: barred },
  stopped: { colour: "text-ink-3", word: "stopped", shape: dash },
  draining: { colour: "text-medium", word: "draining", shape: clock },
  disabled: { colour: "text-ink-3", word: "disabled", shape: dash },
  connecting: { colour: "text-accent", word: "connecting", shape: play },
  listed: { colour: "text-ok", word: "listed", shape: tick },
  waiting: { colour: "text-medium", word: "waiting", shape: clock },
  sent: { colour: "text-ok", word: "sent", shape: tick },
  failing: { colour: "text-bad", word: "failing", shape: crossDisc },
};

/** The same state looks the same in every list: a colour, a shape and a word. */
export function StateMark({ state, word = true }: { state: MarkedState; word?: boolean }) {
  const look = LOOKS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap align-middle font-medium ${look.colour}`}>
      <svg width="14" height="14" viewBox="0 0 14 14" className="shrink-0" role="img" aria-label={look.word}>
        {look.shape}
      </svg>
      {word && <span aria-hidden>{look.word}</span>}
    </span>
  );
}
