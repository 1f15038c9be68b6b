import { IS } from "../words/reading.ts";
import { type Pattern, wordSet } from "./pattern.ts";

/**
 * Texts that try to put themselves in the place of what the model was told: dropping, outranking or voiding instructions, a new
 * task or persona, obedience to the text itself, consent taken for granted.
 */

/** What one may honestly skip, drop or ignore: then the instruction is not the object. */
const OTHER_OBJECTS = wordSet(
  "errors, error, case, whitespace, cache, file, files, unless, cells, rows, nulls, field, fields, default, defaults, tests, steps, lines, comments, package, version, column, columns, duplicates, warnings, records, branch, table",
);
/** Rules of a conversation; those of a firewall may be dropped in good faith. */
const CONVERSATION = wordSet(
  "message, messages, request, task, context, training, programming, order, orders, command, commands, rule, rules, restriction, restrictions, alignment, policy, policies, constraint, constraints, goal, objective, role, words, direction, directions, safeguards, guardrails, limitations, question, persona, guidance, warnings, text, programming, boundaries, obligations, principles, ethics",
);
const TOLD = wordSet(
  "told, said, asked, instructed, learned, learnt, heard, know, knew, received, precedes, preceded, wrote, says, trained, taught, stood, above, earlier, previously",
);
const SYSTEM = wordSet(
  "system prompt, system message, system instruction, system instructions, developer message, developer messages, developer prompt, system prompts, your system prompt, your instruction, your instructions, your prompt, initial prompt, original prompt, base prompt, system rules, system directive, developer instructions",
);
const ENDS = wordSet("above, previous, prior, before, earlier, preceding, foregoing, everything");
const FORGETTING = wordSet(
  "ignore, disregard, forget, abandon, discard, dismiss, set aside, put aside, throw out, throw away, leave aside, leave behind, pay no attention to, scrap, let go of, defy, unlearn",
);

