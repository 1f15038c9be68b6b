import type { Refusal } from "#lib/errors/outcome.ts";
import type { SettingItem } from "#lib/operations/list-settings.ts";
import { isSwitch, plainNumber } from "./setting-words.ts";

/** Why the typed text is no value for this setting, or undefined. The database has the last word. */
export function settingProblem(
  typed: string,
  setting: Pick<SettingItem, "value" | "least" | "most" | "unit">,
): string | undefined {
  const { value, least, most, unit } = setting;
  const number = Number(typed);
  if (isSwitch(setting) && (number < least || number > most)) return "Nobody can change this one here.";
  if (typed.trim() === "" || !Number.isInteger(number) || number < least || number > most)
    return `A whole number of ${unit} from ${plainNumber(least)} to ${plainNumber(most)}.`;
  if (number === value) return "That is what it is already.";
  return undefined;
}

export interface FieldRefusal {
  readonly field: "value" | "reason" | "form";
  readonly sentence: string;
}

/** Where a refusal belongs. */
export function refusalAtField({ code, message }: Refusal): FieldRefusal {
  if (code === "invalid_input") return { field: "value", sentence: message };
  if (code === "reason_required") return { field: "reason", sentence: message };
  return { field: "form", sentence: message };
}
