import { IS, type Reading } from "../../words/reading.ts";
import { wordSet } from "../pattern.ts";
import {
  CONFIGURED,
  EARLIER,
  HARMLESS_VOID,
  JUST_BEFORE,
  OTHER_OBJECTS,
  READERS,
  SET_ASIDE,
  SOMEONE,
  SYSTEM,
  UNTRUSTED,
} from "./words.ts";

/** What classes of words cannot say: whose rules they are, and whether they are set aside. */

/** It is the reader's own, or what the reader was told before. */
export function governsModel(r: Reading, at: number): boolean {
  const weak = !r.is(at, IS.directive);
  return (
    SYSTEM.has(r.text(at)) ||
    ownedByReader(r, at - 4, at) ||
    r.someWord(
      at,
      at - 3,
      at,
      weak
        ? JUST_BEFORE
        : wordSet("previous, prior, above, earlier, preceding, every, all, any, other, original, initial"),
    ) ||
    (r.someWord(at, at, at + 3, wordSet("you, given, described, set, received, configured")) &&
      r.someBetween(at, at, at + 8, ["you", "prior"])) ||
    r.someWord(at, at, at + 4, SOMEONE)
  );
}

/** Within reach it is dropped, outranked, voided, denied or set beside something else. */
export function isSetAside(r: Reading, at: number): boolean {
  if (r.someWord(at, at - 10, at + 12, CONFIGURED) || r.someWord(at, at, at + 14, UNTRUSTED)) return false;
  const dropped = r.seek(
    at,
    -1,
    9,
    (i) =>
      (r.is(i, IS.disregard) || r.is(i, IS.replace)) && r.negation(i) === -1 && (r.words[i]?.entry.form ?? 0) !== 2,
  );
  if (dropped !== -1 && !OTHER_OBJECTS.has(r.text(dropped + 1))) return true;
  const voided = r.seek(at, 1, 9, (i) => r.is(i, IS.void) || r.is(i, IS.replace) || r.is(i, IS.disregard));
  if (voided !== -1 && r.linked(at, voided) && !isCondition(r, at) && !HARMLESS_VOID.has(r.text(voided))) return true;
  if (r.seek(at, -1, 8, (i) => r.is(i, IS.obey) && r.negation(i) !== -1) !== -1) return true;
  return (
    r.someWord(at, at - 9, at + 9, SET_ASIDE) ||
    (r.someBetween(at, at - 9, at, ["pretend", "regardless"]) && !r.someWord(at, at - 9, at, wordSet("rather than")))
  );
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