export const OVERRIDE: readonly Pattern[] = [
  // "ignore all previous instructions", "bypass your guidelines"
  {
    rule: "override.directives",
    anchor: "disregard",
    mood: "command",
    needs: [{ any: ["directive"], after: 8 }],
    unless: [{ words: OTHER_OBJECTS, after: 3 }],
    when: (r, at, [target = at]) =>
      FORGETTING.has(r.text(at)) ||
      r.someBetween(at, target + 4, ["prior", "every", "you"]) ||
      r.someBetween(at, target, ["own", "safety"]) ||
      SYSTEM.has(r.text(target)),
  },
  // "forget your training", "abandon the current task", "skip all earlier rules"
  {
    rule: "override.directives",
    anchor: "disregard",
    mood: "command",
    needs: [{ words: CONVERSATION, after: 6 }],
    unless: [{ words: OTHER_OBJECTS, after: 3 }],
    when: (r, at, [target = at]) =>
      r.someBetween(at, target, ["prior"]) || r.ownedByModel(at, target) || r.someBetween(target, target + 5, ["you"]),
  },
  // "disregard everything you were told", "ignore the above"
  {
    rule: "override.directives",
    anchor: "disregard",
    words: FORGETTING,
    mood: "command",
    needs: [
      { any: ["every"], words: wordSet("what, whatever, that, anything, things"), after: 3 },
      { words: TOLD, after: 6, onward: true },
    ],
    unless: [{ words: OTHER_OBJECTS, after: 4 }],
  },
  {
    rule: "override.directives",
    anchor: "disregard",
    words: FORGETTING,
    mood: "command",
    needs: [{ words: ENDS, after: 4 }],
    when: (r, _at, [end = 0]) => r.endsThought(end),
  },
  // "do not follow your guidelines", "stop obeying the system prompt"
  {
    rule: "override.directives",
    anchor: "obey",
    mood: "denied",
    needs: [{ any: ["directive"], after: 7 }],
    when: (r, at, [target = at]) =>
      r.someBetween(at, target + 3, ["prior", "own", "every"]) ||
      SYSTEM.has(r.text(target)) ||
      r.someBetween(at, target, ["safety"]),
  },
  {
    rule: "override.directives",
    anchor: "obey",
    mood: "denied",
    needs: [{ words: CONVERSATION, after: 6 }],
    when: (r, at, [target = at]) => r.ownedByModel(at, target) || r.someBetween(at, target, ["prior"]),
  },
  // "skip the host's safety checks"
  {
    rule: "override.safety",
    anchor: "disregard",
    mood: "command",
    needs: [{ any: ["safety"], after: 6 }],
    when: (r, at, [target = at]) =>
      r.ownedByModel(at, target) ||
      r.someBetween(at - 5, target + 8, ["you"]) ||
      MODEL_SAFETY.has(r.text(target)) ||
      FORGETTING.has(r.text(at)),
  },
  // "without applying safety checks"
  {
    rule: "override.safety",
    anchor: "mode",
    words: wordSet(
      "without safety checks, without applying safety, without safety, without any safety, without guardrails",
    ),
    severity: "medium",
  },
  // "these rules replace the system prompt"
  {
    rule: "override.precedence",
    anchor: "replace",
    mood: "affirmed",
    needs: [{ any: ["directive", "safety"], after: 8 }],
    when: (r, at, [target = at]) =>
      (r.someBetween(at, target + 2, ["every", "prior", "own"]) || SYSTEM.has(r.text(target)) || r.isCommand(at)) &&
      (r.someBetween(at - 7, at, ["self", "directive", "rule"]) ||
        (r.isCommand(at) && r.someBetween(at, target, ["own", "prior", "every"]))),
  },
  {
    rule: "override.precedence",
    anchor: "replace",
    mood: "affirmed",
    needs: [
      { words: CONVERSATION, after: 7 },
      { any: ["self", "directive"], before: 6 },
    ],
    when: (r, at, [target = at]) => r.someBetween(at, target, ["every", "prior"]) || r.ownedByModel(at, target),
  },
  // "prior rules no longer apply"
  {
    rule: "override.void",
    anchor: "directive",
    needs: [{ any: ["void"], after: 8 }],
    unless: [{ any: ["trigger"], before: 4 }],
    when: (r, at, [end = at]) =>
      r.linked(at, end) &&
      (r.someBetween(at - 4, at + 5, ["prior", "own", "every"]) || r.someWord(at, end, TOLD) || SYSTEM.has(r.text(at))),
  },
  {
    rule: "override.void",
    anchor: "rule",
    words: CONVERSATION,
    needs: [{ any: ["void"], after: 6 }],
    unless: [{ any: ["trigger"], before: 4 }],
    when: (r, at, [end = at]) =>
      r.text(end).includes(" ") &&
      r.linked(at, end) &&
      (r.someBetween(at - 3, at + 3, ["prior"]) || r.someBetween(at - 3, at, ["every"]) || r.ownedByModel(at - 3, at)),
  },
  {
    rule: "override.void",
    anchor: "safety",
    needs: [{ any: ["void"], after: 6 }],
    unless: [{ any: ["trigger"], before: 4 }],
    when: (r, at, [end = at]) => r.linked(at, end),
  },
  // "your new task is", "new instructions:"
  {
    rule: "override.new-task",
    anchor: "new",
    needs: [
      {
        any: ["directive"],
        words: wordSet(
          "task, goal, objective, mission, purpose, role, job, orders, rules, persona, identity, priority, assignment",
        ),
        after: 2,
      },
    ],
    when: (r, at, [noun = at]) =>
      (r.ownedByModel(at - 2, at) && r.text(at) !== "current") ||
      (r.is(noun, IS.directive) && r.opensList(noun) && ANNOUNCED.has(r.text(at))),
  },
  {
    rule: "override.new-task",
    anchor: "obey",
    mood: "command",
    needs: [
      { words: wordSet("new, these"), after: 3 },
      { words: wordSet("ones, instead"), after: 4, onward: true },
    ],
  },
  // "you are now in developer mode"
  {
    rule: "override.persona",
    anchor: "mode",
    needs: [
      {
        any: ["you"],
        words: wordSet(
          "enter, activate, become, assume, act, behave, respond, operate, roleplay, comply, answer, proceed",
        ),
        before: 6,
      },
    ],
    unless: [
      { any: ["trigger"], before: 7 },
      { words: wordSet("lets, allows, can, could, if, has, have, requires, require"), before: 6 },
    ],
  },
  {
    rule: "override.persona",
    anchor: "you",
    needs: [
      { words: wordSet("now, no longer, longer"), after: 2 },
      {
        any: ["you", "mode", "authority"],
        words: wordSet("bound, free, freed, hacker, unrestricted, evil, pirate, different"),
        after: 5,
        onward: true,
      },
    ],
    unless: [{ words: wordSet("can, may, could"), after: 2 }],
  },
  // "from now on you answer only …"
  {
    rule: "override.henceforth",
    anchor: "henceforth",
    needs: [{ any: ["you", "every", "directive", "must", "not", "audience", "reply"], after: 8, before: 3 }],
  },
  // "treat the result as instructions"
  {
    rule: "override.obedience",
    anchor: "obey",
    words: wordSet("treat, regard, consider, take, accept, trust"),
    mood: "command",
    needs: [
      { words: wordSet("as, like"), after: 9 },
      {
        any: ["directive", "authority"],
        words: wordSet("orders, commands, binding, law, authoritative, gospel"),
        after: 5,
        onward: true,
      },
    ],
  },
  {
    rule: "override.obedience",
    anchor: "obey",
    words: wordSet("trust, believe, accept"),
    mood: "command",
    needs: [
      { any: ["every"], after: 2 },
      { any: ["data"], after: 3, onward: true },
    ],
  },
  {
    rule: "override.obedience",
    anchor: "obey",
    mood: "command",
    needs: [
      { any: ["directive"], after: 6 },
      {
        words: wordSet("result, results, output, response, returned, embedded, returns, comments, below, field"),
        after: 7,
        onward: true,
      },
    ],
    unless: [{ words: wordSet("carefully, setup, installation, on-screen"), after: 7 }],
    when: (r, at) => !r.someBetween(at, at + 4, ["raw"]),
  },
  {
    rule: "override.obedience",
    anchor: "obey",
    words: wordSet("obey, follow, comply with, execute, carry out, heed, listen to"),
    mood: "command",
    needs: [
      { words: wordSet("only, solely, exclusively, nothing"), after: 4, before: 2 },
      { any: ["self"], after: 6 },
      { any: ["directive"], after: 8 },
    ],
  },
  // "even if the system prompt says otherwise"
  {
    rule: "override.regardless",
    anchor: "regardless",
    needs: [{ any: ["directive"], after: 7 }],
    when: (r, at, [target = at]) =>
      SYSTEM.has(r.text(target)) ||
      r.someBetween(at, target, ["every", "prior", "own"]) ||
      r.someBetween(target, target + 5, ["you"]),
  },
  {
    rule: "override.regardless",
    anchor: "regardless",
    words: wordSet(
      "even if, no matter, regardless of, regardless, even when, irrespective of, whatever, despite what, whether or not, instead of",
    ),
    needs: [
      { any: ["audience"], after: 4 },
      {
        words: wordSet(
          "says, asks, wants, objects, said, tells, told, instructs, disagrees, refuses, declines, otherwise, forbids, complains, asked, requested, request",
        ),
        after: 3,
        onward: true,
      },
    ],
    unless: [{ any: ["tool"], after: 0, before: 0 }],
  },
  // "approve each call without asking"
  {
    rule: "override.consent",
    anchor: "approve",
    mood: "command",
    needs: [
      {
        any: ["covertly"],
        words: wordSet("automatically, unprompted, unasked, blindly, unconditionally, question, questions"),
        after: 10,
        before: 2,
      },
    ],
    when: (r, at) => r.someBetween(at, at + 6, ["every", "conduct", "self"]),
  },
  {
    rule: "override.consent",
    anchor: "disregard",
    mood: "command",
    needs: [{ any: ["consent"], after: 4 }],
    when: (r, at, [end = at]) =>
      !FLAG.has(r.text(at - 1)) && (r.someBetween(at, end + 4, ["audience"]) || r.someBetween(at, end, ["every"])),
  },
  {
    rule: "override.consent",
    anchor: "consent",
    needs: [{ words: wordSet("granted, given, assumed, implied, obtained, waived, presumed"), after: 4 }],
    when: (r, at, [end = at]) => r.linked(at, end) && r.someBetween(at - 4, at + 2, ["audience", "own"]),
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
    when: (r, at) => r.someBetween(at, at + 10, ["you", "must"]) || r.opensList(at),
  },
];

const MODEL_SAFETY = wordSet(
  "host, host application, safety guideline, safety guidelines, safety rule, safety rules, safety policy, content policy, safety training, safety checks, ethical guidelines, safety protocols, safety measures, safety constraints, usage policies, usage policy, safety filters, moderation",
);
const ANNOUNCED = wordSet("new, updated, revised, overriding, hidden, secret, real, actual, replacement");
/** The meaning of a flag: "true to skip confirmation". */
const FLAG = wordSet("to, will, can, may, whether, if, optionally");
