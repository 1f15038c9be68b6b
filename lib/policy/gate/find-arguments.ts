import { escapePointer } from "#lib/registry/canonical-json.ts";
import type { GateDeclaration } from "#lib/registry/contract.ts";
import { guessArgument } from "./guess-argument.ts";
import { fileAddressIn } from "./read-path.ts";
import { type Annotations, annotationsAt, below, type SchemaPlace, topOf } from "./schema-annotations.ts";

/**
 * Which parts of an input name a file or a host. The contract declares them, or its input schema does; beyond that we look at
 * every text, and every key, by its name (`path`, `outputFile`, `url`, `host` …) and by its shape, because a tool whose author
 * forgot to declare an argument is the one an attacker looks for.
 */
export interface FoundArgument {
  readonly kind: "path" | "url" | "host";
  /** JSON Pointer into the input. */
  readonly pointer: string;
  readonly text: string;
  /** Unknown when nobody declared it: then either will do. */
  readonly access?: "read" | "write";
  readonly foundBy: "declaration" | "schema" | "name" | "shape";
  /** An address by its schema's `format` alone, which may be of a kind that dials nobody (`urn:` …). */
  readonly format?: "uri";
}

interface Leaf {
  readonly segments: readonly string[];
  readonly text: string;
  /** The name it is known by: its key, or that of the list it stands in; none for a key itself. */
  readonly name?: string;
  readonly annotations?: Annotations | undefined;
}

export function findArguments(
  input: unknown,
  declared: GateDeclaration = {},
  inputSchema?: Readonly<Record<string, unknown>>,
): FoundArgument[] {
  return [...leavesOf(input, [], topOf(inputSchema))].flatMap((leaf) => findInLeaf(leaf, declared));
}

function findInLeaf({ segments, text, name, annotations }: Leaf, declared: GateDeclaration): FoundArgument[] {
  const pointer = segments.map((segment) => `/${escapePointer(segment)}`).join("");
  const covers = ({ at }: { at: string }): boolean => coversPointer(at, segments);
  const guess = guessArgument(text, name, declared.pathDetection ?? "usual");
  const stated = name === undefined ? [] : [...declaredKinds(), ...annotatedKinds()];
  if (stated.length > 0) {
    // Said to be a path and written as a URL: tools that take either exist, so it has to pass as both.
    const isBoth = guess?.kind === "url" && guess.foundBy === "shape" && stated.every(({ kind }) => kind === "path");
    return isBoth ? [...stated, found("url", "shape")] : stated;
  }
  if (declared.text?.some(covers) || annotations?.text) return [];
  return guess ? [found(guess.kind, guess.foundBy)] : [];

  function declaredKinds(): FoundArgument[] {
    return [
      ...(declared.paths ?? []).filter(covers).map(({ access }) => ({ ...found("path", "declaration"), access })),
      ...(declared.urls ?? []).filter(covers).map(() => found("url", "declaration")),
    ];
  }

  /** What the contract declares is not annotated twice: it says more. */
  function annotatedKinds(): FoundArgument[] {
    if (!annotations || [declared.paths, declared.urls, declared.text].some((list) => list?.some(covers))) return [];
    return [...annotations.stated].flatMap((kind): FoundArgument[] => {
      // A reference without a host of its own is judged like any other text.
      if (kind === "reference") return guess?.kind === "url" || /^[/\\]{2}/.test(text.trim()) ? [asAddress()] : [];
      return kind === "uri" ? [asAddress()] : [found(kind, "schema")];
    });
  }

  function asAddress(): FoundArgument {
    if (fileAddressIn(text) !== undefined) return found("path", "schema");
    return { ...found("url", "schema"), format: "uri" };
  }

  function found(kind: FoundArgument["kind"], foundBy: FoundArgument["foundBy"]): FoundArgument {
    return { kind, pointer, text, foundBy };
  }
}

function* leavesOf(value: unknown, segments: readonly string[], place: SchemaPlace | undefined): Generator<Leaf> {
  const annotations = place && annotationsAt(place);
  if (typeof value === "string") {
    yield { segments, text: value, name: segments.findLast((segment) => !/^\d+$/.test(segment)) ?? "", annotations };
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const inner = place && below(place, value, key);
      const at = [...segments, key];
      if (!Array.isArray(value)) yield { segments: at, text: key, annotations: inner && annotationsAt(inner) };
      yield* leavesOf(item, at, inner);
    }
  }
}

/** A declared pointer covers what it names and everything below; `*` is any one segment. */
function coversPointer(at: string, segments: readonly string[]): boolean {
  const wanted = at.split("/").slice(1);
  return (
    wanted.length <= segments.length &&
    wanted.every((segment, index) => segment === "*" || segment === escapePointer(segments[index] ?? ""))
  );
}
