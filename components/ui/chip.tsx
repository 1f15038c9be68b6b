import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type Tone = "plain" | "accent" | "ok" | "medium" | "high" | "dual" | "bad";

const CHIP: Record<Tone, string> = {
  plain: "border-line-strong text-ink-2",
  accent: "border-accent/50 bg-accent-soft text-ink",
  ok: "border-ok/50 bg-ok-soft text-ok",
  medium: "border-medium/60 bg-medium-soft text-medium",
  high: "border-high/60 bg-high-soft text-high",
  dual: "border-dual/60 bg-dual-soft text-dual",
  bad: "border-bad/60 bg-bad-soft text-bad",
};

/** A fact about a thing, in a word or two. */
export function Chip({ tone = "plain", mono, children }: { tone?: Tone; mono?: boolean; children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-flex h-[22px] max-w-full items-center gap-1.5 whitespace-nowrap rounded-full border px-2 text-sm",
        mono && "font-mono text-xs",
        CHIP[tone],
      )}
    >
      {children}
    </span>
  );
}

/** Something that wants a second look; small, upper case, square. */
export function Flag({ tone = "plain", dashed, children }: { tone?: Tone; dashed?: boolean; children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-flex h-[18px] items-center whitespace-nowrap rounded-sm border px-1.5 text-2xs font-semibold uppercase tracking-wide",
        dashed && "border-dashed",
        CHIP[tone],
      )}
    >
      {children}
    </span>
  );
}
