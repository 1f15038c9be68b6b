import type { TraceLine } from "../decision-trace.ts";
import { headOf } from "../plain-text.ts";

/** The database keeps as much of a line's words. */
const WORDS_MAX = 400;

interface Words {
  readonly saw: string;
  readonly sentence: string;
}

/** A line that asks for so many people, or for none. */
export function asking(rule: string, people: number, words: Words): TraceLine {
  return people > 0 ? { ...line(rule, "hold", words), people } : line(rule, "run", words);
}

export function denying(rule: string, words: Words): TraceLine {
  return line(rule, "deny", words);
}

/** Looked at, and nothing to say against it. */
export function passing(rule: string, words: Words): TraceLine {
  return line(rule, "pass", words);
}

function line(rule: string, concluded: TraceLine["concluded"], { saw, sentence }: Words): TraceLine {
  return { rule, stage: "decide", concluded, saw: headOf(saw, WORDS_MAX), sentence: headOf(sentence, WORDS_MAX) };
}
