import { type ArgumentFinding, findInArguments } from "#lib/approvals/arguments/argument-findings.ts";
import type { Argument } from "#lib/approvals/arguments/arguments-of.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { argumentAlarm, UNREAD_ARGUMENTS } from "#lib/policy/argument-alarm.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { runApart } from "./run-apart.ts";

/** The same as `argumentAlarm` of what this JSON says. Arguments that take longer than they may are an alarm, like all that cannot be read. */
export async function argumentAlarmApart(json: string): Promise<TraceLine | undefined> {
  const read = await runApart("argumentAlarmOf", argumentAlarmOf, { bytes: json.length }, json);
  return read.ok ? read.value : UNREAD_ARGUMENTS;
}

export function argumentAlarmOf(json: string): TraceLine | undefined {
  return argumentAlarm(JSON.parse(json));
}

export function findInArgumentsApart(items: readonly Argument[]): Promise<Outcome<ArgumentFinding[]>> {
  const bytes = items.reduce((sum, { text }) => sum + text.length, 0);
  return runApart("findInArguments", findInArguments, { bytes }, items);
}
