import { failure } from "../failures/failure.ts";
import type { Setting } from "./hardened.ts";

/**
 * What is taken over from a repository's own configuration: how files look on its disk, and which branch follows which.
 * Everything else stays behind, so that a name which a later git gives a meaning to means nothing here.
 */
const TAKEN = [
  /^core\.(filemode|ignorecase|symlinks|precomposeunicode|autocrlf|eol|safecrlf|checkstat|trustctime)$/,
  /^core\.(sparsecheckout|sparsecheckoutcone|logallrefupdates)$/,
  /^branch\.[^\n]+\.(remote|merge)$/,
  /^remote\.[^\n:/]+\.fetch$/,
];
/** They change nothing about where and how git finds what we give it. */
const KNOWN_EXTENSIONS = new Set([
  "noop",
  "noop-v1",
  "objectformat",
  "partialclone",
  "preciousobjects",
  "worktreeconfig",
]);
/** They become variables of the command, and the kernel bounds those. */
const SETTINGS_MAX = 1000;
const LENGTH_MAX = 1000;

export interface TakenSettings {
  readonly settings: readonly Setting[];
  readonly objectFormat: "sha1" | "sha256";
}

/** `fields` as `git config --list -z` gives them: a name, then after a line end its value. */
export function takeSettings(fields: readonly string[]): TakenSettings {
  const all = fields.map((field) => {
    const [name = "", ...value] = field.split("\n");
    return { name, value: value.length === 0 ? "true" : value.join("\n") };
  });
  const unknown = all.find(({ name, value }) => isForeign(name, value));
  if (unknown) {
    throw failure("repository_refused", `The repository's configuration says ${unknown.name}; it is not opened.`);
  }
  const taken = TAKEN.flatMap((form) => all.filter(({ name }) => form.test(name)));
  return {
    settings: taken.filter(({ name, value }) => name.length + value.length <= LENGTH_MAX).slice(0, SETTINGS_MAX),
    objectFormat:
      all.findLast(({ name }) => name === "extensions.objectformat")?.value === "sha256" ? "sha256" : "sha1",
  };
}

/** A repository that is laid out in a way we do not know. */
function isForeign(name: string, value: string): boolean {
  if (name === "core.repositoryformatversion") return value !== "0" && value !== "1";
  if (name === "extensions.objectformat") return value !== "sha1" && value !== "sha256";
  if (name === "extensions.refstorage") return value !== "files";
  return name.startsWith("extensions.") && !KNOWN_EXTENSIONS.has(name.slice("extensions.".length));
}
