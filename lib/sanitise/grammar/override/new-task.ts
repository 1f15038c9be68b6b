import { IS } from "../../words/reading.ts";
import { type Pattern, wordSet } from "../pattern.ts";
import { ownedByReader } from "./guards.ts";
import { ANNOUNCED, CONVERSATION, EARLIER } from "./words.ts";

/** A new task, another persona, a mode without restrictions. */
export const GIVING_A_TASK: readonly Pattern[] = [
  // "your task has changed", "replace the user's intent with the one below"
  {
    rule: "override.new-task",
    anchor: "rule",
    words: wordSet("task, role, goal, objective, objectives, mission, job, priorities"),
    needs: [
      { words: wordSet("your"), before: 2 },
      { words: wordSet("changed, replaced, updated, different, now"), after: 3 },
    ],
    when: (r, at, [, end = at]) => r.linked(at, end) || r.text(end) === "now",
  },
  {
    rule: "override.new-task",
    anchor: "replace",
    mood: "command",
    needs: [
      { words: wordSet("user's, the user's, your"), after: 2 },
      {
        words: wordSet("intent, request, goal, task, wishes, question, instructions, objective, query"),
        after: 2,
        onward: true,
      },
      { words: wordSet("with, by"), after: 2, onward: true },
    ],
  },
  {
    rule: "override.new-task",
    anchor: "you",
    needs: [
      { words: wordSet("controlled, commanded, owned, governed, directed, operated"), after: 3 },
      { words: wordSet("by"), after: 2, onward: true },
    ],
    when: (r, at) => r.someWord(at, at, at + 3, wordSet("are, now, be")),
  },
  // "your new task is", "new instructions:", "your first duty is to this tool"
  {
    rule: "override.new-task",
    anchor: "new",
    needs: [
      {
        any: ["directive"],
        words: wordSet(
          "task, goal, objective, mission, purpose, role, job, orders, rules, persona, identity, priority, assignment, duty, loyalty",
        ),
        after: 2,
      },
    ],
    when: (r, at, [noun = at]) =>
      (r.someWord(at, at - 4, at, wordSet("you have, have")) &&
        r.someBetween(at, at - 5, at, ["you"]) &&
        r.opensList(noun)) ||
      (["your", "yours"].includes(r.text(at - 1)) && !r.someBetween(at, at - 5, at - 1, ["give", "change"])) ||
      (r.is(noun, IS.directive) && r.opensList(noun) && ANNOUNCED.has(r.text(at))),
  },
  {
    rule: "override.new-task",
    anchor: "first",
    needs: [
      { words: wordSet("duty, loyalty, priority, obligation, allegiance"), after: 1 },
      { any: ["self", "tool"], after: 6 },
    ],
    when: (r, at) => r.text(at - 1) === "your",
  },
  {
    rule: "override.new-task",
    anchor: "obey",
    mood: "command",
    needs: [
      { words: wordSet("new, these, this, it"), after: 3 },
      { words: wordSet("ones, instead, alone, only"), after: 4, onward: true },
    ],
  },
  {
    rule: "override.new-task",
    anchor: "regardless",
    words: wordSet("instead of, rather than, in place of"),
    needs: [
      {
        words: wordSet("task, request, instructions, job, goal, question, assignment, objective, orders"),
        after: 5,
      },
    ],
    when: (r, at) =>
      ownedByReader(r, at, at + 3) ||
      r.someWord(at, at, at + 4, EARLIER) ||
      (r.someWord(at, at, at + 5, wordSet("user, asked")) &&
        r.someWord(at, at, at + 7, wordSet("asked, request, question, wants"))),
  },
  {
    rule: "override.new-task",
    anchor: "you",
    needs: [
      {
        words: wordSet(
          "reprogrammed, reconfigured, retrained, jailbroken, freed, liberated, unlocked, hacked, compromised",
        ),
        after: 4,
      },
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
          "enter, activate, become, assume, act, behave, respond, operate, roleplay, comply, answer, proceed, switch",
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
  {
    rule: "override.persona",
    anchor: "pretend",
    words: wordSet(
      "act as if, act as though, behave as if, behave as though, pretend, respond as if, respond as though",
    ),
    needs: [{ any: ["directive", "safety", "mode"], words: CONVERSATION, after: 8 }],
  },
];
