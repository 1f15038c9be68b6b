import type { SettingItem } from "#lib/operations/list-settings.ts";

export function plainNumber(value: number): string {
  return value.toLocaleString("en-GB");
}

/** The database keeps whole numbers only; of these it says that 1 is on. */
export function isSwitch({ unit }: Pick<SettingItem, "unit">): boolean {
  return unit === "1 is on";
}

/** The value and its unit, apart: a figure stands out, its unit does not. */
export function valueWords(setting: Pick<SettingItem, "unit">, value: number): readonly [string, string] {
  return isSwitch(setting) ? [value === 1 ? "on" : "off", ""] : [plainNumber(value), setting.unit];
}

export function boundsWords(setting: Pick<SettingItem, "unit" | "least" | "most">): string {
  const { least, most } = setting;
  if (!isSwitch(setting)) return `${plainNumber(least)} to ${plainNumber(most)}`;
  return least === most ? `always ${valueWords(setting, least)[0]}` : "on or off";
}
