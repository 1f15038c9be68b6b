/** What may be left out, for want of a program that cannot be installed. */
export const OPTIONAL_PARTS = ["browser", "sandbox"] as const;
export type OptionalPart = (typeof OPTIONAL_PARTS)[number];

/** The parts named in `--without`, or the name that is none of them. */
export function parseWithout(value: string | undefined): { parts: Set<OptionalPart> } | { unknown: string } {
  const names = (value ?? "").split(",").filter((name) => name !== "");
  const unknown = names.find((name) => !OPTIONAL_PARTS.some((part) => part === name));
  if (unknown !== undefined) return { unknown };
  return { parts: new Set(OPTIONAL_PARTS.filter((part) => names.includes(part))) };
}
