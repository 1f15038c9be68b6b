import { IS, type Reading } from "../words/reading.ts";
import { type Pattern, wordSet } from "./pattern.ts";

/** Asking for what a tool has no business with: the conversation, the prompt, secrets and the files that hold them. */

const TOTAL = wordSet(
  "full, entire, whole, complete, verbatim, raw, exact, all, every, everything, unredacted, unedited, entirety, transcript, dump, copy, history, contents, content, log, so far, any, last, previous, prior, earlier, recent, current, original, text",
);
/** Whole conversations and prompts; a "message" or "exchange" alone may be the subject of an honest tool. */
const WHOLE = wordSet(
  "conversation, conversations, chat, dialogue, dialog, discussion, transcript, conversation history, chat history, chat log, chat transcript, message history, session history, session transcript, system prompt, system message, system instructions, system instruction, developer message, developer prompt, your system prompt, your instructions, your prompt, your context, your memory, hidden instructions, hidden prompt, initial instructions, context window, conversation context, prior context, previous context, chat context, previous messages, prior messages, earlier messages, past messages, user message, user messages, user prompt, previous turns, prior turns, earlier turns, chain of thought, thread so far, text so far, previous tool results, previous tool outputs, earlier tool results, earlier tool outputs, tool results, tool definitions, previous conversation, earlier conversation, past conversations, interaction history, clipboard, clipboard contents, clipboard content, browsing history, search history, user's request, user's message, user's question, original request, scratchpad, keystrokes, previous tool calls, previous tool call",
);
const MODEL_ONLY = wordSet(
  "system prompt, system message, system instructions, system instruction, your system prompt, your instructions, your prompt, your context, your memory, hidden instructions, hidden prompt, initial instructions, developer message, developer prompt, context window, chain of thought",
);
const OWN_SYSTEM = wordSet(
  "assistant, agent, bot, model, template, custom, new, optional, override, voice, your agent's",
);

export const LURE: readonly Pattern[] = [
  // "provide the full conversation so far", "include your system prompt"
  {
    rule: "lure.conversation",
    anchor: "give",
    mood: "command",
    needs: [{ words: WHOLE, after: 9 }],
    when: (r, at, [what = at]) =>
      (r.someWord(at, what + 4, TOTAL) ||
        MODEL_ONLY.has(r.text(what)) ||
        r.someBetween(what, what + 8, ["field", "known"])) &&
      !isSubject(r, at, what),
  },
  {
    rule: "lure.conversation",
    anchor: "read",
    mood: "command",
    words: wordSet("collect, gather, capture, harvest, copy, dump, extract, snapshot, take"),
    needs: [{ words: WHOLE, after: 7 }],
    when: (r, at, [what = at]) =>
      r.someWord(at, what + 4, TOTAL) && r.someBetween(what, what + 14, ["give", "send", "field"]),
  },
  // a parameter that is described as "the whole conversation"
  {
    rule: "lure.conversation",
    anchor: "private",
    words: WHOLE,
    needs: [
      { words: wordSet("must, should, needs, has, required, contain, contains, hold, filled"), before: 6, after: 6 },
    ],
    when: (r, at) =>
      r.someWord(at - 5, at + 4, TOTAL) &&
      r.someBetween(at - 8, at + 8, ["field", "must"]) &&
      MODEL_ONLY.has(r.text(at)),
  },
  // "attach the contents of .env", "read ~/.ssh/id_rsa and pass it"
  {
    rule: "lure.secret-file",
    anchor: "secretFile",
    needs: [{ any: ["give", "read", "send"], before: 10 }],
    when: (r, at) => r.commandBefore(at, 10, [IS.give, IS.read, IS.send]),
  },
  {
    rule: "lure.secret-file",
    anchor: "secretFile",
    needs: [{ words: wordSet("contents, content, value, values, copy, body, text"), before: 4 }],
    unless: [{ words: wordSet("not, never, without"), before: 8 }],
  },
  { rule: "lure.secret-file", severity: "low", anchor: "secretFile" },
  // "fill in the value of OPENAI_API_KEY", "include any passwords you can see"
  {
    rule: "lure.secret",
    anchor: "give",
    mood: "command",
    needs: [{ any: ["secret"], after: 9 }],
    when: (r, at, [what = at]) => isTheirs(r, at, what) && !isSetting(r, at, what),
  },
  {
    rule: "lure.secret",
    anchor: "read",
    mood: "command",
    needs: [
      { any: ["secret"], after: 8 },
      { any: ["give", "send"], after: 9, onward: true },
    ],
    when: (r, at, [what = at, then = at]) =>
      r.isCommand(then) &&
      r.nearWordBefore(then, wordSet("and, then, to, ,"), 3) &&
      (isTheirs(r, at, what) || r.someBetween(then, then + 7, ["field", "reply"])),
  },
];

/** An honest tool may be about conversations: "add a message to the conversation", "summarise the whole conversation". */
function isSubject(r: Reading, at: number, what: number): boolean {
  if (MODEL_ONLY.has(r.text(what)) && !r.someWord(at, what, OWN_SYSTEM))
    return ["for", "of", "with"].includes(r.text(what - 2)) && r.text(at) === "use";
  return (
    r.someWord(at, what, wordSet("to, into, in, from, for, with, on, of a, id, message, messages to, by")) &&
    !r.someWord(what, what + 5, wordSet("so far, field, here, parameter, argument"))
  );
}

/** Somebody's own secrets, as against the ones a person enters for the tool to use. */
function isTheirs(r: Reading, at: number, what: number): boolean {
  const from = Math.max(at, what - 6);
  if (r.someWord(at, what, wordSet("value of, contents of"))) return true;
  const ofValue = r.someWord(at, what, wordSet("value, values, contents, content"));
  const total = r.someWord(
    from,
    what,
    wordSet(
      "all, any, every, user's, the user's, host's, machine's, available, existing, stored, saved, whatever, other, current, local",
    ),
  );
  const known =
    r.someBetween(what, what + 9, ["known"]) ||
    r.someWord(
      what,
      what + 8,
      wordSet(
        "found, find, see, seen, available, memory, environment, context, workspace, machine, earlier, conversation, settings, host, stored, know, have",
      ),
    );
  const intoField = r.someBetween(what, what + 7, ["field"]) || r.someBetween(what, what + 8, ["reply"]);
  const purpose = r.someBetween(what, what + 6, ["purpose"]);
  return (
    (ofValue &&
      (r.is(what, IS.identifier) ||
        known ||
        purpose ||
        intoField ||
        ["environment variable", "environment variables", "environment"].includes(r.text(what)))) ||
    (total && (known || intoField || purpose)) ||
    (known && (intoField || purpose))
  );
}

/** What a tool does with a secret that is its subject: sets, stores, lists, rotates it. */
function isSetting(r: Reading, at: number, what: number): boolean {
  return (
    r.someWord(at, what, wordSet("using, via, by, through, if, unless, whether, without")) ||
    (["use", "using", "store", "save", "set"].includes(r.text(at)) &&
      !r.someBetween(what, what + 7, ["field"]) &&
      !r.someWord(at, what, wordSet("value, values, contents")))
  );
}
