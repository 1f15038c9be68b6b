import { posix } from "node:path";
import { fileAddressIn, formsOf } from "./read-path.ts";

/**
 * What an argument that nobody declared seems to be, by its value and by its name. A relative path without `..` cannot leave
 * the workspace and is not taken for one by its value alone; otherwise "application/json" would be a file.
 */
export type Guess = { readonly kind: "path" | "url" | "host"; readonly foundBy: "shape" | "name" };

const MAX_PATH = 4096;
/** Starts like a place of its own, or climbs: / ~/ ./ ../ \\host\ C:\, or a `..` segment anywhere. */
const PLACE = /^(?:\/|~(?:[a-z_][\w.-]*)?[/\\]|\.{1,2}[/\\]|\\\\[\w?.$-]+\\|[A-Za-z]:[/\\])/i;
const CLIMB = /(?:^|[/\\])\.\.(?:[/\\]|$)/;
/** A comment of one line, and a command in a chat: one word behind the slash, then a space, and no second slash. */
const SLASH_OF_TEXT = /^(?:\/\/\s|\/\*+\s|\/[^/\\\s]*\s[^/\\]*$)/;
const URL_SHAPE = /^(?:(?:[a-z][a-z0-9+.-]*:)+[/\\]{2}|(?:https?|wss?|ftp):\S)/i;

export function guessArgument(
  text: string,
  name: string | undefined,
  detection: "usual" | "strict",
): Guess | undefined {
  const named = name === undefined ? undefined : guessByName(name);
  // An address may leave its scheme out and begin with its slashes.
  if (named?.kind === "url" && /^\/\/[^/]/.test(text.trim())) return named;
  return guessByShape(text, name ?? "", detection) ?? named;
}

/** Letters, digits, blanks: no reading of it has a separator, a scheme or a dot. Most keys and words are that, and there may be very many. */
const PLAIN_WORDS = /^[\w -]*$/;

function guessByShape(text: string, name: string, detection: "usual" | "strict"): Guess | undefined {
  if (PLAIN_WORDS.test(text)) return undefined;
  if (fileAddressIn(text) !== undefined) return { kind: "path", foundBy: "shape" };
  // URL parsers drop tabs and line ends anywhere and control characters around, so the shape is looked for without them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are dropped
  const address = text.replace(/[\t\n\r]/g, "").replace(/^[\u0000-\u0020]+/, "");
  if (URL_SHAPE.test(address)) return { kind: "url", foundBy: "shape" };
  if (detection === "strict" && /[/\\]/.test(text)) return { kind: "path", foundBy: "shape" };
  const trimmed = text.trim();
  if (trimmed.includes("\n")) return undefined;
  const line = shortened(trimmed);
  if (line.length > MAX_PATH) return undefined;
  return looksLikePath(line, name) ? { kind: "path", foundBy: "shape" } : undefined;
}

/** What a tool that tidies its paths would be left with: steps that lead nowhere make any path long, and no other text shorter. */
function shortened(line: string): string {
  return line.length > MAX_PATH ? posix.normalize(line.replaceAll("\\", "/")) : line;
}

function looksLikePath(line: string, name: string): boolean {
  const isContent = SLASH_OF_TEXT.test(line) || CONTENT_NAMES.has(wordsOf(name).join(""));
  return [...formsOf(line)].some((form) => {
    if (CLIMB.test(form)) return true;
    // A backslash in front is how a regular expression begins as often as a path of Windows, so only the form as written counts.
    return PLACE.test(form) && !(isContent && form.startsWith("/")) && !(form.startsWith("/") && line.startsWith("\\"));
  });
}

const PATH_NAMES = wordSet("path paths pathname file files filename filenames filepath filepaths");
const PLACE_NAMES = wordSet("dir dirs directory directories dirname folder folders cwd workdir");
const URL_NAMES = wordSet("url urls uri uris href endpoint webhook");
const HOST_NAMES = wordSet("host hosts hostname hostnames");
/** An argument that is called so, and not only ends in it: a slash in front means no place. A `file_pointer` may well be one. */
const CONTENT_NAMES = wordSet("pointer pointers jsonpointer regex regexp separator delimiter");

function guessByName(name: string): Guess | undefined {
  if (endsIn(name, PATH_NAMES) || endsIn(name, PLACE_NAMES)) return { kind: "path", foundBy: "name" };
  if (endsIn(name, URL_NAMES)) return { kind: "url", foundBy: "name" };
  if (endsIn(name, HOST_NAMES)) return { kind: "host", foundBy: "name" };
  return undefined;
}

function endsIn(name: string, names: ReadonlySet<string>): boolean {
  const words = wordsOf(name);
  return names.has(words.at(-1) ?? "") || names.has(words.slice(-2).join(""));
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
