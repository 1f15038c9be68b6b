import { IS, type Reading } from "../../words/reading.ts";
import { wordSet } from "../pattern.ts";
import {
  CONFIGURED,
  DOMAIN,
  EARLIER,
  FORGETTING,
  HARMLESS_VOID,
  JUST_BEFORE,
  MASTERS,
  READERS,
  SELF,
  SOMEONE,
  STRONG,
  SYSTEM,
  UNTRUSTED,
} from "./words.ts";

/** What classes of words cannot say: whose rules they are, and whether they are set aside. */

/** It is the reader's own, or what the reader was told before. */
export function governsModel(r: Reading, at: number): boolean {
  if (SYSTEM.has(r.text(at))) return true;
  if (ownedByReader(r, at - 4, at)) return !DOMAIN.has(r.text(at)) || r.someWord(at, at - 10, at + 10, FORGETTING);
  // Prompts and guidance are data to many tools.
  if (["prompt", "prompts", "guidance"].includes(r.text(at))) return false;
  return (
    r.someWord(at, at - 3, at, JUST_BEFORE) ||
    (r.someWord(at, at, at + 3, wordSet("you, given, described, set, received, configured")) &&
      r.someBetween(at, at, at + 8, ["you", "prior"])) ||
    r.someWord(at, at, at + 4, SOMEONE)
  );
}

/** Said to be somebody's over the model: its own, the host's, the developer's. Honest texts do not speak of these at all. */
export function isModelsOwn(r: Reading, at: number): boolean {
  if (r.someWord(at, at - 3, at, MASTERS)) return true;
  return STRONG.has(r.text(at)) && r.someWord(at, at - 3, at, wordSet("your, your own, yours"));
}

/** "Follow your instructions": the contrary of an override. */
export function isHeeded(r: Reading, at: number): boolean {
  return (
    r.seek(
      at,
      -1,
      4,
      (i) => r.is(i, IS.obey) && r.negation(i) === -1 && r.text(i) !== "treat" && r.text(i) !== "consider",
    ) !== -1
  );
}

/** The word at `end` ends it, and is neither denied itself nor said of a case only. */
export function isEnded(r: Reading, at: number, end: number): boolean {
  return (
    end !== at &&
    !HARMLESS_VOID.has(r.text(end)) &&
    !isAboutData(r, at) &&
    !isCondition(r, at) &&
    r.negation(end) === -1
  );
}

/** All of its kind, beside this one. */
export function isEveryOther(r: Reading, at: number): boolean {
  return r.is(at, IS.directive) && r.someBetween(at, at - 3, at, ["every"]) && r.someWord(at, at - 9, at + 9, SELF);
}

/** A text about prompts as data, about a default, or about what comes back from a tool. */
export function isAboutData(r: Reading, at: number): boolean {
  return r.someWord(at, at - 10, at + 12, CONFIGURED) || r.someWord(at, at - 10, at + 14, UNTRUSTED);
}

/** Something of the model's own: "your rules", "the assistant's policy". */
export function ownedByReader(r: Reading, from: number, to: number): boolean {
  return r.someWord(to, from, to, READERS);
}

export function isModels(r: Reading, at: number, target: number): boolean {
  return (
    r.someWord(at, at, target + 4, EARLIER) ||
    r.someBetween(at, at, target, ["every", "safety"]) ||
    ownedByReader(r, at, target) ||
    r.someBetween(target, target, target + 5, ["you"]) ||
    SYSTEM.has(r.text(target)) ||
    r.someWord(target, target, target + 4, SOMEONE)
  );
}

export function isScoped(r: Reading, at: number): boolean {
  return (
    r.someWord(at, at - 4, at + 5, JUST_BEFORE) ||
    r.someWord(at, at - 2, at, wordSet("old, original, initial")) ||
    ownedByReader(r, at - 3, at) ||
    r.someBetween(at, at - 3, at, ["every"]) ||
    r.someWord(at, at, at + 4, SOMEONE)
  );
}

export function isCondition(r: Reading, at: number): boolean {
  return r.seek(at, -1, 4, (i) => r.is(i, IS.trigger) && r.text(i) !== "before" && r.text(i) !== "following") !== -1;
}

/** "Your order 4471", "request #12": one of many that a shop or a desk has. */
export function isNumbered(r: Reading, at: number): boolean {
  return /^(?:no|number|#?\d[\d-]*)$/.test(r.text(at + 1));
}

/** "Your instructions card": paper or a part of a page, and no instructions. */
export function namesAThing(r: Reading, at: number): boolean {
  return THINGS.has(r.text(at + 1));
}

const THINGS = wordSet(
  "card, cards, sheet, manual, booklet, leaflet, page, pages, file, files, field, tab, panel, folder, template, video",
);

/** "The above instructions do not apply to archived items": a limit of what was said, and no more. */
export function isLimited(r: Reading, at: number, end: number): boolean {
  const own = SYSTEM.has(r.text(at)) || ownedByReader(r, at - 4, at);
  return !own && r.someWord(end, end, end + 2, wordSet("to, for, if, when, unless, in, by, with, on, after, until"));
}
