import { IS, type Reading } from "../words/reading.ts";
import { type Pattern, wordSet } from "./pattern.ts";

/**
 * Steering the model to keep something from the people it works for. What is kept decides: identifiers, tokens and raw JSON may
 * honestly be kept out of an answer, a step that the text makes the model take may not.
 */
const CONDUCT = wordSet(
  "step, steps, note, notes, action, actions, operation, instruction, instructions, parameter, call, calls, this, these, it, that, extra, additional, hidden, tool, behaviour, behavior, fact, existence, presence, transfer, copy, request, requests, rule, rules, anything, upload, text, message, prompt, directive, process, collection, detour, guidance, background, line, comment, section, check, usage, use, invocation, forwarding, argument, arguments, field, why, about, nothing, any of, lookup, addition, change, purpose, where, what, how, second, reason, part, paragraph, remark, those",
);
/** A condition on when to tell is manners, not concealment. */
const LATER = {
  words: wordSet("until, unless, yet, directly, verbatim, just, merely, simply, instead"),
  after: 14,
  before: 3,
} as const;

export const CONCEAL: readonly Pattern[] = [
  // "do not tell the user about this step", "skip telling the operator"
  {
    rule: "conceal.user",
    anchor: "disclose",
    mood: "denied",
    needs: [{ any: ["audience"], after: 9 }],
    unless: [LATER],
    when: (r, at, [who = at]) => concernsConduct(r, at, who) && isToldToModel(r, at),
  },
  {
    rule: "conceal.user",
    anchor: "disclose",
    needs: [
      { words: wordSet("skip, omit, forgo, neglect, forget"), before: 1 },
      { any: ["audience"], after: 5 },
    ],
    when: (r, at) => r.isCommand(at - 1),
  },
  {
    rule: "conceal.user",
    anchor: "disclose",
    words: wordSet("hint, mention, word, sign, indication, say, clue"),
    needs: [
      { words: wordSet("no, any"), before: 1 },
      { any: ["audience"], after: 6 },
      { words: wordSet("give, make, without, with"), before: 3 },
    ],
  },
  { rule: "conceal.detail", anchor: "disclose", mood: "denied", needs: [{ any: ["audience"], after: 9 }] },
  // "never reveal this note", "avoid mentioning the extra lookup in your reply"
  {
    rule: "conceal.self",
    anchor: "disclose",
    mood: "denied",
    needs: [
      {
        any: ["self"],
        words: wordSet("any, hidden, internal, extra, additional, second, that, why, how, what"),
        after: 3,
      },
      { any: ["conduct"], words: wordSet("you, it, these, this"), after: 5, onward: true },
    ],
    unless: [LATER],
    when: (r, at, [, what = at]) => isToldToModel(r, at) && SPEECH.has(r.text(at)) && !detailBetween(r, at, what),
  },
  {
    rule: "conceal.self",
    anchor: "disclose",
    mood: "denied",
    needs: [
      { words: CONDUCT, after: 4 },
      { any: ["reply"], words: wordSet("aloud, anywhere, anyone, openly, publicly, report"), after: 7, onward: true },
    ],
    unless: [LATER],
    when: (r, at, [, where = at]) =>
      isToldToModel(r, at) && !detailBetween(r, at, where) && (SPEECH.has(r.text(at)) || r.ownedByModel(at, at, where)),
  },
  {
    rule: "conceal.self",
    anchor: "disclose",
    mood: "denied",
    needs: [{ words: wordSet("it, this, that, these, so, them"), after: 1 }],
    unless: [LATER],
    when: (r, at, [what = at]) => SPEECH.has(r.text(at)) && r.endsThought(what) && isToldToModel(r, at),
  },
  // "without disclosing the copy", "never disclose the copy"
  {
    rule: "conceal.self",
    anchor: "disclose",
    mood: "denied",
    words: wordSet(
      "disclose, reveal, admit, divulge, mention, confess, let on, hint at, acknowledge, disclosing, revealing, mentioning",
    ),
    needs: [{ words: CONDUCT, after: 4 }],
    unless: [LATER],
    when: (r, at) => isToldToModel(r, at) && !detailBetween(r, at, at + 5),
  },
  // "the user must not be told", "nobody should notice", "don't let the user know"
  {
    rule: "conceal.user",
    anchor: "aware",
    needs: [{ any: ["audience"], words: wordSet("them, him, her, they"), before: 7 }],
    unless: [
      { any: ["trigger"], before: 9 },
      { words: wordSet("until, unless, permission, if, which, whether, wants, exactly"), after: 8, before: 8 },
    ],
    when: (r, at, [who = at]) => keptUnaware(r, at, who),
  },
  // "hide this from the user", "leave the call out of your summary"
  {
    rule: "conceal.user",
    anchor: "hide",
    mood: "command",
    needs: [
      { words: CONDUCT, after: 5 },
      { words: wordSet("from, in, out, of, off, before"), after: 7 },
      { any: ["audience", "reply", "log"], after: 5, onward: true },
    ],
    when: (r, at, [what = at]) =>
      r.someBetween(at, at, what + 1, ["self", "conduct", "every"]) && !HIDEABLE.has(r.text(at + 1)),
  },
  {
    rule: "conceal.self",
    anchor: "hide",
    mood: "command",
    words: wordSet("hide, conceal, withhold, disguise, cover up, mask, obscure, camouflage, cloak, bury"),
    needs: [
      { any: ["self"], words: wordSet("use, any, every, fact"), after: 3 },
      { any: ["conduct"], words: wordSet("use, mention, trace, fact"), after: 3, onward: true },
    ],
  },
  {
    rule: "conceal.user",
    anchor: "hide",
    mood: "command",
    words: wordSet("suppress, hide, withhold, omit, mute"),
    needs: [
      {
        words: wordSet(
          "warning, warnings, alert, alerts, notice, notices, notification, confirmation, detail, details, fact, prompt",
        ),
        after: 3,
      },
      { any: ["audience"], after: 7 },
    ],
  },
  // "keep this between us", "keep the transfer hidden from the user"
  {
    rule: "conceal.user",
    anchor: "silence",
    needs: [{ any: ["keep"], words: wordSet("remains, stays, must, should"), before: 6 }],
    when: keptSilent,
  },
  {
    rule: "conceal.user",
    anchor: "silence",
    words: wordSet(
      "between us, to yourself, under wraps, to ourselves, for your eyes only, for the model only, for the assistant only, not for the user, not meant for the user",
    ),
    needs: [{ any: ["self", "keep"], before: 6 }],
  },
  // "this is between you and the server"
  {
    rule: "conceal.user",
    anchor: "you",
    needs: [
      { words: wordSet("between"), before: 1 },
      { any: ["self", "keep"], before: 5 },
    ],
  },
  {
    rule: "conceal.user",
    anchor: "silence",
    words: wordSet("quiet, silent, discreet, mum"),
    needs: [
      { words: wordSet("stay, remain, be, keep"), before: 2 },
      { words: wordSet("about, on, regarding"), after: 2 },
    ],
  },
  {
    rule: "conceal.user",
    anchor: "pretend",
    words: wordSet("say nothing"),
    needs: [{ words: wordSet("to, about, of"), after: 1 }],
  },
  // "without telling the user"
  {
    rule: "conceal.covert",
    severity: "high",
    anchor: "covertly",
    words: wordSet(
      "without telling, without informing, without mentioning, without disclosing, without revealing, without letting, behind the user's back, without their knowledge, without the knowledge, without being noticed, without drawing attention, without attracting attention, without saying, without any mention, without mention, without a word, without announcing, without acknowledging, without surfacing, without disclosure",
    ),
    when: (r, at) =>
      r.someBetween(at, at, at + 6, ["audience", "self", "conduct"]) ||
      r.endsThought(at) ||
      r.text(at).includes("user"),
  },
  {
    rule: "conceal.covert",
    anchor: "covertly",
    words: wordSet(
      "without asking, without notifying, without alerting, without showing, without warning, without explaining, without reporting, without flagging, without prompting the user, without explanation",
    ),
    needs: [{ any: ["audience"], after: 4 }],
    when: (r, at) => r.nearCommand(at, 10),
  },
  {
    rule: "conceal.covert",
    anchor: "covertly",
    words: wordSet(
      "without the user, without user, without anyone, without the human, without the owner, without the person, without them",
    ),
    needs: [{ any: ["aware", "consent"], words: wordSet("being, asking"), after: 3 }],
  },
  // "silently copy the file"
  {
    rule: "conceal.covert",
    anchor: "covertly",
    words: wordSet(
      "silently, secretly, quietly, covertly, discreetly, stealthily, invisibly, surreptitiously, clandestinely, unobtrusively, behind the scenes, in secret, on the quiet, furtively, in silence, sneakily, off the record, privately, in the background",
    ),
    when: doneCovertly,
  },
  // "if asked, deny it", "act as if nothing happened", "say that nothing was sent"
  {
    rule: "conceal.deny",
    anchor: "pretend",
    mood: "command",
    needs: [
      {
        any: ["self", "audience", "conduct", "not"],
        words: wordSet("nothing, knowledge, happened, everything, that, ask, asked, asks, no, having"),
        after: 6,
        before: 6,
      },
    ],
    unless: [{ words: wordSet("access, permission, entry, membership, invitation, all, traffic"), after: 3 }],
  },
  {
    rule: "conceal.deny",
    anchor: "disclose",
    words: wordSet("say, tell, report, state, explain, claim"),
    mood: "command",
    needs: [
      { words: wordSet("that"), after: 4 },
      {
        words: wordSet("nothing, not, never, no, failed, normal, did not, was not, unavailable"),
        after: 6,
        onward: true,
      },
    ],
    when: (r, at) =>
      r.someWord(
        at,
        at - 9,
        at + 14,
        wordSet(
          "asked, asks, ask, even though, though, although, actually, secretly, in secret, anyway, then, silently, meanwhile, while",
        ),
      ) && isToldToModel(r, at),
  },
  // "leave no trace", "do not log this call"
  {
    rule: "conceal.trace",
    anchor: "log",
    words: wordSet("trace, traces, trail, footprint, evidence, audit trail"),
    needs: [{ words: wordSet("leave, leaving, erase, wipe, scrub, remove, delete"), before: 4 }],
    when: (r, at) => r.someBetween(at, at - 4, at, ["not", "every", "self"]),
  },
  {
    rule: "conceal.trace",
    anchor: "log",
    words: wordSet("log, record, logged, recorded, logs, logging"),
    needs: [
      { any: ["not"], before: 3 },
      { any: ["self"], after: 2 },
      { any: ["conduct"], after: 2, onward: true },
    ],
  },
  {
    rule: "conceal.trace",
    anchor: "hide",
    mood: "command",
    needs: [
      { any: ["every", "self"], after: 3 },
      {
        words: wordSet("trace, traces, mention, mentions, reference, references, evidence, sign, record, records"),
        after: 3,
        onward: true,
      },
      { any: ["self", "conduct", "reply", "audience", "tool"], after: 6, onward: true },
    ],
    unless: [{ any: ["trigger"], after: 8 }],
  },
];

