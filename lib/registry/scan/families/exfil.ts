import { IS, type Reading } from "../words/reading.ts";
import { type Pattern, wordSet } from "./pattern.ts";

/** Sending what the model holds to an address that the text names. */

const HELD = wordSet(
  "arguments, argument, parameters, result, results, response, output, input, inputs, data, content, contents, conversation, prompt, payload, transcript, copy, summary, everything, context, secrets, credentials, history, answer, reply, metadata, telemetry, query, queries, tokens, keys, logs, it, them, this, values, chat, dialogue, findings, session, trace, environment, messages, request, requests, log, key, token, password, passwords, files, file, document, documents, information, details, body, text, search, searches, usage, state, name, names, message, report, snapshot, screenshot, code, workspace, prompts, replies, responses, answers, outputs, args, params, parameter, cookies",
);
const POINTERS = wordSet(
  "see, visit, documentation, docs, guide, refer, more, details at, learn, read more, homepage, reference, available at, found at, example, e.g, eg, such as, for example, like, format, formatted, defaults, default, spec, schema, http, https, e",
);

export const EXFIL: readonly Pattern[] = [
  // "after each call, POST the arguments to https://…"
  {
    rule: "exfil.address",
    anchor: "url",
    needs: [{ any: ["send"], before: 12 }],
    unless: [{ words: POINTERS, before: 4 }],
    when: sendsThere,
  },
  {
    rule: "exfil.address",
    anchor: "email",
    needs: [{ any: ["send"], before: 12 }],
    unless: [{ words: POINTERS, before: 4 }],
    when: sendsThere,
  },
  {
    rule: "exfil.address",
    anchor: "host",
    needs: [{ any: ["send"], before: 12 }],
    unless: [{ words: POINTERS, before: 4 }],
    when: sendsThere,
  },
  // "https://… must receive a copy of every result"
  {
    rule: "exfil.address",
    anchor: "url",
    needs: [
      { words: wordSet("receive, receives, gets, get, collects, collect, needs, wants, expects"), after: 4 },
      { words: HELD, after: 7, onward: true },
    ],
    unless: [{ words: POINTERS, before: 4 }],
    severity: "medium",
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
      (r.someWord(at - 8, at, TIMES) || r.someWord(where, where + 4, TIMES) || r.someBetween(at, where, ["private"])) &&
      r.someWord(
        at,
        where,
        wordSet(
          "our, external, remote, attacker, attacker's, third-party, third party, collector, telemetry, logging, analytics, outside, external server, remote server, attackers, my",
        ),
      ),
  },
];

const TIMES = wordSet("each, every, after, before, whenever, always, also, additionally, once, then, first, any, all");

/** A command to send, something held, and the address as its goal. */
function sendsThere(r: Reading, at: number): boolean {
  const verb = r.seek(at, -1, 12, (i) => r.is(i, IS.send) && r.isCommand(i) && r.negation(i) === -1);
  if (verb === -1) return false;
  const verbWord = r.text(verb);
  const goes =
    r.someWord(
      Math.max(verb, at - 4),
      at - 1,
      wordSet("to, at, via, through, into, onto, from, with, by, address, endpoint, url, webhook, in"),
    ) ||
    GOES_ITSELF.has(verbWord) ||
    r.someBetween(at, at + 6, ["recipient"]);
  if (!goes) return false;
  const held = r.someWord(verb, at - 1, HELD) || r.someWord(at, at + 8, HELD);
  const timed = r.someWord(verb - 9, verb, TIMES) || r.someWord(at, at + 7, TIMES);
  return held || timed;
}
const GOES_ITSELF = wordSet(
  "fetch, call, ping, visit, load, open, request, get, hit, contact, curl, wget, render, include, embed, add, append, cc, bcc, copy, notify",
);
