import { escapePointer } from "#lib/registry/canonical-json.ts";
import type { GateDeclaration } from "#lib/registry/contract.ts";
import { percentDecodings } from "./read-path.ts";

/**
 * Which parts of an input name a file or a host. The contract declares them; beyond that we look at every text, and
 * every key, by its name (`path`, `outputFile`, `url`, `host` …) and by its shape, because a tool whose author forgot to
 * declare an argument is the one an attacker looks for. A relative path without `..` cannot leave the workspace and is
 * not taken for one by shape alone; otherwise "application/json" would be a file.
 */
export interface FoundArgument {
  readonly kind: "path" | "url" | "host";
  /** JSON Pointer into the input. */
  readonly pointer: string;
  readonly text: string;
  /** Unknown when nobody declared it: then either will do. */
  readonly access?: "read" | "write";
  readonly foundBy: "declaration" | "name" | "shape";
}

interface Leaf {
  readonly segments: readonly string[];
  readonly text: string;
  /** The name it is known by: its key, or that of the list it stands in; none for a key itself. */
  readonly name?: string;
}

export function findArguments(input: unknown, declared: GateDeclaration = {}): FoundArgument[] {
  return [...leavesOf(input, [])].flatMap((leaf) => {
    const pointer = leaf.segments.map((segment) => `/${escapePointer(segment)}`).join("");
    const covers = ({ at }: { at: string }): boolean => coversPointer(at, leaf.segments);
    const stated: FoundArgument[] =
      leaf.name === undefined
        ? []
        : [
            ...(declared.paths ?? []).filter(covers).map(({ access }) => ({ ...found("path", "declaration"), access })),
            ...(declared.urls ?? []).filter(covers).map(() => found("url", "declaration")),
          ];
    const shape = guessByShape(leaf.text);
    if (stated.length > 0) {
      // Declared as a path and written as a URL: tools that take either exist, so it has to pass as both.
      return shape?.kind === "url" && stated.every(({ kind }) => kind === "path")
        ? [...stated, found("url", "shape")]
        : stated;
    }
    if (declared.text?.some(covers)) return [];
    const guess = shape ?? (leaf.name === undefined ? undefined : guessByName(leaf.name));
    return guess ? [found(guess.kind, guess.foundBy)] : [];

    function found(kind: FoundArgument["kind"], foundBy: FoundArgument["foundBy"]): FoundArgument {
      return { kind, pointer, text: leaf.text, foundBy };
    }
  });
}

function* leavesOf(value: unknown, segments: readonly string[]): Generator<Leaf> {
  if (typeof value === "string") {
    yield { segments, text: value, name: segments.findLast((segment) => !/^\d+$/.test(segment)) ?? "" };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* leavesOf(item, [...segments, String(index)]);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield { segments: [...segments, key], text: key };
      yield* leavesOf(item, [...segments, key]);
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

type Guess = Pick<FoundArgument, "kind" | "foundBy">;

const MAX_PATH = 4096;
/** Starts like a place of its own, or climbs: / ~/ ./ ../ \\host C:\ file:, or a `..` segment anywhere. */
const PATH_SHAPE = /^(?:\/|~\w*[/\\]|\.{1,2}[/\\]|\\\\\w|[A-Za-z]:[/\\]|file:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i;
const URL_SHAPE = /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:https?|wss?|ftp):\S)/i;

function guessByShape(text: string): Guess | undefined {
  // URL parsers drop tabs and line ends anywhere and control characters around, so the shape is looked for without them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are dropped
  const address = text.replace(/[\t\n\r]/g, "").replace(/^[\u0000-\u0020]+/, "");
  if (/^file:/i.test(address)) return { kind: "path", foundBy: "shape" };
  if (URL_SHAPE.test(address)) return { kind: "url", foundBy: "shape" };
  const line = text.trim();
  if (line.length > MAX_PATH || line.includes("\n")) return undefined;
  const forms = [line, ...percentDecodings(line)];
  return forms.some((form) => PATH_SHAPE.test(form)) ? { kind: "path", foundBy: "shape" } : undefined;
}

const PATH_NAMES = wordSet("path paths pathname file files filename filenames filepath filepaths");
const PLACE_NAMES = wordSet("dir dirs directory directories dirname folder folders cwd workdir");
const URL_NAMES = wordSet("url urls uri uris href endpoint webhook");
const HOST_NAMES = wordSet("host hosts hostname hostnames");

function guessByName(name: string): Guess | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const endings = [words.at(-1) ?? "", words.slice(-2).join("")];
  const endsIn = (names: ReadonlySet<string>): boolean => endings.some((ending) => names.has(ending));
  if (endsIn(PATH_NAMES) || endsIn(PLACE_NAMES)) return { kind: "path", foundBy: "name" };
  if (endsIn(URL_NAMES)) return { kind: "url", foundBy: "name" };
  if (endsIn(HOST_NAMES)) return { kind: "host", foundBy: "name" };
  return undefined;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
