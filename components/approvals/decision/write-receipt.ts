import type { Receipt } from "#lib/approvals/decide-invocation.ts";
import { LONGEST_NAME, MOST_NAMES } from "#lib/approvals/receipt-limits.ts";

/** Which way of showing a call it was; a new number when another part of it is hidden at first, or shown differently. */
const RENDERER = "approval-detail/2";
/** The database takes a longer receipt, but an agent chooses the names of its arguments and how many there are. */
const MOST_CHARACTERS = 8_000;

interface Shown {
  /** Names of the arguments, in the order in which they stood. */
  readonly names: readonly string[];
  readonly opened: ReadonlySet<string>;
  readonly viewportWidth: number;
}

/** What was on the screen when somebody said yes: kept with the vote. */
export function writeReceipt({ names, opened, viewportWidth }: Shown): Receipt {
  let left = MOST_CHARACTERS;
  const kept = names.slice(0, MOST_NAMES).filter((name) => {
    if (name.length > LONGEST_NAME) return false;
    left -= JSON.stringify(name).length + 2;
    return left >= 0;
  });
  return {
    renderer: RENDERER,
    arguments: kept,
    opened: kept.filter((name) => opened.has(name)),
    unnamed: names.length - kept.length,
    viewportWidth: Math.round(viewportWidth),
  };
}
