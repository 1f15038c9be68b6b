/** `time` 14:03:22, `date` 2026-01-05 14:03:22, `zoned` the same with its zone: for what is matched with somebody else's record. */
export type ClockForm = "time" | "date" | "zoned";

/** A time of the day in a zone, or in the reader's own. Pure, but for that zone. */
export function clockWords(at: string, form: ClockForm, timeZone?: string): string {
  const moment = new Date(at);
  const clock = new Intl.DateTimeFormat("en-GB", { ...CLOCK, timeZone }).format(moment);
  if (form === "time") return clock;
  const dated = `${new Intl.DateTimeFormat("en-CA", { ...DAY, timeZone }).format(moment)} ${clock}`;
  return form === "zoned" ? `${dated} ${zoneOf(moment, timeZone)}` : dated;
}

const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
const DAY = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/** The distance from UTC, because abbreviations mean different zones to different people. */
function zoneOf(moment: Date, timeZone: string | undefined): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "shortOffset" }).formatToParts(moment);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return offset.replace("GMT", "UTC").replace(/\+0$/, "");
}
