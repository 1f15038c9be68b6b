import type { ArgumentTest, RulePattern } from "./rule-pattern.ts";

/** One line of what a rule is about: our words, and what somebody else wrote apart from them. */
export interface PatternLine {
  /** The argument; null for a text anywhere. */
  readonly name: string | null;
  readonly word: string;
  readonly value: string | null;
}

const LONG = 120;

export function describePattern(pattern: RulePattern): readonly PatternLine[] {
  if ("anywhere" in pattern) return [{ name: null, word: "anywhere", value: cut(pattern.anywhere) }];
  const tests = Object.entries(pattern.arguments);
  if (tests.length === 0) return [{ name: null, word: "no arguments", value: null }];
  return tests.map(([name, test]) => ({ name, ...words(test) }));
}

function words(test: ArgumentTest): Omit<PatternLine, "name"> {
  const maybe = test.optional ? ", or left out" : "";
  if ("is" in test) return { word: `is${maybe}`, value: cut(plain(test.is)) };
  if ("oneOf" in test) return { word: `is one of${maybe}`, value: cut(test.oneOf.map(plain).join(", ")) };
  if ("prefix" in test) return { word: `begins with${maybe}`, value: cut(test.prefix) };
  if ("suffix" in test) return { word: `ends with${maybe}`, value: cut(test.suffix) };
  if ("atMost" in test) return { word: `is at most${maybe}`, value: String(test.atMost) };
  return { word: `is anything${maybe}`, value: null };
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function cut(text: string): string {
  return text.length > LONG ? `${text.slice(0, LONG)} …` : text;
}
