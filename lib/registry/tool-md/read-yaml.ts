import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from "yaml";
import { headOf } from "#lib/policy/plain-text.ts";
import { escapePointer } from "../canonical-json.ts";

/**
 * YAML as far as it says the same as JSON: mappings, lists, texts, numbers, yes and no. Anchors, aliases, tags, merge keys
 * and keys given twice are refused, for they are how one text comes to mean two things, or a small one a large one. Every
 * value keeps its line, because a person has to find it.
 */
export interface YamlProblem {
  readonly line: number;
  readonly message: string;
}

export interface ReadYaml {
  readonly value: unknown;
  /** 1-based line of a JSON Pointer, or of the nearest thing above it that is there. */
  readonly lineOf: (pointer: string) => number;
}

export interface YamlLimits {
  readonly maxDepth: number;
  readonly maxMembers: number;
  readonly refusedKeys: ReadonlySet<string>;
}

class Refused extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** `firstLine`: the line of the file that the text begins on. */
export function readYaml(text: string, firstLine: number, limits: YamlLimits): ReadYaml | YamlProblem {
  const counter = new LineCounter();
  const lineAt = (offset: number): number => counter.linePos(offset).line + firstLine - 1;
  const lines = new Map<string, number>();
  let members = 0;
  try {
    const document = parseDocument(text, {
      version: "1.2",
      schema: "core",
      lineCounter: counter,
      // Checked below: the library compares every key with every other.
      uniqueKeys: false,
      // Then an integer that a double would round is seen as what was written.
      intAsBigInt: true,
      resolveKnownTags: false,
      prettyErrors: false,
      logLevel: "silent",
    });
    const [error] = [...document.errors, ...document.warnings];
    if (error) return { line: lineAt(error.pos[0]), message: oneLine(error.message) };
    const value = document.contents === null ? {} : read(document.contents, "", 0);
    return { value, lineOf: (pointer) => nearest(lines, pointer) ?? firstLine };
  } catch (error) {
    if (error instanceof Refused) return { line: lineAt(error.offset), message: error.message };
    if (error instanceof RangeError) return { line: firstLine, message: `Nested deeper than ${limits.maxDepth}.` };
    throw error;
  }

  function read(node: Node, pointer: string, depth: number): unknown {
    const at = node.range?.[0] ?? 0;
    if (depth > limits.maxDepth) throw new Refused(`Nested deeper than ${limits.maxDepth}.`, at);
    if (!lines.has(pointer)) lines.set(pointer, lineAt(at));
    if (isAlias(node)) throw new Refused("An alias (*name) cannot be used here; write the value out.", at);
    if ("anchor" in node && node.anchor) throw new Refused("An anchor (&name) cannot be used here.", at);
    if (node.tag) throw new Refused("A tag (!name) cannot be used here.", at);
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
      if (typeof name !== "string") throw new Refused("A key is a plain word.", at);
      if (name === "<<") throw new Refused("A merge key (<<) cannot be used here.", at);
      if (limits.refusedKeys.has(name)) throw new Refused(`A key cannot be ${name}.`, at);
      if (Object.hasOwn(object, name)) throw new Refused(`The key ${headOf(name, 60)} is given twice.`, at);
      const below = `${pointer}/${escapePointer(name)}`;
      lines.set(below, lineAt(at));
      object[name] = value === null ? null : read(value, below, depth + 1);
    }
    return object;
  }

  function countMember(node: Node): void {
    members += 1;
    if (members > limits.maxMembers) {
      throw new Refused(`More than ${limits.maxMembers} members and items.`, node.range?.[0] ?? 0);
    }
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

function nearest(lines: ReadonlyMap<string, number>, pointer: string): number | undefined {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const line = lines.get(at);
    if (line !== undefined || at === "") return line;
  }
}

function oneLine(message: string): string {
  const [first = ""] = message.split("\n");
  return /[.!?]$/.test(first) ? first.slice(0, 200) : `${first.slice(0, 200)}.`;
}
