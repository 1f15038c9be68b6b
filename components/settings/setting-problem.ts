import { ERRORS } from "#lib/errors/codes.ts";
import type { Refusal } from "#lib/errors/outcome.ts";
import type { SettingItem } from "#lib/operations/list-settings.ts";

export function plainNumber(value: number): string {
  return value.toLocaleString("en-GB");
}

/** Why the typed text is no value for this setting, or undefined. The database has the last word. */
export function settingProblem(
  typed: string,
  { value, least, most, unit }: Pick<SettingItem, "value" | "least" | "most" | "unit">,
): string | undefined {
  const number = Number(typed);
  if (typed.trim() === "" || !Number.isInteger(number) || number < least || number > most)
    return `A whole number of ${unit} from ${plainNumber(least)} to ${plainNumber(most)}.`;
  if (number === value) return "That is what it is already.";
  return undefined;
}

export interface FieldRefusal {
  readonly field: "value" | "reason" | "form";
  readonly sentence: string;
}

/** Where a refusal belongs. At its field the general advice of the table of errors would only be in the way. */
export function refusalAtField({ code, message }: Refusal): FieldRefusal {
  const bare = message.replace(ERRORS[code].todo, "").trim();
  if (code === "invalid_input") return { field: "value", sentence: bare };
  if (code === "reason_required") return { field: "reason", sentence: bare };
  return { field: "form", sentence: message };
}
