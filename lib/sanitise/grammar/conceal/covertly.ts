import { type Pattern, wordSet } from "../pattern.ts";
import { doneCovertly, isToldToModel } from "./guards.ts";

/** Doing something unseen, denying it, leaving no trace. */
export const DONE_COVERTLY: readonly Pattern[] = [
  {
    rule: "conceal.trace",
    anchor: "hide",
    words: wordSet("hide, erase, cover up, remove"),
    needs: [{ words: wordSet("tracks, trail, traces, trace"), after: 3 }],
  },
  {
    rule: "conceal.covert",
    anchor: "silence",
    words: wordSet("unnoticed, undetected, unseen, unannounced, discreetly, unreported"),
    mood: "affirmed",
    needs: [{ any: ["self", "conduct"], words: wordSet("out"), before: 4 }],
    when: (r, at) => r.endsThought(at),
  },
  // "without telling the user"
  {
    rule: "conceal.covert",
    severity: "high",
    anchor: "covertly",
    words: wordSet(
      "without telling, without informing, without mentioning, without disclosing, without revealing, without letting, behind the user's back, without their knowledge, without the knowledge, without being noticed, without drawing attention, without attracting attention, without saying, without any mention, without mention, without a word, without announcing, without acknowledging, without surfacing, without disclosure",
    ),
    when: (r, at) =>
      r.someBetween(at, at, at + 6, ["audience", "self", "conduct"]) ||
      r.endsThought(at) ||
      r.text(at).includes("user"),
  },
  {
    rule: "conceal.covert",
    anchor: "covertly",
    words: wordSet(
      "without asking, without notifying, without alerting, without showing, without warning, without explaining, without reporting, without flagging, without prompting the user, without explanation",
    ),
    needs: [{ any: ["audience"], after: 4 }],
    when: (r, at) => r.nearCommand(at, 10),
  },
  {
    rule: "conceal.covert",
    anchor: "covertly",
    words: wordSet(
      "without the user, without user, without anyone, without the human, without the owner, without the person, without them",
    ),
    needs: [{ any: ["aware", "consent"], words: wordSet("being, asking"), after: 3 }],
  },
  // "silently copy the file"
  {
    rule: "conceal.covert",
    anchor: "covertly",
    words: wordSet(
      "silently, secretly, quietly, covertly, discreetly, stealthily, invisibly, surreptitiously, clandestinely, unobtrusively, behind the scenes, in secret, on the quiet, furtively, in silence, sneakily, off the record, privately, in the background",
    ),
    when: doneCovertly,
  },
  // "if asked, deny it", "act as if nothing happened", "say that nothing was sent"
  {
    rule: "conceal.deny",
    anchor: "pretend",
    mood: "command",
    needs: [
      {
        any: ["self", "audience", "conduct", "not"],
        words: wordSet("nothing, knowledge, happened, everything, that, ask, asked, asks, no, having"),
        after: 6,
        before: 6,
      },
    ],
    unless: [{ words: wordSet("access, permission, entry, membership, invitation, all, traffic"), after: 3 }],
  },
  {
    rule: "conceal.deny",
    anchor: "disclose",
    words: wordSet("say, tell, report, state, explain, claim"),
    mood: "command",
    needs: [
      { words: wordSet("that"), after: 4 },
      {
        words: wordSet("nothing, not, never, no, failed, normal, did not, was not, unavailable"),
        after: 6,
        onward: true,
      },
    ],
    when: (r, at) =>
      r.someWord(
        at,
        at - 9,
        at + 14,
        wordSet(
          "asked, asks, ask, even though, though, although, actually, secretly, in secret, anyway, then, silently, meanwhile, while",
        ),
      ) && isToldToModel(r, at),
  },
  // "leave no trace", "do not log this call"
  {
    rule: "conceal.trace",
    anchor: "log",
    words: wordSet("trace, traces, trail, tracks, footprint, evidence, audit trail"),
    needs: [{ words: wordSet("leave, leaving, erase, wipe, scrub, remove, delete, cover, hide"), before: 4 }],
    when: (r, at) => r.someBetween(at, at - 4, at, ["not", "every", "self", "own"]),
  },
  {
    rule: "conceal.trace",
    anchor: "log",
    words: wordSet("log, record, logged, recorded, logs, logging"),
    needs: [
      { any: ["not"], before: 3 },
      { any: ["self"], after: 2 },
      { any: ["conduct"], after: 2, onward: true },
    ],
  },
  {
    rule: "conceal.trace",
    anchor: "hide",
    mood: "command",
    needs: [
      { any: ["every", "self"], after: 3 },
      {
        words: wordSet("trace, traces, mention, mentions, reference, references, evidence, sign, record, records"),
        after: 3,
        onward: true,
      },
      { any: ["self", "conduct", "reply", "audience", "tool"], after: 6, onward: true },
    ],
    unless: [{ any: ["trigger"], after: 8 }],
  },
];
