/** A count on a list stops here: past it "many" is the answer, and counting on would cost a busy tool's page more each day. */
export const CALLS_COUNTED = 1_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Ids begin with the time in milliseconds, so the least id of a moment bounds a range of an index that ends in ids. */
export function dayAgoId(nowMs: number): string {
  return leastIdOf(nowMs - DAY_MS);
}

export function leastIdOf(milliseconds: number): string {
  const hex = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}

/** `1,000+` when it stopped counting. */
export function countText(count: number): string {
  return `${count.toLocaleString("en-GB")}${count >= CALLS_COUNTED ? "+" : ""}`;
}
