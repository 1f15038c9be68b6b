import type { Severity } from "../finding.ts";
import type { Note } from "../stage.ts";
import type { Effort } from "./effort.ts";
import { type Evidence, readEvidence } from "./evidence.ts";
import { frameEnd } from "./frame-end.ts";
import { mayScore, scoreUnit } from "./model/score.ts";
import { withoutQuotations } from "./quoted-part.ts";
import { countTopicWords } from "./topic.ts";
import type { Unit } from "./units.ts";

/**
 * Weighs what the model and the grammar say of a unit. Neither alone is much: the model knows wording, the grammar knows who is
 * told to do what. In the logarithm of the odds, so that they add up.
 */
const GRAVE_RULE = 4;
const RULE = 2;
/** Words that the grammar takes for spoken of. */
const SPOKEN_OF = -2;
/** A sentence that is hostile only in what it quotes. */
const QUOTES = -4;
/** A word about attacks nearby, and how many count: an attacker can write as many as he likes, and no number of them is a pardon. */
const TOPIC_WORD = -1.5;
const TOPIC_WORDS = 5;
/** Under this no rule of the grammar could make it an alarm. */
const LOOKS = -2.5;

/** Chosen by what they cost on documents and find of sentences that taught nothing; docs/cleaning-sentences.md has the figures. */
const NOTED = 0;
const ALARM = 0.5;
const GRAVE = 4;
/** What a sentence may say around its quotations and still be one about them. */
const QUOTING_ALARM = 2;

/** What is to be said of a unit; nothing, for most. `bonus` is what is known against it beforehand; under `looks` it is not read. */
export function judgeUnit(text: string, unit: Unit, effort: Effort, bonus = 0, looks = LOOKS): Note | undefined {
  const least = looks - bonus;
  if (!mayScore(text, unit.start, unit.end, least)) return undefined;
  const score =
    Math.max(
      scoreUnit(text, unit.start, unit.end, least),
      scoreFrame(text, unit, least),
      scoreQuietly(text, unit, least),
    ) + bonus;
  if (score < looks) return undefined;
  const evidence = effort.takeReading() ? readEvidence(text, unit) : UNREAD;
  const around = aroundQuotation(text, unit);
  const said = score + ruleWeight(evidence) + (around === undefined ? 0 : QUOTES);
  if (said <= NOTED) return undefined;
  // Who writes about attacks quotes them: that is noted, and alarms nobody unless it is as plain as can be.
  const own = around === undefined ? 0 : countTopicWords(around, around.length, around.length);
  const severity = severityOf(said + Math.min(evidence.topicWords + own, TOPIC_WORDS) * TOPIC_WORD);
  return { rule: evidence.rule ?? "injection.sentence", severity, ...trimmed(text, unit), action: "none" };
}

function scoreFrame(text: string, unit: Unit, least: number): number {
  const end = frameEnd(text, unit);
  return end < 0 ? Number.NEGATIVE_INFINITY : scoreUnit(text, unit.start, end, least);
}

const SHOUTED = /^[^a-z]*[A-Z]{3}[^a-z]*$/;

/** What is in capitals from its beginning to its end says the same in small letters. */
function scoreQuietly(text: string, { start, end }: Unit, least: number): number {
  const said = text.slice(start, end);
  return SHOUTED.test(said) ? scoreUnit(said.toLowerCase(), 0, said.length, least) : Number.NEGATIVE_INFINITY;
}

/** A text that has this much to read word by word is doubtful enough to do without. */
const UNREAD: Evidence = { rule: undefined, severity: undefined, isSpokenOf: false, topicWords: 0 };

function ruleWeight({ rule, severity, isSpokenOf }: Evidence): number {
  const weight = rule === undefined ? 0 : severity === "medium" ? RULE : GRAVE_RULE;
  return weight + (isSpokenOf ? SPOKEN_OF : 0);
}

/** What a sentence says that is hostile only in what it quotes; undefined of any other. */
function aroundQuotation(text: string, unit: Unit): string | undefined {
  const around = withoutQuotations(text, unit);
  return around !== undefined && scoreUnit(around, 0, around.length) < QUOTING_ALARM ? around : undefined;
}

function severityOf(weight: number): Severity {
  if (weight > GRAVE) return "high";
  return weight > ALARM ? "medium" : "low";
}

/** Without the white space and marks around it. */
function trimmed(text: string, { start, end }: Unit): Unit {
  let first = start;
  let last = end;
  while (first < last && isEdge(text.charCodeAt(first))) first++;
  while (last > first && text.charCodeAt(last - 1) <= 32) last--;
  return first < last ? { start: first, end: last } : { start, end };
}

function isEdge(code: number): boolean {
  return code <= 32 || code === 34 || code === 44 || code === 58;
}