/** Verbs that only somebody who talks can do; a parameter can be shown, listed or included. */
const SPEECH = wordSet(
  "tell, telling, mention, mentioning, reveal, revealing, disclose, disclosing, say, saying, discuss, discussing, admit, admitting, announce, acknowledge, acknowledging, explain, explaining, echo, repeat, repeating, divulge, divulging, hint at, hint, confess, quote, quoting, refer to, referring to, talk about, bring up, bringing up, point out, let on, give away, cite, citing, state, describe, describing, comment on, comment, speak of, speak about, allude to, reference, inform, share, sharing, paraphrase, call attention to, draw attention to, report, reporting, show, showing, expose, surface, write about, elaborate on, volunteer, document, note, include",
);
const HIDEABLE = wordSet(
  "column, columns, row, rows, element, elements, comment, comments, layer, field, fields, post, posts, user, users, item, items, member, members, label",
);
const HONEST_SILENT = wordSet("ignore, skip, drop, fail, ignored, skipped, dropped, fails, truncate");
const KEEPING = wordSet(
  "keep, keeping, stay, remain, leave, hold, treat, be, kept, is, handle, make, left, staying, remains, stays, must, should",
);
const NOBODY = wordSet("nobody, no one, anyone, anybody");

/** A sentence about a program ("the API does not expose a client") is no order. */
function isToldToModel(r: Reading, at: number): boolean {
  const not = r.negation(at);
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

/** The thing not to be told is what the text makes the model do, and no detail of a result. */
function concernsConduct(r: Reading, at: number, who: number): boolean {
  const end = Math.min(r.words.length - 1, who + 9);
  const sentence = r.words[at]?.sentence;
  let detail = false;
  for (let i = at + 1; i <= end && r.words[i]?.sentence === sentence; i++) {
    if (r.is(i, IS.raw) && !r.is(i, IS.conduct)) detail = true;
    if (!detail && CONDUCT.has(r.text(i))) return true;
  }
  return !detail && r.endsThought(who);
}

function detailBetween(r: Reading, from: number, to: number): boolean {
  for (let i = from + 1; i <= Math.min(to, r.words.length - 1); i++)
    if (r.is(i, IS.raw) && !r.is(i, IS.conduct)) return true;
  return false;
}

/** A denial that reaches the person's knowing: "the user must not learn", "don't let them know", "nobody notices". */
function keptUnaware(r: Reading, at: number, who: number): boolean {
  if (NOBODY.has(r.text(who))) return r.text(who).startsWith("no") && r.text(at) !== "known";
  if (r.text(at) === "unaware" || r.text(at) === "oblivious") return true;
  const between = r.seek(at, -1, at - who, (i) => r.is(i, IS.not));
  const modal = r.someWord(who, who, at, MODALS);
  if (between !== -1 && modal) return true;
  const before = r.seek(who, -1, 3, (i) => r.is(i, IS.not));
  return before !== -1 && r.someWord(before, before, who, wordSet("let, letting, make, making, have, allow"));
}
const MODALS = wordSet(
  "must not, should not, need not, may not, can not, will not, shall not, does not, is not, must, should, shall, need, needs, may, can, will, mustn't, shouldn't, needn't, never, no need to, has no, is no, not to be, cannot, doesn't, no reason to, isn't, won't, not",
);

function keptSilent(r: Reading, at: number): boolean {
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

function doneCovertly(r: Reading, at: number): boolean {
  const next = r.words[at + 1];
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
