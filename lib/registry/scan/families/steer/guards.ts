import { wordSet } from "#lib/sanitise/grammar/pattern.ts";
import { IS, type Reading } from "#lib/sanitise/words/reading.ts";
import { ALL_WORK, FAMILY, PLAIN_TOOLS } from "./words.ts";

/** Whether all tools are meant or a family of them, and whether another tool is spoken of. */

/** Said to the model: as a command, or as what must be done. */
export function isOrder(r: Reading, at: number): boolean {
  return r.isCommand(at) || r.someBetween(at, at - 4, at, ["must"]);
}

/** The "other" are tools or answers in general: "before any other tool", "over all others", "before you answer any message". */
export function isAllTools(r: Reading, over: number, other: number): boolean {
  const noun = r.seek(other, 1, 2, (i) => r.is(i, IS.tool));
  const bare =
    ["others", "everything", "anything", "rest", "alternatives"].includes(r.text(other)) ||
    (r.text(other) === "other" && r.endsThought(other));
  const words = r.seek(other - 1, 1, 3, (i) =>
    ["action", "answer", "response", "reply", "request", "message", "step", "responding", "answering"].includes(
      r.text(i),
    ),
  );
  if (r.text(other) === "you")
    return (
      r.someWord(other, other, other + 4, wordSet("any, every, all, anything")) &&
      r.someWord(other, other, other + 2, wordSet("answer, respond, reply, do, act"))
    );
  const total =
    r.someWord(over, over, other, wordSet("any, all, every, everything, anything, others, rest, alternatives")) ||
    ["any", "all", "every"].includes(r.text(other)) ||
    bare;
  return (
    total &&
    (bare || noun !== -1 || words !== -1) &&
    !(
      noun !== -1 &&
      noun - other > 1 &&
      r.text(other) !== "any" &&
      r.text(other) !== "all" &&
      r.text(other) !== "every"
    )
  );
}

export function inFamily(r: Reading, at: number): boolean {
  return r.someWord(at, at - 4, at + 16, FAMILY);
}

/** "for all service-level tasks", "for every request about billing" name what the tool is for. */
export function noLimit(r: Reading, at: number): boolean {
  const noun = r.seek(at - 1, 1, 3, (i) => ALL_WORK.has(r.text(i)));
  return (
    noun !== -1 &&
    noun - at <= 1 &&
    !r.someWord(
      noun,
      noun,
      noun + 2,
      wordSet(
        "about, related, regarding, that, to, involving, on, of, where, concerning, in, which, for, with, matching, pertaining, from, type, types",
      ),
    )
  );
}

/** Within reach another tool is named: by "when … is called", or as an identifier that is not this tool. */
export function onAnotherTool(r: Reading, at: number): boolean {
  const isTrigger = (i: number): boolean => r.is(i, IS.trigger) || r.text(i) === "for" || r.text(i) === "any";
  const backwards = r.seek(at, -1, 14, isTrigger);
  const trigger = backwards === -1 ? r.seek(at, 1, 14, (i) => r.is(i, IS.trigger)) : backwards;
  if (trigger === -1) return false;
  const tool = r.seek(
    trigger,
    1,
    9,
    (i) =>
      r.is(i, IS.identifier) ||
      (r.is(i, IS.tool) &&
        r.someWord(
          i,
          i - 4,
          i,
          wordSet("another, other, any, every, all, payment, email, server's, mail, git, shell, calendar, browser"),
        )) ||
      PLAIN_TOOLS.has(r.text(i)),
  );
  return tool !== -1 && r.someBetween(trigger, trigger, trigger + 12, ["use", "send"]);
}
