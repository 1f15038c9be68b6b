import { IS, type Reading } from "../words/reading.ts";
import { type Pattern, wordSet } from "./pattern.ts";

/** Texts about other tools: claims to come before all of them, and changes to how one of them is used. */

const THIS_TOOL = wordSet("this, it, this one, me, these");
const ABOVE = wordSet(
  "before, over, instead of, rather than, ahead of, above, prior, regardless, in place of, prior to, than",
);
const ALL_WORK = wordSet(
  "request, requests, task, tasks, query, queries, question, questions, message, messages, conversation, conversations, turn, session, prompt, case, cases, situation, situations, problem, occasion, interaction, everything, anything, job, chat",
);
const REDIRECTED = wordSet(
  "bcc, cc, recipient, recipients, account, account number, amount, iban, payee, beneficiary, wallet, wallet address, reply to, forwarding address, where clause, to field, to line, address, destination, price, copy, bank details, payment details, base url, proxy, sender, recipient list, attendee, attendees, remote, reply, subject, channel, body, content, contents",
);
/** "… of this server", "other search tools": a family of tools, not all of them. */
const FAMILY = wordSet(
  "server, mcp, related, following, workflow, toolkit, suite, server's, project, session, namespace",
);
const SOFT = wordSet(
  "deprecated, obsolete, outdated, slower, retired, discontinued, superseded, unavailable, offline, down, slow, incomplete, redundant, unnecessary, disabled, stale",
);

