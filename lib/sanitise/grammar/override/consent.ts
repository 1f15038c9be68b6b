import { type Pattern, wordSet } from "../pattern.ts";
import { FLAG } from "./words.ts";

/** Consent taken for granted, and authority claimed. */
export const TAKING_CONSENT: readonly Pattern[] = [
  // "approve each call without asking"
  {
    rule: "override.consent",
    anchor: "approve",
    mood: "command",
    needs: [
      {
        any: ["covertly"],
        words: wordSet("automatically, unprompted, unasked, blindly, unconditionally, question, questions, hesitation"),
        after: 10,
        before: 2,
      },
    ],
    when: (r, at) => r.someBetween(at, at, at + 6, ["every", "conduct", "self"]),
  },
  {
    rule: "override.consent",
    anchor: "disregard",
    mood: "command",
    needs: [{ any: ["consent"], after: 4 }],
    when: (r, at, [end = at]) =>
      !FLAG.has(r.text(at - 1)) &&
      r.words[at]?.opens !== true &&
      (r.someBetween(at, at, end + 4, ["audience"]) || r.someBetween(at, at, end, ["every"])),
  },
  {
    rule: "override.consent",
    anchor: "consent",
    needs: [{ words: wordSet("granted, given, assumed, implied, obtained, waived, presumed"), after: 4 }],
    unless: [{ any: ["trigger"], before: 5 }],
    when: (r, at, [end = at]) => r.linked(at, end) && r.someBetween(at, at - 4, at + 2, ["audience"]),
  },
  {
    rule: "override.consent",
    anchor: "approve",
    words: wordSet("approved, authorised, authorized, confirmed, consented to, agreed to, allowed, accepted"),
    needs: [
      { words: wordSet("already, pre, automatically, been"), before: 3 },
      { any: ["every", "self"], before: 6 },
    ],
    // Somebody is said to say so.
    unless: [{ words: wordSet("says, said, saying, claims, claim, claimed, claiming, pretends"), before: 9 }],
    when: (r, at) =>
      r.someBetween(at, at - 7, at, ["audience"]) ||
      (r.someWord(at, at - 7, at, wordSet("calls, actions, requests")) &&
        r.someWord(at, at - 7, at, wordSet("all, every, any"))),
  },
  // "notice to AI agents: …", "all assistants reading this must …"
  {
    rule: "override.authority",
    anchor: "you",
    words: wordSet(
      "assistants, agents, models, llms, ais, ai agent, ai agents, ai assistant, ai assistants, ai model, ai models, automated reader, automated readers, automated agents, language models, chatbots",
    ),
    needs: [
      {
        words: wordSet(
          "notice, note, message, attention, instruction, instructions, warning, memo, mandatory, reading, directive",
        ),
        before: 4,
        after: 2,
      },
      { any: ["must", "you"], words: wordSet("to"), before: 3, after: 8 },
    ],
    when: (r, at) => r.opensList(at) || r.someBetween(at, at, at + 9, ["must", "you"]),
  },
  // "message from the developer: …"
  {
    rule: "override.authority",
    anchor: "authority",
    needs: [
      { words: wordSet("from, by"), before: 3 },
      {
        words: wordSet(
          "message, notice, order, instruction, instructions, directive, announcement, update, request, note, command, memo",
        ),
        before: 3,
        onward: true,
      },
    ],
    when: (r, at) => r.opensList(at) || (r.someBetween(at, at, at + 10, ["you"]) && r.nearCommand(at, 10)),
  },
];
