/**
 * The baseline of scanning: looking once at every unit of every text.
 *
 * Fair, because no scanner can do with less: it walks the same definition, meets the same strings and names of members, and
 * reads each unit exactly once, keeping a sum so that nothing of it can be left out.
 */
export const PLAIN_PASS = "bench/baselines/plain-pass.ts";

export function plainPass(value: unknown): number {
  if (typeof value === "string") return passOver(value);
  if (value === null || typeof value !== "object") return 0;
  let sum = 0;
  for (const [key, inner] of Object.entries(value)) sum += passOver(key) + plainPass(inner);
  return sum;
}

function passOver(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum + text.charCodeAt(at)) | 0;
  return sum;
}
