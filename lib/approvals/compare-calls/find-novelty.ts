import { findArguments } from "#lib/policy/gate/find-arguments.ts";
import { bareHost } from "#lib/policy/gate/host-pattern.ts";
import type { GateDeclaration } from "#lib/registry/contract.ts";
import { type Leaf, leavesOf } from "./leaves-of.ts";

/** Something about a call that no approved call of this agent and tool had before. */
export interface Novelty {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly kind: "host" | "path" | "value" | "argument" | "number";
  /** The host, path or value itself, cut: somebody else's text. */
  readonly text: string;
  /** For numbers: how they compare with what was approved before. */
  readonly p95?: number;
}

const NOVELTIES_MAX = 40;
const TEXT_SHOWN = 200;
/** A value counts as a choice among few when, in this many calls, at most half were different. */
const LEAST_CALLS = 3;
const LEAST_NUMBERS = 5;

/**
 * What is new, against the inputs of approved calls of the same agent and tool. Free text is new every time and is not reported; a
 * host, a path, an argument that was never given and a choice that was never made are, and so is a number beyond nearly all others.
 */
export function findNovelty(input: unknown, history: readonly unknown[], declared?: GateDeclaration): Novelty[] {
  if (history.length === 0) return [];
  const before = history.map((each) => ({ leaves: leavesOf(each), places: placesOf(each, declared) }));
  const hosts = new Set(before.flatMap(({ places }) => places.map(({ host }) => host)));
  const paths = new Set(before.flatMap(({ places }) => places.map(({ path }) => path)));
  const values = Map.groupBy(
    before.flatMap(({ leaves }) => leaves),
    ({ shape }) => shape,
  );
  // Of a list every item has the same shape: what was given there before is summed up once, however many items there are.
  const summaries = new Map<string, Summary>();
  const summaryOf = (shape: string, given: readonly Leaf[]): Summary => {
    const known = summaries.get(shape) ?? summarise(given);
    summaries.set(shape, known);
    return known;
  };
  const places = placesOf(input, declared);
  const located = new Set(places.map(({ pointer }) => pointer));
  const found: Novelty[] = [
    ...places.flatMap(({ pointer, host, path }): Novelty[] => {
      if (host !== undefined && !hosts.has(host)) return [{ pointer, kind: "host", text: cut(host) }];
      return path !== undefined && !paths.has(path) ? [{ pointer, kind: "path", text: cut(path) }] : [];
    }),
    ...leavesOf(input).flatMap((leaf) => {
      const same = values.get(leaf.shape);
      if (!same) return [{ pointer: leaf.pointer, kind: "argument" as const, text: cut(leaf.text) }];
      return located.has(leaf.pointer) ? [] : judgeLeaf(leaf, summaryOf(leaf.shape, same));
    }),
  ];
  return found.slice(0, NOVELTIES_MAX);
}

/** What was given in one place before. */
interface Summary {
  /** Null: too few numbers to say what is usual. */
  readonly p95: number | null;
  /** Empty where it was no choice among few. */
  readonly choices: ReadonlySet<string>;
}

function summarise(given: readonly Leaf[]): Summary {
  const numbers = given.flatMap(({ value }) => (typeof value === "number" ? [value] : []));
  const known = new Set(given.map(({ text }) => text));
  const isChoice = given.length >= LEAST_CALLS && known.size <= given.length / 2;
  return {
    p95: numbers.length < LEAST_NUMBERS ? null : percentile95(numbers),
    choices: isChoice ? known : new Set(),
  };
}

function judgeLeaf({ pointer, value, text }: Leaf, { p95, choices }: Summary): Novelty[] {
  if (typeof value === "number") {
    return p95 !== null && value > p95 ? [{ pointer, kind: "number", text, p95 }] : [];
  }
  return choices.size > 0 && !choices.has(text) ? [{ pointer, kind: "value", text: cut(text) }] : [];
}

/** The least number that nineteen in twenty do not exceed. */
export function percentile95(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

interface Place {
  readonly pointer: string;
  readonly host?: string;
  readonly path?: string;
}

function placesOf(input: unknown, declared?: GateDeclaration): Place[] {
  return findArguments(input, declared).flatMap(({ kind, pointer, text }): Place[] => {
    if (kind === "path") return [{ pointer, path: text }];
    if (kind === "host") return [{ pointer, host: text.toLowerCase() }];
    return URL.canParse(text) ? [{ pointer, host: bareHost(new URL(text)) }] : [{ pointer, host: text }];
  });
}

function cut(text: string): string {
  return text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text;
}
