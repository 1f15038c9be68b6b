import type { Random } from "#db/testing/random.ts";

/** A version-7 UUID of a given time. */
export function uuidAt(milliseconds: number, random: Random): string {
  const time = milliseconds.toString(16).padStart(12, "0");
  const hex = (digits: number) =>
    random
      .integer(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, "0");
  const variant = random.integer(8, 11).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
}
