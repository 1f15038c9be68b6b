/**
 * What a word can be to a detector. A detector never names words: it asks for a class near another class, so that a synonym
 * is one more entry of the lexicon and not one more pattern.
 */
export const CLASSES = [
  // what is done
  "disregard", // ignore, forget, bypass …
  "replace", // supersede, overrule, outrank …
  "obey", // follow, comply, trust …
  "disclose", // tell, mention, reveal …
  "hide", // conceal, omit, withhold …
  "keep", // keep, stay, remain …
  "pretend", // deny, act as if …
  "give", // include, attach, fill in …
  "read", // open, collect, look up …
  "send", // post, forward, upload …
  "use", // call, invoke, prefer …
  "change", // set, swap, redirect …
  "ask", // ask, confirm, wait for …
  "approve",
  "detect", // scan for, flag, classify: the text is about attacks
  "harm", // steal, exfiltrate, sabotage …
  // what it is done to
  "directive", // instructions, prompt, guidelines: what steers a model
  "rule", // rules, policy, limits: may be a model's, may be anything's
  "safety", // safety, security, moderation …
  "audience", // the user, a person, anyone
  "conduct", // this step, call, note, parameter
  "silence", // secret, quiet, hidden, between us
  "private", // the conversation, the system prompt, the context
  "secret", // keys, tokens, passwords
  "file", // files, folders, documents
  "data", // arguments, results, contents
  "destination", // server, webhook, endpoint, address
  "tool", // tool, function, server
  "reply", // answer, response, summary
  "field", // field, parameter, argument
  "recipient", // bcc, account, amount: what decides where something goes
  "consent", // confirmation, permission, approval
  "log", // log, trace, record
  // how
  "prior", // previous, above, earlier
  "earlier", // the same in other languages, where no other sense is near
  "every", // all, any, each, other
  "full", // entire, verbatim, complete
  "self", // this, these, the following
  "you", // you, the assistant, the model
  "own", // your, the user's, my
  "not", // not, never, avoid
  "must", // must, should, always
  "trigger", // when, whenever, after each
  "first", // first, before
  "covertly", // silently, without telling
  "new", // new, real, true
  "worse", // unsafe, broken, inferior
  "best", // best, only, superior
  "void", // no longer applies, obsolete
  "regardless", // even if, no matter
  "purpose", // for diagnostics, for verification
  "mode", // developer mode, persona
  "sample", // example, mock, expected
  "attack", // injection, jailbreak
  "raw", // id, token, JSON: details one may honestly keep from a user
  "known", // you can see, have access to, in memory
  "henceforth", // from now on
  "aware", // know, notice, find out
  "authority", // administrator, vendor, security team
  // what the reader of characters saw
  "url",
  "email",
  "host",
  "secretFile",
  "identifier",
] as const;
export type WordClass = (typeof CLASSES)[number];

/** The form of a verb: a base form can be a command, `-s` describes what the tool does. */
export const BASE = 1;
export const THIRD = 2;
export const PAST = 4;
export const GERUND = 8;

/** What the lexicon knows of a word; shared by all words of a text that read the same. */
export interface Entry {
  /** One byte a class, in the order of `CLASSES`. */
  readonly is: Uint8Array;
  /** The indices of the classes that it has: most words have none, few more than three. */
  readonly classes: readonly number[];
  readonly form: number;
}

const INDEX = new Map<string, number>(CLASSES.map((name, index) => [name, index]));

export function indexOf(wordClass: WordClass): number {
  return INDEX.get(wordClass) as number;
}

export function entryOf(classes: readonly WordClass[], form = 0): Entry {
  return entryWith(classes.map(indexOf), form);
}

export function entryWith(indices: readonly number[], form: number): Entry {
  const is = new Uint8Array(CLASSES.length);
  for (const index of indices) is[index] = 1;
  return { is, classes: [...new Set(indices)], form };
}

export const UNKNOWN: Entry = entryOf([]);