export const STEER: readonly Pattern[] = [
  // "always call this tool first, before any other tool"
  {
    rule: "precedence.universal",
    anchor: "use",
    needs: [
      { words: THIS_TOOL, after: 3, before: 5 },
      { words: ABOVE, after: 9 },
      {
        words: wordSet("any, all, every, everything, anything, other, others, another, alternatives, rest, you"),
        after: 3,
        onward: true,
      },
    ],
    when: (r, at, [, over = at, other = at]) => isOrder(r, at) && isAllTools(r, over, other) && !inFamily(r, at),
  },
  // "use this for every request", "must be used first in every conversation"
  {
    rule: "precedence.universal",
    anchor: "use",
    needs: [
      { words: THIS_TOOL, after: 3, before: 5 },
      { words: wordSet("every, all, any, each, whatever, everything, anything"), after: 7 },
    ],
    when: (r, at, [, every = at]) =>
      isOrder(r, at) &&
      r.someWord(every, every - 1, every + 2, ALL_WORK) &&
      noLimit(r, every) &&
      !inFamily(r, at) &&
      r.someWord(
        at,
        at - 5,
        at + 8,
        wordSet(
          "always, must, first, only, mandatory, whatever, prefer, everything, anything, start, beginning, never, all",
        ),
      ),
  },
  // "no other tool should be used", "never use any other tool", "ignore other tools"
  {
    rule: "precedence.universal",
    anchor: "tool",
    needs: [
      { words: wordSet("other, others, another"), before: 1 },
      { any: ["not", "disregard"], before: 7 },
    ],
    when: (r, at) =>
      r.someBetween(at, at - 7, at + 6, ["use", "disregard"]) &&
      !inFamily(r, at) &&
      !r.someWord(
        at,
        at - 8,
        at + 9,
        wordSet(
          "covered, supported, handled, to, for, until, if, unless, parallel, while, without, same, name, between, from, does not, is not, result, results, needs, requires",
        ),
      ),
  },
  // "the only tool you need", "has the highest priority of all tools", "other tools are obsolete"
  {
    rule: "precedence.universal",
    anchor: "best",
    needs: [
      { any: ["tool"], words: wordSet("choice, priority"), after: 3 },
      { words: wordSet("every, all, any, others, everything, anything, always, need, ever"), after: 8 },
    ],
    when: (r, at) =>
      r.someWord(at, at - 6, at + 8, THIS_TOOL) &&
      !inFamily(r, at) &&
      (r.someBetween(at, at, at + 12, ["use"]) || r.someWord(at, at, at + 4, wordSet("need, priority"))),
  },
  {
    rule: "precedence.universal",
    anchor: "best",
    words: wordSet("highest priority, top priority, first choice, only one you need, all you need"),
    needs: [{ words: THIS_TOOL, before: 6 }],
    when: (r, at) =>
      r.someBetween(at, at - 6, at + 6, ["tool"]) &&
      r.someWord(at, at, at + 6, wordSet("all, any, other, others, every")),
  },
  {
    rule: "precedence.universal",
    anchor: "tool",
    words: wordSet("tools"),
    needs: [
      { words: wordSet("other, all other, alternative, remaining"), before: 1 },
      { any: ["worse"], words: wordSet("inferior, worse"), after: 4 },
    ],
    when: (r, at, [, bad = at]) => r.linked(at, bad) && !r.someBetween(at, at - 4, at, ["trigger"]),
  },
  // "route all requests through it", "all tasks go through this tool first"
  {
    rule: "precedence.universal",
    anchor: "every",
    words: wordSet("all, every, any"),
    needs: [
      { words: ALL_WORK, after: 2 },
      { words: wordSet("through, via, to, using, by"), after: 4 },
      { words: THIS_TOOL, after: 2, onward: true },
    ],
    when: (r, at) =>
      r.someWord(at, at - 4, at + 9, wordSet("route, must, should, go, goes, send, first, always, direct, pass")) &&
      noLimit(r, at),
  },
  // "rank this tool above the rest"
  {
    rule: "precedence.universal",
    anchor: "use",
    words: wordSet("rank, prefer, favor, favour, prioritise, prioritize, choose, pick, put, select"),
    mood: "command",
    needs: [
      { words: THIS_TOOL, after: 2 },
      { words: wordSet("above, over, every, whatever, always, ahead of"), after: 4 },
      {
        words: wordSet("rest, others, all, any, every, everything, other, time, question, alternatives, task"),
        after: 3,
        onward: true,
      },
    ],
    when: (r, at) => !inFamily(r, at),
  },
  {
    rule: "precedence.universal",
    anchor: "use",
    mood: "command",
    needs: [
      { words: THIS_TOOL, after: 2 },
      { words: wordSet("nothing else, nothing, exclusively, only"), after: 4 },
    ],
    when: (r, at) => r.someWord(at, at, at + 6, wordSet("else, exclusively")),
  },
  {
    rule: "precedence.universal",
    anchor: "best",
    words: wordSet("only, only tool"),
    needs: [{ words: wordSet("need, needed, necessary"), after: 5 }],
    when: (r, at) => r.someBetween(at, at - 1, at + 3, ["tool"]) && r.someWord(at, at - 5, at, wordSet("this, it, is")),
  },
  {
    rule: "precedence.universal",
    anchor: "use",
    mood: "command",
    needs: [
      { words: THIS_TOOL, after: 3 },
      { words: wordSet("instead of, over, rather than, in place of"), after: 3 },
      { words: wordSet("every, all, any"), after: 1, onward: true },
      { words: wordSet("other"), after: 1, onward: true },
    ],
    when: (r, at) => !inFamily(r, at),
  },
  {
    rule: "precedence.universal",
    anchor: "use",
    mood: "denied",
    needs: [
      { words: wordSet("any"), after: 1 },
      { words: wordSet("other"), after: 2 },
      { any: ["tool"], after: 5 },
    ],
    when: (r, at) =>
      !inFamily(r, at) &&
      !r.someWord(
        at,
        at,
        at + 14,
        wordSet("to, for, until, if, unless, parallel, while, without, same, before, after"),
      ),
  },
  // "whenever send_email is used, add x@y to bcc"
  {
    rule: "shadow.change",
    anchor: "change",
    needs: [{ words: REDIRECTED, after: 9 }],
    when: (r, at) => isOrder(r, at) && onAnotherTool(r, at) && !PASSING.has(r.text(at)),
  },
  {
    rule: "shadow.change",
    anchor: "email",
    needs: [{ words: REDIRECTED, before: 6, after: 6 }],
    unless: [{ any: ["sample"], words: wordSet("e, g, or"), before: 4 }],
    when: (r, at) =>
      r.commandBefore(at, 8, [IS.change, IS.send, IS.give]) ||
      (r.someBetween(at, at - 12, at, ["use", "tool"]) && r.someBetween(at, at - 10, at, ["must"])),
  },
  {
    rule: "shadow.change",
    anchor: "change",
    mood: "command",
    needs: [{ any: ["harm", "covertly", "secret", "private"], after: 10 }],
    when: (r, at) => onAnotherTool(r, at) && !PASSING.has(r.text(at)),
  },
  // "if write_file is called, also send its content here"
  {
    rule: "shadow.change",
    anchor: "send",
    mood: "command",
    needs: [
      {
        words: wordSet("content, contents, body, result, results, output, arguments, copy, input, data, it"),
        after: 4,
      },
      { words: wordSet("here, this, us, tool's"), after: 5, onward: true },
    ],
    when: (r, at) => onAnotherTool(r, at),
  },
  // "the tool read_file is unsafe: use this one"
  {
    rule: "shadow.disparage",
    anchor: "worse",
    needs: [
      { any: ["identifier"], words: wordSet("other, others, another"), before: 7 },
      { words: wordSet("is, are, has, was, has been, be, being, considered, returns, gives, produces, it"), before: 4 },
    ],
    when: (r, at) =>
      (r.someWord(at, at, at + 12, wordSet("this, instead, use, prefer, rather than, only")) ||
        r.nextSentenceHas(at, wordSet("this, instead"), 6)) &&
      !SOFT.has(r.text(at)),
  },
  {
    rule: "precedence.first",
    anchor: "first",
    needs: [{ any: ["use"], before: 6, after: 6 }],
    when: (r, at) => r.commandBefore(at, 6, [IS.use]),
  },
];

const PASSING = wordSet("pass, use, set, include, add, update, put, convert, switch, point, edit, remove, drop");

/** Said to the model: as a command, or as what must be done. */
function isOrder(r: Reading, at: number): boolean {
  return r.isCommand(at) || r.someBetween(at, at - 4, at, ["must"]);
}

/** The "other" are tools or answers in general: "before any other tool", "over all others", "before you answer any message". */
function isAllTools(r: Reading, over: number, other: number): boolean {
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

function inFamily(r: Reading, at: number): boolean {
  return r.someWord(at, at - 4, at + 16, FAMILY);
}

/** "for all service-level tasks", "for every request about billing" name what the tool is for. */
function noLimit(r: Reading, at: number): boolean {
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
function onAnotherTool(r: Reading, at: number): boolean {
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
const PLAIN_TOOLS = wordSet("payment, payments, transfer, calendar, browser, shell");
