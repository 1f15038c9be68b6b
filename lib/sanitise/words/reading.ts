import { BASE, CLASSES, type WordClass } from "./classes.ts";
import { COMMAND_BEFORE, CONDITIONS, CONJUNCTIONS, COPULAS, DEMANDS, REMINDERS, THEIRS } from "./mood-words.ts";
import { type Normalised, normalise, rawSpan } from "./normalise.ts";
import { type Quote, quotesIn } from "./quotes.ts";
import { readWords, type Word } from "./read-words.ts";

/** The classes by name, as the small numbers that `Reading` asks with. */
export const IS = Object.fromEntries(CLASSES.map((name, index) => [name, index])) as Readonly<
  Record<WordClass, number>
>;

const NONE = -1;
const VERBAL = [IS.send, IS.give, IS.read, IS.use, IS.change, IS.hide, IS.approve];

/**
 * A text as words with classes. Everything a detector asks looks a bounded number of words around a place and never past the
 * end of its sentence, so that all of them together stay linear in the text.
 */
export class Reading {
  readonly words: readonly Word[];
  readonly normalised: Normalised;
  /** The length of the longest run without a space. */
  readonly longestRun: number;
  readonly quotes: readonly Quote[];

  constructor(raw: string) {
    this.normalised = normalise(raw);
    const { words, longestRun } = readWords(this.normalised);
    this.words = words;
    this.longestRun = longestRun;
    this.quotes = quotesIn(this.normalised.text);
  }

  is(at: number, wordClass: number): boolean {
    return this.words[at]?.entry.is[wordClass] === 1;
  }

  text(at: number): string {
    return this.words[at]?.text ?? "";
  }

  /** The first place that fits, at most `reach` words away in one direction and in the same sentence. */
  seek(at: number, direction: 1 | -1, reach: number, fits: (at: number) => boolean): number {
    const sentence = this.words[at]?.sentence;
    for (let i = at + direction, step = 0; step < reach; i += direction, step++) {
      if (this.words[i]?.sentence !== sentence || sentence === undefined) return NONE;
      if (fits(i)) return i;
    }
    return NONE;
  }

  /** Whether the verb here is said to somebody, as against a description of what the tool does. */
  isCommand(at: number): boolean {
    const word = this.words[at];
    if (word === undefined || (word.entry.form & BASE) === 0) return false;
    if (word.opens || word.after !== "") return true;
    const before = this.text(at - 1);
    if (before === "to") return REMINDERS.has(this.text(at - 2)) || this.is(at - 2, IS.must);
    if (before === "you" || before === "assistant" || before === "agent" || before === "model")
      return !CONDITIONS.has(this.text(at - 2)) || (this.text(at - 2) === "that" && DEMANDS.has(this.text(at - 3)));
    return (
      COMMAND_BEFORE.has(before) ||
      this.is(at - 1, IS.must) ||
      this.is(at - 1, IS.not) ||
      this.is(at - 1, IS.covertly) ||
      this.is(at - 1, IS.henceforth)
    );
  }

  /** Where the verb here is denied: "do not", "never", "avoid" a little before it, with no new thought between. */
  negation(at: number): number {
    if (this.words[at]?.opens) return NONE;
    const found = this.seek(at, -1, 4, (i) => this.is(i, IS.not) || this.words[i]?.opens === true);
    return found !== NONE && this.is(found, IS.not) ? found : NONE;
  }

  /** Whether a word of one of the classes stands in `(from, to]`, in the sentence of `at`. */
  someBetween(at: number, from: number, to: number, classes: readonly WordClass[]): boolean {
    return this.#some(at, from, to, (i) => classes.some((name) => this.is(i, IS[name])));
  }

  /** The same for spellings. */
  someWord(at: number, from: number, to: number, texts: ReadonlySet<string>): boolean {
    return this.#some(at, from, to, (i) => texts.has(this.text(i)));
  }

  #some(at: number, from: number, to: number, fits: (i: number) => boolean): boolean {
    const sentence = this.words[at]?.sentence;
    const last = Math.min(this.words.length - 1, to);
    for (let i = Math.max(0, from + 1); i <= last; i++)
      if (this.words[i]?.sentence === sentence && fits(i)) return true;
    return false;
  }

  /** "your rules", "the user's request": in `(from, to]` something is said to belong to the model or its user. */
  ownedByModel(at: number, from: number, to: number): boolean {
    return this.#some(at, from, to, (i) => this.is(i, IS.own) && !THEIRS.has(this.text(i)));
  }

  /** A form of "be" or a phrase joins the two: "the rules … are void". */
  linked(from: number, to: number): boolean {
    return this.text(to).includes(" ") || this.someWord(from, from, to - 1, COPULAS);
  }

  /** Nothing of the same thought follows. */
  endsThought(at: number): boolean {
    const next = this.words[at + 1];
    return (
      next === undefined ||
      next.sentence !== this.words[at]?.sentence ||
      next.after !== "" ||
      next.opens ||
      CONJUNCTIONS.has(next.text)
    );
  }

  /** A colon or a dash follows, as after a heading. */
  opensList(at: number): boolean {
    const mark = this.words[at + 1]?.after;
    return mark === ":" || mark === "-" || mark === ")";
  }

  /** Whether a verb of one of the classes, said as a command and not denied, stands a little before. */
  commandBefore(at: number, reach: number, classes: readonly number[]): boolean {
    return (
      this.seek(
        at,
        -1,
        reach,
        (i) => classes.some((index) => this.is(i, index)) && this.isCommand(i) && this.negation(i) === NONE,
      ) !== NONE
    );
  }

  /** Whether any known verb near here is said as a command. */
  nearCommand(at: number, reach: number): boolean {
    const fits = (i: number): boolean => VERBAL.some((index) => this.is(i, index)) && this.isCommand(i);
    return this.seek(at, -1, reach, fits) !== NONE || this.seek(at, 1, reach, fits) !== NONE;
  }

  nearWordBefore(at: number, texts: ReadonlySet<string>, reach: number): boolean {
    return (this.words[at]?.after ?? "") !== "" || this.someWord(at, at - reach - 1, at - 1, texts);
  }

  /** The nearest place in either direction. */
  near(at: number, reach: number, fits: (at: number) => boolean): number {
    const after = this.seek(at, 1, reach, fits);
    return after !== NONE ? after : this.seek(at, -1, reach, fits);
  }

  /** Whether the sentence after this one begins with one of the words, or nearly. */
  nextSentenceHas(at: number, texts: ReadonlySet<string>, reach: number): boolean {
    const sentence = this.words[at]?.sentence;
    let i = at + 1;
    while (i - at < 16 && this.words[i]?.sentence === sentence && i < this.words.length) i++;
    return i < this.words.length && this.someWord(i, i - 1, i + reach, texts);
  }

  /** Whether words `[first, last]` stand within quotation marks. */
  isQuoted(first: number, last: number): boolean {
    const start = this.words[first]?.start ?? 0;
    const end = this.words[last]?.end ?? 0;
    return this.quotes.some((quote) => quote.start <= start && quote.end >= end);
  }

  /** The words that a stretch of the normalised text touches. */
  wordsAt(start: number, end: number): { first: number; last: number } {
    let low = 0;
    let high = this.words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.words[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    let last = low;
    while ((this.words[last + 1]?.start ?? end) < end) last++;
    return { first: low, last };
  }

  span(first: number, last: number): { start: number; end: number } {
    return rawSpan(this.normalised, this.words[first]?.start ?? 0, this.words[last]?.end ?? 0);
  }
}
