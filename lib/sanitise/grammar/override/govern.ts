import type { WordClass } from "../../words/classes.ts";
import { THIRD } from "../../words/classes.ts";
import { type Near, type Pattern, wordSet } from "../pattern.ts";
import {
  governsModel,
  isAboutData,
  isCondition,
  isEnded,
  isEveryOther,
  isHeeded,
  isLimited,
  isModelsOwn,
} from "./guards.ts";
import {
  ENDED,
  HARMLESS_VOID,
  MASTERS,
  MODEL_RULES,
  MODEL_SAFETY,
  OTHER_OBJECTS,
  OVER_MODELS,
  PROMPTS,
  SET_ASIDE,
} from "./words.ts";

/**
 * Hardly any honest text speaks of what governs the model: its prompt, its guidelines, what it was told before. With a word of
 * setting aside near to that, none should, whatever the words; so these patterns ask for the subject and not for the phrase.
 */
const SUBJECTS: readonly Pick<Pattern, "rule" | "anchor" | "words">[] = [
  { rule: "override.directives", anchor: "directive" },
  { rule: "override.directives", anchor: "rule", words: MODEL_RULES },
  { rule: "override.safety", anchor: "safety", words: MODEL_SAFETY },
];

interface SettingAside {
  readonly near: Near;
  readonly when?: Pattern["when"];
}

const dropped: readonly WordClass[] = ["disregard", "replace"];

const WAYS: readonly SettingAside[] = [
  {
    near: { any: dropped, before: 9 },
    when: (r, _at, [verb = 0]) =>
      r.negation(verb) === -1 && r.words[verb]?.entry.form !== THIRD && !OTHER_OBJECTS.has(r.text(verb + 1)),
  },
  {
    near: { any: ["void", ...dropped], after: 9 },
    when: (r, at, [end = 0]) =>
      r.linked(at, end) && !isCondition(r, at) && !HARMLESS_VOID.has(r.text(end)) && !isLimited(r, at, end),
  },
  { near: { any: ["obey"], before: 8 }, when: (r, _at, [verb = 0]) => r.negation(verb) !== -1 },
  { near: { words: SET_ASIDE, before: 9, after: 9 } },
  { near: { any: ["pretend", "regardless"], before: 9 }, when: (r, _at, [word = 0]) => r.text(word) !== "rather than" },
];

/** What is said to be the model's own is held with hardly any evidence: a denial, a limit, a comparison. */
const OWN: readonly Pattern[] = (["directive", "rule", "safety"] as const).map((anchor) => ({
  rule: "override.directives",
  severity: "medium",
  anchor,
  needs: [
    {
      any: ["not", "void", "disregard", "replace", "regardless", "pretend", "self", "tool"],
      words: SET_ASIDE,
      before: 9,
      after: 9,
    },
  ],
  when: (r, at, [word = at]) => isModelsOwn(r, at) && !isAboutData(r, at) && !isHeeded(r, at) && word !== at,
}));

const HERE = { any: ["tool"], words: wordSet("this, these, here, below, following") } as const satisfies Near;

/** Three things in one sentence: what governs, a word that ends or denies it, and this place. */
const ENDED_HERE: readonly Pattern[] = [
  ...(["directive", "safety"] as const).map(
    (anchor): Pattern => ({
      rule: anchor === "safety" ? "override.safety" : "override.void",
      severity: "medium",
      anchor,
      needs: [
        { any: ["void", "disregard", "replace"], words: ENDED, before: 9, after: 9 },
        { ...HERE, before: 10, after: 12 },
      ],
      when: (r, at, [end = at]) =>
        !PROMPTS.has(r.text(at)) && (anchor === "directive" || MODEL_SAFETY.has(r.text(at))) && isEnded(r, at, end),
    }),
  ),
  {
    rule: "override.void",
    severity: "medium",
    anchor: "rule",
    words: MODEL_RULES,
    needs: [
      { any: ["void", "disregard"], words: ENDED, before: 8, after: 8 },
      { ...HERE, before: 10, after: 10 },
    ],
    when: (r, at, [end = at]) =>
      isEnded(r, at, end) && (r.someWord(at, at - 4, at + 4, OVER_MODELS) || r.someWord(at, at - 4, at, MASTERS)),
  },
];

export const GOVERNING: readonly Pattern[] = [
  ...ENDED_HERE,
  ...OWN,
  ...SUBJECTS.flatMap((subject) =>
    WAYS.map(
      ({ near, when }): Pattern => ({
        ...subject,
        severity: "medium",
        needs: [near],
        when: (r, at, found) =>
          (subject.anchor === "safety" || governsModel(r, at) || isEveryOther(r, at)) &&
          !isAboutData(r, at) &&
          (when === undefined || when(r, at, found)),
      }),
    ),
  ),
];
