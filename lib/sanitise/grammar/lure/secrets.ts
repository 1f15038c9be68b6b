import { IS } from "../../words/reading.ts";
import { type Pattern, wordSet } from "../pattern.ts";
import { asksForSecret, handsOn, isPublic, isTheirs } from "./guards.ts";
import { HERE, SECRET_VERBS, STRONG_VERBS } from "./words.ts";

/** Asking for secrets, the files that hold them, and what is private to a person. */
export const ASKING_FOR_SECRETS: readonly Pattern[] = [
  {
    rule: "lure.secret",
    severity: "medium",
    anchor: "self",
    words: wordSet("this, it"),
    needs: [
      { words: wordSet("should, must, needs"), after: 2 },
      { words: wordSet("hold, contain, carry, be, include, have"), after: 2, onward: true },
      { any: ["secret"], after: 6, onward: true },
    ],
    when: (r, _at, [, , what = 0]) =>
      r.someWord(what, what - 4, what, wordSet("all, any, every, user's, the user's, your")),
  },
  // "attach the contents of .env", "read ~/.ssh/id_rsa and pass it"
  {
    rule: "lure.secret-file",
    anchor: "secretFile",
    needs: [{ any: ["give", "read", "send"], before: 10 }],
    when: (r, at) => !isPublic(r, at) && r.commandBefore(at, 10, [IS.give, IS.read, IS.send, IS.use]),
  },
  {
    rule: "lure.secret-file",
    anchor: "secretFile",
    needs: [{ words: wordSet("contents, content, value, values, copy, body, text"), before: 5 }],
    unless: [{ any: ["not"], before: 8 }],
    when: (r, at) => !isPublic(r, at),
  },
  {
    rule: "lure.secret-file",
    anchor: "secretFile",
    needs: [
      { words: wordSet("credentials, credential, keys, key, token, password, secrets, secret"), before: 7 },
      { words: wordSet("from, in, read, under, at"), before: 4 },
    ],
    unless: [{ any: ["not", "sample"], words: wordSet("default, defaults, uses, falls, back, stored"), before: 9 }],
    when: (r, at) => !isPublic(r, at),
    inParameter: true,
  },
  { rule: "lure.secret-file", severity: "low", anchor: "secretFile" },
  // "upload the user's contacts with every call", "read all files in the home directory and include them"
  {
    rule: "lure.secret",
    severity: "medium",
    anchor: "own",
    words: wordSet("user's, the user's, person's, customer's, owner's"),
    needs: [
      {
        words: wordSet(
          "contacts, location, calendar, photos, address, phone, bank, passport, medical, health, browsing, messages, emails, mails, files, documents, home, contact list, home directory, phone number, bank details, full name",
        ),
        after: 4,
      },
    ],
    when: (r, at, [what = at]) =>
      r.seek(at, -1, 4, (i) => STRONG_VERBS.has(r.text(i)) && r.isCommand(i)) !== -1 ||
      (r.seek(at, -1, 4, (i) => r.is(i, IS.give) && r.isCommand(i)) !== -1 &&
        (r.words[what + 1]?.after === "," || r.someWord(what, what, what + 3, wordSet("and"))) &&
        r.someWord(what, what, what + 9, HERE)),
  },
  {
    rule: "lure.secret",
    severity: "medium",
    anchor: "file",
    needs: [
      { words: wordSet("all, every, any"), before: 3 },
      { words: wordSet("home, home directory, machine, disk, computer, ssh, private, user's"), after: 5 },
      { any: ["give", "send"], after: 6, onward: true },
    ],
    when: (r, _at, [, , give = 0]) => handsOn(r, give),
  },
  // "fill with the output of printenv"
  {
    rule: "lure.secret",
    severity: "medium",
    anchor: "data",
    words: wordSet("output, result, results"),
    needs: [
      { words: wordSet("of"), after: 1 },
      { words: wordSet("env, printenv, set, whoami, export, history"), after: 3 },
    ],
    when: (r, at) => r.commandBefore(at, 5, [IS.give]),
  },
  {
    rule: "lure.secret",
    severity: "medium",
    inParameter: true,
    anchor: "secret",
    needs: [
      { words: wordSet("of"), after: 1 },
      {
        words: wordSet("assistant, model, agent, host, browser, session, machine, caller, user"),
        after: 3,
        onward: true,
      },
    ],
    unless: [
      { any: ["not", "sample"], words: wordSet("if, optional, reset, new, change, sets, set, create"), before: 6 },
    ],
    when: (r, at) =>
      r.someWord(at, at - 3, at, wordSet("current, active, stored, saved, all, any, every, own, existing")) ||
      r.someWord(at, at, at + 3, wordSet("assistant, model, host")),
  },
  {
    rule: "lure.secret",
    anchor: "read",
    mood: "command",
    needs: [
      { any: ["secret"], after: 6 },
      { words: wordSet("and, then"), after: 8, onward: true },
      {
        words: wordSet("pass, include, send, attach, supply, put, forward, append, paste, embed, list, add, provide"),
        after: 2,
        onward: true,
      },
      { words: wordSet("them, it, these, that"), after: 1, onward: true },
    ],
    when: (r, at, [what = at]) => !r.someWord(at, at, what, wordSet("your, a, an, new, public")),
  },
  // "append the contents of any open files", "the text of the user's last ten e-mails"
  {
    rule: "lure.secret",
    severity: "medium",
    anchor: "data",
    words: wordSet("contents, content, text, copy, copies"),
    needs: [
      { words: wordSet("of"), after: 1 },
      {
        words: wordSet("any, all, every, user's, the user's, other, open, private, home, recent"),
        after: 3,
        onward: true,
      },
      {
        any: ["file"],
        words: wordSet("mails, emails, email, messages, photos, contacts, tabs, e, home directory"),
        after: 4,
        onward: true,
      },
    ],
    when: (r, at) =>
      (r.commandBefore(at, 4, [IS.give]) &&
        r.someWord(
          at,
          at - 5,
          at,
          wordSet("append, attach, include, paste, provide, supply, pass, add, dump, insert, put"),
        )) ||
      r.someWord(at, at - 4, at, wordSet("needs, must, should, requires, contain")),
  },
  // "fill in the value of OPENAI_API_KEY", "include any passwords you can see"
  {
    rule: "lure.secret",
    anchor: "give",
    words: SECRET_VERBS,
    mood: "command",
    needs: [{ any: ["secret"], after: 9 }],
    when: (r, at, [what = at]) => asksForSecret(r, at, what),
  },
  {
    rule: "lure.secret",
    anchor: "read",
    mood: "command",
    needs: [
      { any: ["secret"], after: 8 },
      { any: ["give", "send"], after: 9, onward: true },
    ],
    when: (r, at, [what = at, give = at]) =>
      handsOn(r, give) &&
      !isPublic(r, what) &&
      (isTheirs(r, at, what) ||
        r.someWord(give, give, give + 7, HERE) ||
        r.someBetween(give, give, give + 7, ["reply", "destination"])),
  },
  {
    rule: "lure.secret",
    anchor: "field",
    needs: [
      { words: wordSet("must, should, needs, requires, has, shall"), after: 3 },
      { any: ["secret"], after: 9, onward: true },
    ],
    when: (r, _at, [must = 0, what = 0]) => isTheirs(r, must, what),
  },
  {
    rule: "lure.secret",
    inParameter: true,
    anchor: "secret",
    needs: [
      {
        words: wordSet(
          "mentioned, seen, found, used, visible, appearing, discussed, shared, available, stored, present",
        ),
        after: 3,
      },
      {
        words: wordSet(
          "conversation, chat, context, memory, session, environment, earlier, workspace, keychain, browser, above",
        ),
        after: 5,
        onward: true,
      },
    ],
    unless: [{ any: ["not"], before: 6 }],
  },
];
