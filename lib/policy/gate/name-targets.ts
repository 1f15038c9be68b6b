import { createHash } from "node:crypto";
import { plainText } from "#lib/policy/plain-text.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { GateDeclaration } from "#lib/registry/contract.ts";
import { contains } from "./effective-access.ts";
import type { FoundArgument } from "./find-arguments.ts";
import { PROJECT, readPath, WORKSPACE } from "./read-path.ts";
import { readTarget } from "./read-target.ts";

const TARGETS_MAX = 32;
const WORD_MAX = 200;
const DIGEST = "sha256:";

/**
 * Whom and what a call would reach, as `kind word`: hosts, what the contract declares as a target, and paths outside the agent's own roots. The
 * database raises a call by what it does not know among them, so a word stands for one target and no other. Files of the agent's own are
 * new all the time and are no targets. A contract that has such arguments and a call that fills none of them give one word for that.
 */
export function nameTargets(
  found: readonly FoundArgument[],
  input: unknown,
  { targets = [], urls = [] }: GateDeclaration = {},
): string[] {
  const said = targets.flatMap(({ at, kind }) =>
    valuesAt(input, at.split("/").slice(1)).map((value) => word(kind, value)),
  );
  const named = [...new Set([...found.flatMap(wordsOf), ...said])].sort();
  if (named.length > TARGETS_MAX) return [listWord(named)];
  return named.length === 0 && targets.length + urls.length > 0 ? ["none given"] : named;
}

/** More than are looked at one by one: exactly this list is one target. */
export function listWord(texts: readonly string[]): string {
  return word("list", JSON.stringify(texts));
}

function wordsOf(argument: FoundArgument): string[] {
  if (argument.kind === "path") {
    const reading = readPath(argument.text);
    // What cannot be read is refused, unless the gate only reports; then it is as new as it looks.
    if (!("readings" in reading)) return [word("path", argument.text)];
    return reading.readings.filter(({ path }) => !isOwn(path)).map(({ path }) => word("path", path));
  }
  const target = readTarget(argument);
  if ("hostless" in target) return [];
  if (!("host" in target)) return [word("host", argument.text)];
  return [word("host", target.port === undefined ? target.host : `${target.host}:${target.port}`)];
}

function isOwn(path: string): boolean {
  return contains(WORKSPACE, path) || contains(PROJECT, path);
}

/** What does not show as it is has its digest before it: no two targets have one word. */
function word(kind: string, text: string): string {
  const shown = plainText(text, WORD_MAX);
  if (shown === text && text !== "" && !text.startsWith(DIGEST)) return `${kind} ${text}`;
  return `${kind} ${DIGEST}${createHash("sha256").update(JSON.stringify(text)).digest("hex")} ${shown}`;
}

/**
 * What a pointer leads to, each of a list by itself; `*` is any one segment. An object is one target, with its keys: parts of it that were seen
 * in others make it no less new.
 */
function valuesAt(value: unknown, [segment, ...rest]: readonly string[]): string[] {
  if (value === undefined || value === null) return [];
  if (segment === undefined) {
    if (Array.isArray(value)) return value.flatMap((inner) => valuesAt(inner, []));
    return [typeof value === "string" ? value : canonicalJson(value)];
  }
  if (typeof value !== "object") return [];
  const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  return Object.entries(value)
    .filter(([key]) => name === "*" || key === name)
    .flatMap(([, inner]) => valuesAt(inner, rest));
}
