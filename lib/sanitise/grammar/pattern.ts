import type { Severity } from "../finding.ts";
import { CLASSES, type WordClass } from "../words/classes.ts";
import { IS, type Reading } from "../words/reading.ts";
import type { SentenceRule } from "./rules.ts";

/**
 * A grammar in small pieces: a word of one class, and near it words of others. All reaches are bounded and stay inside of the
 * sentence, so that a text costs the same for each of its words, whatever it says.
 */
export interface Pattern<Rule extends string = SentenceRule> {
  readonly rule: Rule;
  readonly severity?: Severity;
  /** The class of the word that the rest is sought around. */
  readonly anchor: WordClass;
  /** Only these words of the class. */
  readonly words?: ReadonlySet<string>;
  /** `command`: said to somebody. `denied`: said not to be done. `affirmed`: neither. */
  readonly mood?: "command" | "denied" | "affirmed";
  readonly needs?: readonly Near[];
  /** Any of these makes it honest. */
  readonly unless?: readonly Near[];
  /** Only in texts that say what goes into a parameter: there a bare noun is a request. */
  readonly inParameter?: true;
  /** The last word on it, for what classes cannot say. */
  readonly when?: (reading: Reading, at: number, found: readonly number[]) => boolean;
}

/** A word of one of the classes, or one of the words, at most so many words away. */
export interface Near {
  readonly any?: readonly WordClass[];
  readonly words?: ReadonlySet<string>;
  readonly after?: number;
  readonly before?: number;
  /** Counted from what the need before this one found, not from the anchor. */
  readonly onward?: boolean;
}

/** What a pattern found, by the words it spans. */
export interface Hit<Rule extends string = SentenceRule> {
  readonly rule: Rule;
  readonly severity: Severity | undefined;
  readonly first: number;
  readonly last: number;
  /** The word that the rest was sought around. */
  readonly at: number;
}

/** More of one kind in one text tell a reader nothing new. */
const HITS_MAX = 50;

export class Grammar<Rule extends string = SentenceRule> {
  readonly #byAnchor: readonly (readonly Pattern<Rule>[])[];

  constructor(patterns: readonly Pattern<Rule>[]) {
    this.#byAnchor = CLASSES.map((name) => patterns.filter(({ anchor }) => anchor === name));
  }

  match(reading: Reading, isParameter: boolean): Hit<Rule>[] {
    const hits: Hit<Rule>[] = [];
    for (let at = 0; at < reading.words.length && hits.length < HITS_MAX; at++) {
      for (const index of reading.words[at]?.entry.classes ?? []) {
        for (const pattern of this.#byAnchor[index] ?? []) {
          if (pattern.inParameter && !isParameter) continue;
          const hit = matchAt(reading, at, pattern);
          if (hit !== undefined) hits.push(hit);
        }
      }
    }
    return hits;
  }
}

function matchAt<Rule extends string>(reading: Reading, at: number, pattern: Pattern<Rule>): Hit<Rule> | undefined {
  if (pattern.words !== undefined && !pattern.words.has(reading.text(at))) return undefined;
  if (!isInMood(reading, at, pattern.mood)) return undefined;
  const found: number[] = [];
  const denial = pattern.mood === "denied" ? reading.negation(at) : at;
  for (const need of pattern.needs ?? []) {
    const place = find(reading, need.onward === true ? (found.at(-1) ?? at) : at, need);
    if (place === -1) return undefined;
    found.push(place);
  }
  for (const excuse of pattern.unless ?? []) if (find(reading, at, excuse) !== -1) return undefined;
  if (pattern.when !== undefined && !pattern.when(reading, at, found)) return undefined;
  return {
    rule: pattern.rule,
    severity: pattern.severity,
    at,
    first: Math.min(at, denial, ...found),
    last: Math.max(at, ...found),
  };
}

function isInMood(reading: Reading, at: number, mood: Pattern["mood"]): boolean {
  if (mood === undefined) return true;
  const denied = reading.negation(at) !== -1;
  if (mood === "denied") return denied;
  return !denied && (mood === "affirmed" || reading.isCommand(at));
}

/** The nearest one after, else the nearest before. */
export function find(reading: Reading, at: number, { any = [], words, after = 0, before = 0 }: Near): number {
  const forwards = reading.seek(at, 1, after, (i) => fits(reading, i, any, words));
  return forwards !== -1 ? forwards : reading.seek(at, -1, before, (i) => fits(reading, i, any, words));
}

function fits(
  reading: Reading,
  at: number,
  any: readonly WordClass[],
  words: ReadonlySet<string> | undefined,
): boolean {
  if (words?.has(reading.text(at))) return true;
  for (const name of any) if (reading.is(at, IS[name])) return true;
  return false;
}

const wordSets = new Map<string, ReadonlySet<string>>();

/** A list of words as the set that patterns take; made once for each list. */
export function wordSet(list: string): ReadonlySet<string> {
  const known = wordSets.get(list);
  if (known !== undefined) return known;
  const words = new Set(list.split(",").map((word) => word.trim()));
  wordSets.set(list, words);
  return words;
}
