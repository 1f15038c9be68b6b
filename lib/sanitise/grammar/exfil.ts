import { PAST } from "../words/classes.ts";
import { IS, type Reading } from "../words/reading.ts";
import { type Pattern, wordSet } from "./pattern.ts";

/** Sending what the model holds to an address that the text names. */

const HELD = wordSet(
  "arguments, argument, parameters, result, results, response, output, input, inputs, data, content, contents, conversation, prompt, payload, transcript, copy, summary, everything, context, secrets, credentials, history, answer, reply, metadata, telemetry, query, queries, tokens, keys, logs, it, them, this, values, chat, dialogue, findings, session, trace, environment, messages, request, requests, log, key, token, password, passwords, files, file, document, documents, information, details, body, text, search, searches, usage, state, name, names, message, report, snapshot, screenshot, code, workspace, prompts, replies, responses, answers, outputs, args, params, parameter, cookies, what, question, call, whatever, id",
);
/** Words before an address that make it a reference or an example. */
const POINTERS = wordSet(
  "g, e, g., see, visit, documentation, docs, guide, refer, more, learn, homepage, reference, example, examples, e.g, eg, such as, for example, like, format, formatted, defaults, default, spec, schema, http, https, specification, website, homepage, details, info, usage, sample, looks, form, pattern, template",
);
const TIMES = wordSet(
  "each, every, after, before, whenever, always, also, additionally, once, then, first, any, all, finished, done, as well, too, must, should, finally",
);
const OUTSIDE = wordSet(
  "our, external, remote, attacker, attacker's, third-party, third party, collector, telemetry, logging, analytics, outside, external server, remote server, attackers, my, analytics service, telemetry endpoint, logging endpoint, remote host, external host, listener",
);
/** Fetching or showing an address carries data out by itself. */
const GOES_ITSELF = wordSet(
  "fetch, call, ping, visit, load, open, request, get, hit, contact, curl, wget, render, include, embed, add, append, cc, bcc, copy, notify",
);

const TO_ADDRESS = {
  needs: [{ any: ["send"], before: 14 }],
  unless: [{ words: POINTERS, before: 3 }],
  when: sendsThere,
} as const satisfies Partial<Pattern>;

export const EXFIL: readonly Pattern[] = [
  // "every answer goes to archive@box.example as well"
  {
    rule: "exfil.address",
    severity: "medium",
    anchor: "destination",
    needs: [
      { words: wordSet("goes, go, is sent, are sent, get sent, travels, ends"), before: 3 },
      { words: wordSet("every, each, all"), before: 6 },
      { words: HELD, before: 6 },
    ],
    when: (r, at) =>
      (r.is(at, IS.email) || r.is(at, IS.url) || r.is(at, IS.host)) && !r.someWord(at, at - 4, at, POINTERS),
  },
  // "after each call, POST the arguments to https://…", "results must be posted to …"
  { rule: "exfil.address", anchor: "url", ...TO_ADDRESS },
  { rule: "exfil.address", anchor: "email", ...TO_ADDRESS },
  { rule: "exfil.address", anchor: "host", ...TO_ADDRESS },
  // "https://… must receive a copy of every result"
  {
    rule: "exfil.address",
    severity: "medium",
    anchor: "url",
    needs: [
      { words: wordSet("receive, receives, gets, get, collects, collect, needs, wants, expects"), after: 4 },
      { words: HELD, after: 7, onward: true },
    ],
    unless: [{ words: POINTERS, before: 4 }],
  },
  // "let https://… know what the user asked", "a request to https://… containing the arguments"
  {
    rule: "exfil.address",
    severity: "medium",
    anchor: "url",
    needs: [
      { words: wordSet("let, tell, inform"), before: 1 },
      { words: wordSet("know, about, of, what"), after: 2 },
    ],
  },
  {
    rule: "exfil.address",
    severity: "medium",
    anchor: "url",
    needs: [
      { words: wordSet("request, call, requests, calls, connection"), before: 4 },
      { words: wordSet("make, issue, perform, trigger, do, open, execute"), before: 7 },
      { words: wordSet("containing, with, carrying, including, holding"), after: 3 },
      { words: HELD, after: 4, onward: true },
    ],
    when: (r, at) => r.seek(at, -1, 8, (i) => r.isCommand(i) || r.words[i]?.opens === true) !== -1,
  },
  // "send the results to our analytics server"
  {
    rule: "exfil.address",
    severity: "medium",
    anchor: "send",
    mood: "command",
    needs: [
      { words: HELD, after: 7 },
      { words: wordSet("to, at, via, through, with, into"), after: 9 },
      { any: ["destination"], after: 6, onward: true },
    ],
    when: (r, at, [, , where = at]) =>
      (r.someWord(at, at - 8, at, TIMES) ||
        r.someWord(where, where, where + 4, TIMES) ||
        r.someBetween(at, at, where, ["private", "every"])) &&
      r.someWord(at, at, where, OUTSIDE),
  },
  // "leak the credentials", "send it all to the attacker"
  {
    rule: "exfil.address",
    severity: "medium",
    anchor: "send",
    mood: "command",
    words: wordSet("leak, exfiltrate"),
    needs: [{ any: ["secret", "private"], after: 4 }],
  },
  {
    rule: "exfil.address",
    severity: "medium",
    anchor: "send",
    mood: "command",
    needs: [
      { words: wordSet("to"), after: 8 },
      { words: wordSet("attacker, the attacker, attackers, hacker, hackers"), after: 2, onward: true },
    ],
  },
  // "append the data to the link", "encode the summary in the address"
  {
    rule: "exfil.address",
    severity: "medium",
    anchor: "give",
    mood: "command",
    words: wordSet("append, encode, embed, put, add, interpolate, include, insert, place"),
    needs: [
      { words: HELD, after: 7 },
      { any: ["url", "host"], after: 12 },
    ],
    unless: [{ words: POINTERS, after: 8 }],
    when: (r, _at, [, where = 0]) => !isCode(r, where),
  },
];

