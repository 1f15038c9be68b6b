"use client";
import { useMemo, useRef, useState } from "react";
import { argumentsOf, isLong } from "#components/untrusted/arguments-of.ts";
import type { Decision } from "#lib/approvals/decide-invocation.ts";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";
import { useSecondsLeft } from "./use-seconds-left.ts";
import { useSeenEnd } from "./use-seen-end.ts";
import { whyNotYet } from "./why-not-yet.ts";
import { writeReceipt } from "./write-receipt.ts";

interface Opening {
  readonly of: string;
  readonly names: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Names exactly one rendered form of a call. */
export function shownName({ id, revision, digest }: Decision): string {
  return `${id} ${revision} ${digest}`;
}

/** What of one rendered call has been looked at: which values were opened, whether the end was in view, for how long. */
export function useLooking(detail: ApprovalDetail) {
  const items = useMemo(() => argumentsOf(detail.input), [detail.input]);
  const shown = shownName(detail);
  // What was opened of one revision says nothing about the next, which may hide something else under the same name.
  const [opening, setOpening] = useState<Opening>({ of: shown, names: NOTHING });
  const opened = opening.of === shown ? opening.names : NOTHING;
  const unopened = (items ?? []).filter((item) => isLong(item) && !opened.has(item.name)).length;
  const argumentsEnd = useRef<HTMLDivElement>(null);
  // Opening a value moves the end: then it has to come into view again.
  const seenEnd = useSeenEnd(argumentsEnd, `${shown} ${opened.size}`);
  const { secondsLeft, waitFor } = useSecondsLeft(shown, detail.readableFrom);
  return {
    shown,
    items,
    opened,
    argumentsEnd,
    secondsLeft,
    /** The server said that this is how long it still takes. */
    waitFor,
    notYet: whyNotYet({ unopened, seenEnd, secondsLeft, hurried: detail.hurried }),
    open: (name: string) => setOpening({ of: shown, names: new Set([...opened, name]) }),
    receipt: () =>
      writeReceipt({ names: (items ?? []).map(({ name }) => name), opened, viewportWidth: window.innerWidth }),
  };
}
