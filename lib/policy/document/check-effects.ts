import { readWebAddress } from "#lib/webhooks/web-address.ts";
import { entriesOf, pickTexts, pickValues } from "./pick-values.ts";
import type { PolicyProblem } from "./policy-problem.ts";

/** Lines that read as if they did something and do nothing, or nothing but harm. Whoever wrote one relies on it. */
export function checkEffects(document: unknown): PolicyProblem[] {
  const rules = pickValues(document, "profiles", "*", "rules", "*");
  return [
    ...rules
      .filter(({ value }) => isRule(value) && !says(value, EFFECTS))
      .map(({ at }) => ({ at, message: NO_EFFECT })),
    ...rules
      .filter(({ value }) => says(value, ["per"]) && !says(value, COUNTS))
      .map(({ at }) => ({ at: [...at, "per"], message: NOTHING_COUNTED })),
    ...pickTexts(document, "checks", "*", "url")
      .filter(
        ({ text }) => /^https?:/i.test(text) && URL.canParse(text) && !readWebAddress(text, { plainLoopback: true }).ok,
      )
      .map(({ at }) => ({ at, message: NEVER_ASKED })),
  ];
}

/** A rule may have ended since it was written, so that it has is worth a word and no more. */
export function noteEndedRules(document: unknown, now: number): PolicyProblem[] {
  return pickTexts(document, "profiles", "*", "rules", "*", "until")
    .filter(({ text }) => Date.parse(text) <= now)
    .map(({ at }) => ({
      at,
      message: "This rule has ended and says nothing any more. Take it out, or give it a later end.",
    }));
}

const COUNTS = ["max_invocations", "only_after"];
const EFFECTS = ["people", "deny", "hosts", "read", "write", "limits", "backends", ...COUNTS];

const NO_EFFECT =
  "This rule does nothing. Say deny, people, max_invocations, only_after, or what it leaves: hosts, read, write, limits, backends.";
const NOTHING_COUNTED = "per says what max_invocations and only_after count in, and this rule has neither.";
const NEVER_ASKED =
  "A check is asked over https://, or over http:// on this machine, at an address without a password and without #. One that cannot be asked denies every call.";

/** One that has no subject, two of them or no reason is told about that first. */
function isRule(value: unknown): boolean {
  return says(value, ["tool"]) !== says(value, ["action"]) && says(value, ["reason"]);
}

/** Whether any of these keys is there; limits without one in them are none. */
function says(rule: unknown, keys: readonly string[]): boolean {
  return entriesOf(rule).some(
    ([key, value]) => keys.includes(String(key)) && (key !== "limits" || entriesOf(value).length > 0),
  );
}
