import type { ArgumentTest, RulePattern } from "./rule-pattern.ts";

/** How wide a rule is in one argument, as a person chooses it. */
export const CHOICE_KINDS = ["is", "oneOf", "prefix", "suffix", "atMost", "any"] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

export interface ArgumentChoice {
  readonly kind: ChoiceKind;
  /** What was typed beside it: a beginning, an end, a number, one value a line. Empty where the kind says it all. */
  readonly text: string;
}

export type Choices = Readonly<Record<string, ArgumentChoice>>;

/** The narrowest rule: exactly this call. */
export function narrowest(input: Readonly<Record<string, unknown>>): Choices {
  return Object.fromEntries(Object.keys(input).map((name) => [name, { kind: "is", text: "" }]));
}

/** What can be said about a value of this kind; the database refuses the rest. */
export function kindsFor(value: unknown): readonly ChoiceKind[] {
  if (typeof value === "number") return value >= 0 ? ["is", "oneOf", "atMost", "any"] : ["is", "oneOf", "any"];
  if (typeof value !== "string") return ["is", "any"];
  return CHOICE_KINDS.filter(
    (kind) => kind !== "atMost" && (!(kind === "prefix" || kind === "suffix") || beginnings(value, kind).length > 0),
  );
}

/**
 * Where a beginning or an end could be cut so that it stops where a name stops, the narrowest first: the folders of a path, of an
 * address from its host on; the domains of a host; the part of a number before its last dash.
 */
export function beginnings(value: string, kind: "prefix" | "suffix"): readonly string[] {
  if (value.length > 500) return [];
  return kind === "prefix" ? prefixesOf(value) : suffixesOf(value);
}

function prefixesOf(value: string): readonly string[] {
  const host = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]*[a-z0-9](?::[0-9]+)?\//i.exec(value)?.[0];
  if (value.includes("://") && !host) return [];
  const cut = value.includes("/") ? /\// : /(?![A-Za-z0-9.])[ -~]/;
  const found: string[] = [];
  for (let at = (host ?? "").length; at < value.length - 1; at += 1) {
    const head = value.slice(0, at + 1);
    if (cut.test(value.charAt(at)) && /[A-Za-z0-9]/.test(head)) found.unshift(head);
  }
  return host ? [...found, host] : found;
}

function suffixesOf(value: string): readonly string[] {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*[.@][A-Za-z0-9._-]*[A-Za-z0-9]$/.test(value)) return [];
  const at = value.indexOf("@");
  if (at > 0) return [value.slice(at)];
  return [...value.matchAll(/\./g)].map(({ index }) => value.slice(index));
}

/** The field beside a kind as it is first shown. */
export function firstText(value: unknown, kind: ChoiceKind): string {
  if (kind === "prefix" || kind === "suffix") return beginnings(String(value), kind)[0] ?? "";
  if (kind === "atMost" || kind === "oneOf") return String(value);
  return "";
}

export function patternOf(input: Readonly<Record<string, unknown>>, choices: Choices): RulePattern {
  const tests = Object.entries(input).map(([name, value]) => [name, testOf(value, choices[name])] as const);
  return { arguments: Object.fromEntries(tests) };
}

function testOf(value: unknown, choice: ArgumentChoice | undefined): ArgumentTest {
  switch (choice?.kind) {
    case "prefix":
      return { prefix: choice.text };
    case "suffix":
      return { suffix: choice.text };
    case "atMost":
      // Nothing typed is no number; not-a-number does not survive as JSON and the database says so.
      return { atMost: choice.text.trim() === "" ? Number.NaN : Number(choice.text) };
    case "oneOf":
      return { oneOf: listed(value, choice.text) };
    case "any":
      return { any: true };
    default:
      // Parsed from JSON and never changed since.
      return { is: value as Extract<ArgumentTest, { is: unknown }>["is"] };
  }
}

/** One value a line, of the type that the argument has. */
function listed(value: unknown, text: string): (string | number)[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return typeof value === "number" ? lines.map(Number) : lines;
}
