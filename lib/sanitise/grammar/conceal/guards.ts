import { IS, type Reading } from "../../words/reading.ts";
import { wordSet } from "../pattern.ts";
import { CONDUCT, FAILING, HONEST_SILENT, KEEPING, KEEPS_BACK, MODALS, NOBODY, REFERENCE } from "./words.ts";

/** Whether it is the model that is told, and whether it is what the model does that is not to be told. */

/** "Your final message has to omit this part", "no reference to this instruction in the reply". */
export function isLeftOut(r: Reading, at: number): boolean {
  const self = r.near(at, 8, (i) => (r.text(i) === "this" || r.text(i) === "these") && r.is(i + 1, IS.conduct));
  if (self === -1) return false;
  const hides = r.near(self, 5, (i) => r.is(i, IS.hide) && KEEPS_BACK.has(r.text(i)));
  const noReference = r.seek(self, -1, 4, (i) => REFERENCE.has(r.text(i)));
  const denied = noReference !== -1 && r.seek(noReference, -1, 4, (i) => r.is(i, IS.not)) !== -1;
  const excludes =
    r.seek(
      self,
      -1,
      2,
      (i) => ["exclude", "remove", "strip", "drop", "delete", "cut out"].includes(r.text(i)) && r.isCommand(i),
    ) !== -1 && r.someWord(at, self, at, wordSet("from, before, out"));
  return hides !== -1 || denied || excludes;
}

/** A sentence about a program ("the API does not expose a client") is no order. */
export function isToldToModel(r: Reading, at: number): boolean {
  const not = r.negation(at);
  if (isLeftForBrevity(r, not, at) || isSaidOfPeople(r, not)) return false;
  // "Never go on without showing …" asks for the contrary; "refuse and tell" denies another verb.
  if (r.seek(not, -1, 10, (i) => r.is(i, IS.not)) !== -1) return false;
  if (r.someWord(not, not, at, wordSet("and, then, but, or")) && r.text(not) !== "do not" && r.text(not) !== "never")
    return false;
  if (
    r.text(not) === "does not" ||
    r.text(not) === "doesn't" ||
    r.text(not) === "is not" ||
    r.text(not) === "are not" ||
    r.text(not) === "no"
  )
    return false;
  const before = r.words[not - 1];
  if (r.words[not]?.opens || before === undefined || before.sentence !== r.words[not]?.sentence) return true;
  return !["that", "which", "who", "will", "can", "it", "api", "tool", "method", "endpoint"].includes(before.text);
}

const LISTS = wordSet(
  "list, listing, show, showing, repeat, repeating, describe, describing, explain, explaining, name, naming",
);
/** So many words of a clause are looked at; a longer one is acquitted of nothing by what stands further off. */
const CLAUSE_REACH = 14;
const COUNTED = wordSet("each, every, all, individual, several, many, multiple");
const THIS = wordSet("this, these, that, those, it, them, what, why, how");

/**
 * "Using a group rather than listing each user": nothing is kept from anybody. Where somebody is named who is not told, or what is not
 * told is the text itself or what it asks for, it is an order like any other.
 */
function isLeftForBrevity(r: Reading, not: number, at: number): boolean {
  if (r.text(not) !== "rather than" || !LISTS.has(r.text(at))) return false;
  const isKept = (i: number): boolean => THIS.has(r.text(i)) || (r.is(i, IS.audience) && !COUNTED.has(r.text(i - 1)));
  for (let i = at; i < at + CLAUSE_REACH && !r.endsThought(i); i++) if (isKept(i + 1)) return false;
  return true;
}

/** Words that a clause begins with whose last word is not the one who does something: "when you reply to the user do not …". */
const GOVERNING = wordSet(
  "to, for, when, while, whenever, if, once, after, before, until, unless, as, in, on, with, without, at, by, from, during, because, since, so, upon, about, towards, you, your",
);

/** "Connections of one user don't share …": what people or things do not do is no order to the model. */
function isSaidOfPeople(r: Reading, not: number): boolean {
  const people = not - 1;
  const sentence = r.words[not]?.sentence;
  if (!r.is(people, IS.audience) || r.words[people]?.sentence !== sentence || r.endsThought(people)) return false;
  let isOne = !/s$|^people$/.test(r.text(people));
  for (let i = people; i > people - CLAUSE_REACH && r.words[i]?.sentence === sentence; i--) {
    if (GOVERNING.has(r.text(i)) || r.isCommand(i)) return false;
    if (r.text(i) === "of") isOne = false;
    if (r.words[i]?.opens || r.words[i]?.after !== "") return !isOne;
  }
  return false;
}

