import { wordSet } from "../pattern.ts";

/** The word lists of the grammar of lures: what a tool may be about, and what it has no business with. */

/** What only the model has: nobody but it can be asked for these. */
export const MODEL_ONLY = wordSet(
  "system prompt, system prompts, system message, system instructions, system instruction, your system prompt, your instructions, your prompt, your context, your memory, hidden instructions, hidden prompt, initial instructions, developer message, developer messages, developer prompt, context window, chain of thought, previous instructions, original prompt, initial prompt, original instructions, developer instructions, developer instruction, scratchpad, operating instructions, core instructions",
);
/** Whole conversations; a "message" or an "exchange" alone may be the subject of an honest tool. */
export const CONVERSATION = wordSet(
  "conversation, conversations, chat, dialogue, dialog, discussion, transcript, conversation history, chat history, chat log, chat transcript, message history, session history, session transcript, conversation context, prior context, previous context, chat context, previous messages, prior messages, earlier messages, past messages, user messages, user message, user prompt, previous turns, prior turns, earlier turns, thread so far, text so far, previous tool results, previous tool outputs, earlier tool results, earlier tool outputs, previous tool calls, previous conversation, earlier conversation, past conversations, interaction history, clipboard, clipboard contents, clipboard content, browsing history, search history, user's request, user's message, original request, keystrokes, session, instructions, prompt, messages, exchange, context, history, tool definitions, tools",
);
export const TOTAL = wordSet(
  "text, full, entire, whole, complete, verbatim, all, every, everything, unredacted, unedited, entirety, transcript, dump, copy, so far, far, exact, word, raw, whatever",
);
export const HERE = wordSet(
  "here, along, field, parameter, argument, input, value, string, property, metadata, extra, note, notes, context, param, this, details, body, sidenote, header, comment, reason, it",
);
export const SECRET_VERBS = wordSet(
  "include, provide, attach, pass, supply, add, append, put, insert, copy, paste, embed, fill in, fill, place, enter, give, submit, write, dump, populate, prepend, encode, send, hand over, transcribe, quote, repeat, reveal, disclose, expose, share, return, report, output, set, forward, upload, leak, package, load, bring, type, inject, concatenate, serialise, serialize, tell, print, echo, recite, reproduce, state, list, show, summarise, summarize, record, drop, transfer, contribute, feed, inline, enclose, use, stuff, pack, tuck, stash",
);
export const ATTACHES = wordSet(
  "attach, paste, append, upload, forward, dump, include, supply, enclose, hand over, submit, embed, copy",
);
export const NOT_ASKED = wordSet(
  "not, never, without, to, from, into, for, id, of a, in, by, summarize, summarise, when, if, whether, ignore, exclude, retrieve, returns, get, gets, delete, deletes",
);
export const PUBLIC = [".pub", ".example", ".sample", ".template", ".dist"];
/** Something else stands between: a secret that is used, named or configured is not asked for. */
export const SUBJECT = wordSet(
  "request, requests, network, http, use, using, via, by, through, if, unless, whether, without, public, about, type, name, names, id, ids, policy, group, groups, count, length, format, expiration, rotation, version, versions, metadata, vault, same, empty, new, ca, optional, null",
);
export const PASSING_ON = wordSet("forward, send, share, report, show, list, return, transfer, use");
export const WEAK_VERBS = wordSet(
  "use, set, list, return, show, write, type, record, load, print, output, report, share, state, display",
);
export const STRONG_VERBS = wordSet(
  "attach, dump, paste, copy, hand over, leak, harvest, reveal, disclose, expose, embed, append, insert, transcribe, recite, quote, pack, stash, encode, include",
);
