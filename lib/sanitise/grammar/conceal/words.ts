import { wordSet } from "../pattern.ts";

/** The word lists of the grammar of concealment. What is kept decides: identifiers, tokens and raw JSON may honestly be kept out of an answer, a step that the text makes the model take may not. */

export const CONDUCT = wordSet(
  "step, steps, note, notes, action, actions, operation, instruction, instructions, parameter, call, calls, this, these, it, that, extra, additional, hidden, tool, behaviour, behavior, fact, existence, presence, transfer, copy, request, requests, rule, rules, anything, upload, text, message, prompt, directive, process, collection, detour, guidance, background, line, comment, section, check, usage, use, invocation, forwarding, argument, arguments, field, why, about, nothing, any of, lookup, addition, change, purpose, where, what, how, second, reason, part, paragraph, remark, those",
);
/** A condition on when to tell is manners, not concealment. */
export const LATER = {
  words: wordSet("until, unless, yet, directly, verbatim, just, merely, simply, instead"),
  after: 14,
  before: 3,
} as const;
/** Why a login failed, whether an account exists: good programs keep that from whoever tries. */
export const FAILING = wordSet("failed, fails, wrong, invalid, incorrect, rejected, exists");
export const REFERENCE = wordSet(
  "reference, references, mention, refer to, reference to, mentioning, referring to, allude to, hint, trace, contain, include, show, repeat",
);
/** Verbs that only somebody who talks can do; a parameter can be shown, listed or included. */
export const SPEECH = wordSet(
  "tell, telling, mention, mentioning, reveal, revealing, disclose, disclosing, say, saying, discuss, discussing, admit, admitting, announce, acknowledge, acknowledging, explain, explaining, echo, repeat, repeating, divulge, divulging, hint at, hint, confess, quote, quoting, refer to, referring to, talk about, bring up, bringing up, point out, let on, give away, cite, citing, state, describe, describing, comment on, comment, speak of, speak about, allude to, reference, inform, share, sharing, paraphrase, call attention to, draw attention to, report, reporting, show, showing, expose, surface, write about, elaborate on, volunteer, document, note, include",
);
/** Verbs of hiding; a row or a reaction may be removed from a message in good faith. */
export const KEEPS_BACK = wordSet(
  "skip, hide, conceal, withhold, omit, leave out, suppress, mask, obscure, cover up, keep out, keep back, hold back, disguise, bury, leave off, cloak, screen, shield, gloss over",
);
export const HIDEABLE = wordSet(
  "column, columns, row, rows, element, elements, comment, comments, layer, field, fields, post, posts, user, users, item, items, member, members, label",
);
export const HONEST_SILENT = wordSet("ignore, skip, drop, fail, ignored, skipped, dropped, fails, truncate");
export const KEEPING = wordSet(
  "keep, keeping, stay, remain, leave, hold, treat, be, kept, is, handle, make, left, staying, remains, stays, must, should",
);
export const NOBODY = wordSet("nobody, no one, anyone, anybody");
export const MODALS = wordSet(
  "must not, should not, need not, may not, can not, will not, shall not, does not, is not, must, should, shall, need, needs, may, can, will, mustn't, shouldn't, needn't, never, no need to, has no, is no, not to be, are not, aren't, cannot, doesn't, no reason to, isn't, won't, not",
);
