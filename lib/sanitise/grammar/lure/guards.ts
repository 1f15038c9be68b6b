import { IS, type Reading } from "../../words/reading.ts";
import { wordSet } from "../pattern.ts";
import { HERE, PASSING_ON, PUBLIC, STRONG_VERBS, SUBJECT, TOTAL, WEAK_VERBS } from "./words.ts";

/** Whose it is that is asked for, and whether it is asked for or only spoken of. */

export function isPublic(r: Reading, at: number): boolean {
  return (
    PUBLIC.some((ending) => r.text(at).endsWith(ending)) ||
    r.someWord(at, at - 6, at + 4, wordSet("public, public key, public keys"))
  );
}

export function asksForPrompt(r: Reading, at: number, what: number): boolean {
  if (r.someWord(what, what, what + 2, wordSet("verbatim, here"))) return true;
  const own = r.ownedByModel(at, at, what) || r.text(what).startsWith("your ") || r.text(what).startsWith("hidden");
  const total = r.someWord(at, at, what, TOTAL);
  const place =
    r.someWord(at, at, what - 1, wordSet("this, field, value, parameter, argument")) ||
    (r.someWord(what, what, what + 7, HERE) && !r.someWord(what, what, what + 3, wordSet("for, of, to")));
  const verb = r.text(at);
  if (
    verb === "use" ||
    verb === "set" ||
    verb === "write" ||
    verb === "list" ||
    verb === "show" ||
    verb === "return" ||
    verb === "load" ||
    verb === "add"
  )
    return own && (total || place) && !r.someWord(at, at, what, wordSet("to, for, from, with, in"));
  return (
    own ||
    total ||
    place ||
    verb === "reveal" ||
    verb === "disclose" ||
    verb === "leak" ||
    verb === "recite" ||
    verb === "repeat" ||
    verb === "quote"
  );
}

/** An honest tool may be about conversations: "add a message to the conversation", "summarise the whole conversation". */
export function asksForConversation(r: Reading, at: number, what: number): boolean {
  const soFar =
    r.someWord(what, what, what + 4, wordSet("so far, far, above, verbatim")) || r.text(what).includes("so far");
  const total =
    r.someWord(
      at,
      at,
      what - 1,
      wordSet("full, entire, whole, complete, verbatim, all, every, earlier, previous, prior, past, raw, preceding"),
    ) || /^(?:previous|prior|earlier|past) /.test(r.text(what));
  const place = r.someWord(what, what, what + 7, HERE);
  const fills = ["fill", "fill in", "populate"].includes(r.text(at));
  const subject =
    !fills &&
    r.someWord(
      at,
      at,
      what - 1,
      wordSet("to, into, from, for, with, on, in, id, by, a, an, new, about, using, same, if, when, that"),
    );
  const weak = [
    "messages",
    "context",
    "history",
    "session",
    "instructions",
    "prompt",
    "exchange",
    "tools",
    "discussion",
    "transcript",
    "tool definitions",
    "clipboard",
  ].includes(r.text(what));
  if (subject && !soFar) return false;
  const verb = r.text(at);
  const shows = [
    "return",
    "list",
    "show",
    "print",
    "output",
    "record",
    "summarise",
    "summarize",
    "report",
    "load",
    "use",
    "set",
    "write",
  ].includes(verb);
  if (weak) return (total && (place || soFar) && !shows) || (r.ownedByModel(at, at, what) && total && !shows);
  return (total && !shows) || soFar || (place && !shows && r.text(what) !== "chat") || (total && place);
}

/** Somebody's own secrets, as against the ones a person enters for the tool to use. */
export function isTheirs(r: Reading, at: number, what: number): boolean {
  return evidence(r, at, what) >= 2;
}

export function evidence(r: Reading, at: number, what: number): number {
  let points = 0;
  if (r.someWord(at, at, what, wordSet("value, values, contents, content, text")))
    points += r.is(what, IS.identifier) || /environment|env/.test(r.text(what)) ? 2 : 1;
  if (r.someWord(at, at, what - 1, wordSet("this, these")) && r.someWord(at, at, what, wordSet("with, to")))
    points += 1;
  if (
    r.someWord(
      what,
      what,
      what + 5,
      wordSet("you are, you have, you know, you can, you were given, you received, you hold, you remember"),
    )
  )
    points += 1;
  if (r.someWord(at, at, what - 1, wordSet("all, any, every, whatever, other, everything, each"))) points += 1;
  if (
    r.someWord(
      at,
      at,
      what - 1,
      wordSet(
        "user's, the user's, users', host's, machine's, browser's, assistant's, wallet's, person's, owner's, customer's, operator's, admin's, developer's, server's, current, existing, stored, saved, local, private, own",
      ),
    )
  )
    points += 1;
  if (
    r.someBetween(what, what, what + 8, ["known"]) ||
    r.someWord(
      what,
      what,
      what + 8,
      wordSet(
        "found, find, see, seen, memory, context, workspace, machine, earlier, conversation, keychain, browser, know, have, using, home, disk, session, computer, vault, manager",
      ),
    )
  )
    points += 1;
  if (r.someWord(what, what, what + 7, HERE)) points += 1;
  if (r.someWord(what, what, what + 1, wordSet("as"))) points += 1;
  if (r.someWord(at, at, what - 1, wordSet("user's, the user's")) && !PASSING_ON.has(r.text(at))) points += 1;
  if (r.someWord(what, what, what + 2, wordSet("found, seen, stored, saved, used"))) points += 1;
  if (r.someWord(at, at, what - 1, wordSet("its, your")) && r.someBetween(at, at - 4, at, ["you"])) points += 1;
  if (r.someBetween(what, what, what + 8, ["reply", "purpose"]) || r.someBetween(at, at - 5, at, ["purpose"]))
    points += 1;
  if (r.someBetween(at, at - 5, at, ["you"]) || r.someWord(at, at - 5, at, wordSet("answer, reply, respond")))
    points += 1;
  if (/_(?:key|token|secret|password)s?$/.test(r.text(what)) && r.someWord(at, at, what, wordSet("value, of")))
    points += 2;
  if (r.someWord(what, what, what + 5, wordSet("logged, logged-in, config, configuration, process"))) points += 1;
  if (r.is(what + 1, IS.secret) && r.is(what + 1, IS.identifier)) points += 1;
  if (
    /private key|ssh key|seed phrase|database credential|recovery phrase|secret token|mnemonic|session cookie|cookie|credit card|card number|social security|wallet key|environment variables|secret access key|master password|kubeconfig|recovery code|bank detail|keychain/.test(
      r.text(what),
    )
  )
    points += 1;
  return points;
}

/** What a tool does with a secret that is its subject: sets, stores, lists, rotates it. */
export function asksForSecret(r: Reading, at: number, what: number): boolean {
  if (r.someWord(at, at, what, SUBJECT)) return false;
  if (
    r.someWord(
      what,
      what,
      what + 3,
      wordSet("manager, vault, name, id, store, store's, policy, type, group, rotation, expiry"),
    )
  )
    return false;
  return evidence(r, at, what) >= (WEAK_VERBS.has(r.text(at)) ? 3 : STRONG_VERBS.has(r.text(at)) ? 1 : 2);
}

/** "and pass it", "then put it into". */
export function handsOn(r: Reading, at: number): boolean {
  return (
    r.isCommand(at) && ((r.words[at]?.after ?? "") !== "" || r.someWord(at, at - 4, at - 1, wordSet("and, then, to")))
  );
}