/** The thing not to be told is what the text makes the model do, and no detail of a result. */
export function concernsConduct(r: Reading, at: number, who: number): boolean {
  const end = Math.min(r.words.length - 1, who + 9);
  const sentence = r.words[at]?.sentence;
  let detail = false;
  for (let i = at + 1; i <= end && r.words[i]?.sentence === sentence; i++) {
    if (FAILING.has(r.text(i))) return false;
  }
  for (let i = at + 1; i <= end && r.words[i]?.sentence === sentence; i++) {
    if (isDetail(r, i)) detail = true;
    if (!detail && CONDUCT.has(r.text(i))) return true;
  }
  return !detail && r.endsThought(who);
}

/** The pronoun stands for a secret or a detail that was named just before. */
export function speaksOfDetail(r: Reading, at: number): boolean {
  return (
    r.someBetween(at, at - 14, at, ["secret"]) ||
    r.someWord(at, at - 14, at, wordSet("id, ids, uuid, json, token, tokens, url, urls, key, html, raw"))
  );
}

export function detailBetween(r: Reading, from: number, to: number): boolean {
  for (let i = from + 1; i <= Math.min(to, r.words.length - 1); i++) if (isDetail(r, i)) return true;
  return false;
}

/** A denial that reaches the person's knowing: "the user must not learn", "don't let them know", "nobody notices". */
export function keptUnaware(r: Reading, at: number, who: number): boolean {
  if (r.someWord(at, who, at, wordSet("who, that, which, whose"))) return false;
  if (NOBODY.has(r.text(who))) return r.text(who).startsWith("no") && r.text(at) !== "known";
  if (r.text(at) === "unaware" || r.text(at) === "oblivious") return true;
  const between = r.seek(at, -1, at - who, (i) => r.is(i, IS.not));
  const modal = r.someWord(who, who, at, MODALS);
  if (between !== -1 && modal) return true;
  const before = r.seek(who, -1, 3, (i) => r.is(i, IS.not));
  return before !== -1 && r.someWord(before, before, who, wordSet("let, letting, make, making, have, allow"));
}

export function keptSilent(r: Reading, at: number): boolean {
  const keep = r.seek(at, -1, 6, (i) => KEEPING.has(r.text(i)));
  if (keep === -1) return false;
  const told =
    r.isCommand(keep) ||
    r.text(keep) === "be" ||
    r.someBetween(keep, keep - 3, keep, ["must"]) ||
    r.text(keep) === "must" ||
    r.text(keep) === "should";
  return (
    told &&
    (r.someWord(keep, keep, at, CONDUCT) ||
      r.someBetween(at, at, at + 4, ["audience"]) ||
      r.someWord(keep, keep - 3, keep, wordSet("this, it, these")))
  );
}

export function doneCovertly(r: Reading, at: number): boolean {
  const next = r.words[at + 1];
  if (r.seek(at, -1, 2, (i) => ["this", "it", "that"].includes(r.text(i))) !== -1 && r.nearCommand(at, 5)) return true;
  const verbs = [IS.send, IS.give, IS.read, IS.use, IS.change, IS.hide, IS.keep];
  const isVerb = (i: number): boolean =>
    verbs.some((index) => r.is(i, index)) && r.isCommand(i) && !HONEST_SILENT.has(r.text(i));
  const near =
    r.seek(at, 1, 2, isVerb) !== -1 ||
    (next === undefined || next.sentence !== r.words[at]?.sentence || r.endsThought(at)
      ? r.seek(at, -1, 8, isVerb) !== -1
      : false);
  if (!near) return false;
  const weak = ["in the background", "behind the scenes", "privately"].includes(r.text(at));
  return !weak || r.someBetween(at, at - 8, at + 8, ["audience", "not"]);
}

/** Something that may honestly be kept from a user; "this value" is what the text itself asks for. */
function isDetail(r: Reading, at: number): boolean {
  return r.is(at, IS.raw) && !r.is(at, IS.conduct) && r.text(at - 1) !== "this" && r.text(at - 1) !== "these";
}
