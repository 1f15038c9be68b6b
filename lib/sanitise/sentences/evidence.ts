import { isAlarm, SEVERITIES, type Severity } from "../finding.ts";
import { SENTENCES } from "../grammar/grammar.ts";
import { isMention, isQuotedMention } from "../grammar/mention.ts";
import { Grammar, type Hit } from "../grammar/pattern.ts";
import { SENTENCE_RULES, type SentenceRule } from "../grammar/rules.ts";
import { Reading } from "../words/reading.ts";
import { countTopicWords } from "./topic.ts";
import type { Unit } from "./units.ts";

/** What the grammar says of a unit: the gravest rule that it breaks, if any, and whether it is only spoken of. */
export interface Evidence {
  readonly rule: SentenceRule | undefined;
  readonly severity: Severity | undefined;
  readonly isSpokenOf: boolean;
  /** How much the text around it speaks about attacks. */
  readonly topicWords: number;
}

const GRAMMAR = new Grammar(SENTENCES);
const CONTEXT_BEFORE = 300;
const CONTEXT_AFTER = 120;
const NEW_LINE = 10;

/** Reads the unit in its surroundings, for these tell whether it is said or spoken of. */
export function readEvidence(text: string, { start, end }: Unit): Evidence {
  const from = Math.max(0, start - CONTEXT_BEFORE);
  // Where a unit begins a line, nothing before it belongs to its first sentence.
  const border = text.charCodeAt(start - 1) === NEW_LINE ? "\n" : "";
  const reading = new Reading(text.slice(from, start) + border + text.slice(start, end + CONTEXT_AFTER));
  const first = start - from + border.length;
  const last = end - from + border.length;
  let gravest: Hit | undefined;
  let isSpokenOf = false;
  for (const hit of GRAMMAR.match(reading, false)) {
    const span = reading.span(hit.first, hit.last);
    if (span.end <= first || span.start >= last) continue;
    if (!isAlarm(severityOf(hit))) continue;
    if (isMention(reading, hit.first, hit.last) || isQuotedMention(reading, hit.at, hit.at)) isSpokenOf = true;
    else if (gravest === undefined || rank(hit) > rank(gravest)) gravest = hit;
  }
  return {
    rule: gravest?.rule,
    severity: gravest && severityOf(gravest),
    isSpokenOf,
    topicWords: countTopicWords(text, start, end),
  };
}

function severityOf({ rule, severity }: Hit): Severity {
  return severity ?? SENTENCE_RULES[rule].severity;
}

function rank(hit: Hit): number {
  return SEVERITIES.indexOf(severityOf(hit));
}
