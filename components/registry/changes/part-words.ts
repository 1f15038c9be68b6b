/** `inputSchema` → `input schema`. */
export function partWords(part: string): string {
  return part.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What a model or the kernel acts on comes first, in lists of parts and of their differences. */
const FIRST = [
  "name",
  "description",
  "inputSchema",
  "outputSchema",
  "policy",
  "runtime",
  "safetyClass",
  "egressClass",
  "annotations",
  "gate",
  "constraints",
  "effect",
];

export function byWeight(a: string, b: string): number {
  const rank = (part: string) => (FIRST.includes(part) ? FIRST.indexOf(part) : FIRST.length);
  return rank(a) - rank(b) || a.localeCompare(b);
}
