/**
 * Texts of a definition as a model reads them: without what does not show, and never longer than a reader of the registry would
 * look at. They were hashed, scanned and reviewed whole; this is for what slipped past all three.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?![\n\t])\p{C}/gu;

export const TEXT_MAX = { title: 120, description: 4_096, nested: 1_024, sample: 2_000, resource: 65_536 } as const;

export function modelText(text: string, maxLength: number): string {
  const shown = text
    .slice(0, maxLength + 1)
    .toWellFormed()
    .replace(UNSEEN, "");
  return text.length > maxLength ? `${shown.slice(0, maxLength - 1).toWellFormed()}…` : shown;
}

/** The same in one line. */
export function modelLine(text: string, maxLength: number): string {
  return modelText(text.replace(/\s+/g, " ").trim(), maxLength);
}

/** A sample value: every text in it is treated, and it keeps its shape. */
export function modelValue(value: unknown): unknown {
  if (typeof value === "string") return modelText(value, TEXT_MAX.sample);
  if (Array.isArray(value)) return value.map(modelValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, modelValue(item)]));
}