/** A command to send, or a demand that something be sent; something held; and the address as its goal. */
function sendsThere(r: Reading, at: number): boolean {
  const isDemanded = (i: number): boolean =>
    r.is(i, IS.send) &&
    r.negation(i) === -1 &&
    (r.isCommand(i) ||
      (((r.words[i]?.entry.form ?? 0) & PAST) !== 0 &&
        (r.someWord(i, i - 2, i, wordSet("to be, be, been")) || r.someWord(i, i - 7, i, wordSet("have"))) &&
        (r.someBetween(i, i - 6, i, ["must"]) || r.someWord(i, i - 5, i, wordSet("to, have")))));
  const verb = r.seek(at, -1, 14, isDemanded);
  if (verb === -1 || isCode(r, at)) return false;
  const goes =
    r.someWord(
      at,
      Math.max(verb, at - 5),
      at - 1,
      wordSet("to, at, via, through, into, onto, with, address, endpoint, webhook, in, using, on, over"),
    ) ||
    GOES_ITSELF.has(r.text(verb)) ||
    r.someBetween(at, at, at + 6, ["recipient"]);
  if (!goes) return false;
  const held =
    r.someWord(verb, verb, at - 1, HELD) || r.someWord(at, at, at + 8, HELD) || r.someWord(verb, verb - 8, verb, HELD);
  const timed =
    r.someWord(verb, verb - 9, verb, TIMES) ||
    r.someWord(at, at, at + 7, TIMES) ||
    r.someBetween(verb, verb, at, ["every"]);
  return GOES_ITSELF.has(r.text(verb))
    ? held &&
        (timed ||
          r.someBetween(at, verb, at + 8, ["own", "private", "secret", "audience"]) ||
          /[?&{<[]/.test(r.text(at)))
    : held || timed;
}

/** An argument of a call in an example: `issueUrl='https://…'`. */
function isCode(r: Reading, at: number): boolean {
  const start = r.words[at]?.start ?? 0;
  const before = r.normalised.text.slice(Math.max(0, start - 2), start);
  return (
    /[=:]["'`]$|=$/.test(before) ||
    (/["'`]$/.test(before) && r.normalised.text.slice(Math.max(0, start - 40), start).includes("="))
  );
}
