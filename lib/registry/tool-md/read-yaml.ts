import { Composer, type CST, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, Parser, type Scalar } from "yaml";
import { headOf } from "#lib/policy/plain-text.ts";
import { escapePointer } from "../canonical-json.ts";

/**
 * YAML as far as it says the same as JSON: mappings, lists, texts, numbers, yes and no. Anchors, aliases, tags, merge keys
 * and keys given twice are refused, for they are how one text comes to mean two things, or a small one a large one. Every
 * value keeps its line, because a person has to find it.
 */
export interface YamlProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The first problem, and those after it that do not follow from it. */
export interface YamlRefusal extends YamlProblem {
  readonly more: readonly YamlProblem[];
}

export type YamlPlace = Pick<YamlProblem, "line" | "column">;

export interface ReadYaml {
  readonly value: unknown;
  /** 1-based line of a JSON Pointer, or of the nearest thing above it that is there. */
  readonly lineOf: (pointer: string) => number;
  /** The same with the column, also 1-based. */
  readonly placeOf: (pointer: string) => YamlPlace;
}

export interface YamlLimits {
  readonly maxDepth: number;
  readonly maxMembers: number;
  readonly refusedKeys: ReadonlySet<string>;
}

/** More would not be read by anybody, and a hostile text could have a million. */
const PROBLEMS_MAX = 20;

class Refused extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** `firstLine`: the line of the file that the text begins on. */
export function readYaml(text: string, firstLine: number, limits: YamlLimits): ReadYaml | YamlRefusal {
  const counter = new LineCounter();
  const placeAt = (offset: number): YamlPlace => {
    const { line, col } = counter.linePos(offset);
    return { line: line + firstLine - 1, column: col };
  };
  const start: YamlPlace = { line: firstLine, column: 1 };
  const places = new Map<string, YamlPlace>();
  const problems: YamlProblem[] = [];
  let members = 0;
  try {
    const composer = new Composer({
      version: "1.2",
      schema: "core",
      // Checked below: the library compares every key with every other.
      uniqueKeys: false,
      // Then an integer that a double would round is seen as what was written.
      intAsBigInt: true,
      resolveKnownTags: false,
      prettyErrors: false,
      logLevel: "silent",
    });
    const tokens = untilFaulty(new Parser(counter.addNewLine).parse(text));
    const [document, second] = composer.compose(tokens, true, text.length);
    for (const { code, pos, message } of [...(document?.errors ?? []), ...(document?.warnings ?? [])]) {
      if (code === "RESOURCE_EXHAUSTION") throw new Refused(`Nested deeper than ${limits.maxDepth}.`, pos[0]);
      note(oneLine(message), pos[0]);
    }
    if (second) note("A second document begins here; there can be one.", second.range[0]);
    const isYaml = problems.length === 0;
    const value = isYaml && document?.contents ? read(document.contents, "", 0) : {};
    const placeOf = (pointer: string): YamlPlace => nearest(places, pointer) ?? start;
    return refusal() ?? { value, placeOf, lineOf: (pointer) => placeOf(pointer).line };
  } catch (error) {
    if (error instanceof Refused) note(error.message, error.offset);
    else if (error instanceof RangeError)
      problems.push({ ...start, message: `Nested deeper than ${limits.maxDepth}.` });
    const refused = refusal();
    if (refused) return refused;
    throw error;
  }

  /** Something is wrong here, and what follows can still be read. */
  function note(message: string, offset: number): undefined {
    if (problems.length < PROBLEMS_MAX) problems.push({ ...placeAt(offset), message });
  }

  function refusal(): YamlRefusal | undefined {
    const [first, ...more] = problems;
    return first && { ...first, more };
  }

  function read(node: Node, pointer: string, depth: number): unknown {
    const at = node.range?.[0] ?? 0;
    if (depth > limits.maxDepth) throw new Refused(`Nested deeper than ${limits.maxDepth}.`, at);
    if (!places.has(pointer)) places.set(pointer, placeAt(at));
    if (isAlias(node)) return note("An alias (*name) cannot be used here; write the value out.", at);
    if ("anchor" in node && node.anchor) return note("An anchor (&name) cannot be used here.", at);
    if (node.tag) return note("A tag (!name) cannot be used here.", at);
    if (isScalar(node)) return readScalar(node, at);
    if (isSeq(node)) return node.items.map((item, index) => readItem(item as Node, `${pointer}/${index}`, depth));
    if (isMap(node)) return readMap(node.items as { key: Node; value: Node | null }[], pointer, depth);
    throw new Refused("This is not a value.", at);
  }

  function readItem(item: Node, pointer: string, depth: number): unknown {
    countMember(item);
    return read(item, pointer, depth + 1);
  }

  function readMap(items: readonly { key: Node; value: Node | null }[], pointer: string, depth: number): unknown {
    const object: Record<string, unknown> = {};
    for (const { key, value } of items) {
      const at = key.range?.[0] ?? 0;
      countMember(key);
      const name: unknown = isScalar(key) && !key.anchor && !key.tag ? (key.source ?? key.value) : undefined;
      const problem = keyProblem(name, object);
      if (problem !== undefined || typeof name !== "string") {
        note(problem ?? "A key is a plain word.", at);
        continue;
      }
      const below = `${pointer}/${escapePointer(name)}`;
      places.set(below, placeAt(at));
      object[name] = value === null ? null : read(value, below, depth + 1);
    }
    return object;
  }

  function keyProblem(name: unknown, object: Record<string, unknown>): string | undefined {
    if (typeof name !== "string") return "A key is a plain word.";
    if (name === "<<") return "A merge key (<<) cannot be used here.";
    if (limits.refusedKeys.has(name)) return `A key cannot be ${name}.`;
    return Object.hasOwn(object, name) ? `The key ${headOf(name, 60)} is given twice.` : undefined;
  }

  function countMember(node: Node): void {
    members += 1;
    if (members > limits.maxMembers) {
      throw new Refused(`More than ${limits.maxMembers} members and items.`, node.range?.[0] ?? 0);
    }
  }
}

/** Faults cost much more to describe than to find, and a text may consist of nothing else. */
function* untilFaulty(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  let faults = 0;
  for (const token of tokens) {
    yield token;
    if (token.type === "error") faults += 1;
    if (faults >= PROBLEMS_MAX) return;
  }
}

function readScalar({ value }: Scalar, at: number): unknown {
  if (typeof value === "bigint") {
    if (!Number.isSafeInteger(Number(value))) throw new Refused("An integer lies outside ±(2^53−1).", at);
    return Number(value);
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      throw new Refused("This number cannot be kept exactly.", at);
    }
    return value;
  }
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new Refused("A text holds half of a surrogate pair.", at);
    if (value.includes("\0")) throw new Refused("A text holds a NUL.", at);
    return value;
  }
  if (typeof value === "boolean" || value === null) return value;
  throw new Refused("This is not a value.", at);
}

function nearest(places: ReadonlyMap<string, YamlPlace>, pointer: string): YamlPlace | undefined {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const place = places.get(at);
    if (place !== undefined || at === "") return place;
  }
}

function oneLine(message: string): string {
  const [first = ""] = message.split("\n");
  return /[.!?]$/.test(first) ? first.slice(0, 200) : `${first.slice(0, 200)}.`;
}
