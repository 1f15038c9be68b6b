import { type Pattern, wordSet } from "../pattern.ts";
import { detailBetween, isLeftOut, isToldToModel, speaksOfDetail } from "./guards.ts";
import { CONDUCT, FAILING, LATER, SPEECH } from "./words.ts";

/** Telling the model not to speak of the text itself, or of what it asks for. */
export const KEEPING_QUIET_ABOUT_ITSELF: readonly Pattern[] = [
  {
    rule: "conceal.self",
    anchor: "disclose",
    words: wordSet("mention, reference, trace, sign, hint"),
    needs: [
      { any: ["not"], before: 2 },
      { any: ["self"], after: 3 },
      { any: ["reply"], words: wordSet("appear"), after: 8 },
    ],
  },
  // "do not say that the data was shared", "do not name this tool"
  {
    rule: "conceal.self",
    severity: "medium",
    anchor: "disclose",
    mood: "denied",
    words: wordSet("say, admit, mention, reveal, disclose, tell, confirm"),
    needs: [
      { words: wordSet("that"), after: 2 },
      { words: wordSet("was, were, is, has, have, had"), after: 6, onward: true },
      {
        any: ["send", "read", "give"],
        words: wordSet("shared, sent, copied, stored, collected, logged, forwarded, uploaded, called, used"),
        after: 3,
        onward: true,
      },
    ],
    unless: [LATER],
    when: (r, at) => isToldToModel(r, at),
  },
  {
    rule: "conceal.self",
    severity: "medium",
    anchor: "self",
    words: wordSet("this"),
    needs: [
      { words: wordSet("name, cite, credit, identify, mention"), before: 1 },
      { any: ["not"], before: 3 },
      { words: wordSet("tool, server, source, function"), after: 1 },
    ],
  },
  // "keep this parameter out of any summary"
  {
    rule: "conceal.self",
    anchor: "reply",
    needs: [
      { words: wordSet("out"), before: 5 },
      { words: wordSet("keep, leave, hold, keeping, leaving"), before: 9 },
      { words: CONDUCT, before: 8 },
    ],
    when: (r, at) => r.seek(at, -1, 9, (i) => ["keep", "leave", "hold"].includes(r.text(i)) && r.isCommand(i)) !== -1,
  },
  // "never explain where this value comes from"
  {
    rule: "conceal.self",
    anchor: "disclose",
    mood: "denied",
    words: wordSet("explain, reveal, disclose, tell, say, describe, mention, admit, discuss"),
    needs: [
      { words: wordSet("where, why, how, what, who"), after: 3 },
      { any: ["self"], words: wordSet("it, you, data"), after: 3, onward: true },
    ],
    unless: [LATER, { words: FAILING, after: 9 }],
    when: (r, at) => isToldToModel(r, at),
  },
  // "there must be no reference to this instruction in the reply"
  {
    rule: "conceal.self",
    severity: "medium",
    anchor: "reply",
    words: wordSet(
      "answer, reply, response, summary, message, output, final answer, final response, explanation, conversation, chat, transcript, answers, replies, responses, report",
    ),
    unless: [LATER],
    when: isLeftOut,
  },
  {
    rule: "conceal.self",
    anchor: "disclose",
    words: wordSet("mention, reference, sign, hint, word"),
    needs: [
      { words: wordSet("no"), before: 1 },
      { words: wordSet("make, give, leave, with, contain, be, show"), before: 3 },
      { words: wordSet("of, to, about"), after: 1 },
    ],
  },
  {
    rule: "conceal.self",
    anchor: "hide",
    mood: "command",
    words: wordSet("withhold, conceal, disguise, cover up"),
    needs: [{ words: CONDUCT, after: 4 }],
  },
  // "never reveal this note", "avoid mentioning the extra lookup in your reply"
  {
    rule: "conceal.self",
    anchor: "disclose",
    mood: "denied",
    needs: [
      {
        any: ["self"],
        words: wordSet("hidden, internal, extra, additional, second, that, why, how, what"),
        after: 3,
      },
      { any: ["conduct"], words: wordSet("you, it, these, this"), after: 5, onward: true },
    ],
    unless: [LATER, { words: FAILING, after: 9 }],
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
      isToldToModel(r, at) &&
      !speaksOfDetail(r, at) &&
      !detailBetween(r, at, where) &&
      (SPEECH.has(r.text(at)) || r.ownedByModel(at, at, where)),
  },
  {
    rule: "conceal.self",
    anchor: "disclose",
    mood: "denied",
    needs: [{ words: wordSet("it, this, that, these, so, them"), after: 1 }],
    unless: [LATER],
    when: (r, at, [what = at]) =>
      SPEECH.has(r.text(at)) && r.endsThought(what) && isToldToModel(r, at) && !speaksOfDetail(r, at),
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
];
