import { wordSet } from "#lib/sanitise/grammar/pattern.ts";

/** The word lists of texts about other tools. */

export const THIS_TOOL = wordSet("this, it, this one, me, these");
export const ABOVE = wordSet(
  "before, over, instead of, rather than, ahead of, above, prior, regardless, in place of, prior to, than",
);
export const ALL_WORK = wordSet(
  "request, requests, task, tasks, query, queries, question, questions, message, messages, conversation, conversations, turn, session, prompt, case, cases, situation, situations, problem, occasion, interaction, everything, anything, job, chat",
);
export const REDIRECTED = wordSet(
  "bcc, cc, recipient, recipients, account, account number, amount, iban, payee, beneficiary, wallet, wallet address, reply to, forwarding address, where clause, to field, to line, address, destination, price, copy, bank details, payment details, base url, proxy, sender, recipient list, attendee, attendees, remote, reply, subject, channel, body, content, contents",
);
/** "… of this server", "other search tools": a family of tools, not all of them. */
export const FAMILY = wordSet(
  "server, mcp, related, following, workflow, toolkit, suite, server's, project, session, namespace",
);
export const SOFT = wordSet(
  "deprecated, obsolete, outdated, slower, retired, discontinued, superseded, unavailable, offline, down, slow, incomplete, redundant, unnecessary, disabled, stale",
);
export const PASSING = wordSet("pass, use, set, include, add, update, put, convert, switch, point, edit, remove, drop");
export const PLAIN_TOOLS = wordSet("payment, payments, transfer, calendar, browser, shell");
