import type { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Category } from "#lib/policy/vocabulary.ts";
import { nearestName } from "#lib/registry/nearest-name.ts";
import { type ReadYaml, readYaml } from "#lib/registry/tool-md/read-yaml.ts";
import { isContainer, mustBeContainerized } from "#lib/sandbox/select/strength.ts";
import { canonicalWords } from "./canonical-words.ts";
import { knownKeys } from "./known-keys.ts";
import { type Sandboxing, sandboxingSchema } from "./sandboxing.ts";

export interface SandboxingProblem {
  readonly line: number;
  readonly message: string;
}

const LIMITS = { maxDepth: 8, maxMembers: 400, refusedKeys: new Set(["__proto__", "constructor", "prototype"]) };
const TEXT_MAX = 65_536;

/**
 * Reads the document, or says every line that is wrong with it. Nothing in it is guessed: a key that nobody knows may be
 * a limit that somebody believes to be in force.
 */
export function loadSandboxing(text: string): Outcome<Sandboxing> {
  if (text.length > TEXT_MAX) return refused([{ line: 1, message: `Longer than ${TEXT_MAX} characters.` }]);
  const yaml = readYaml(text, 1, LIMITS);
  if ("message" in yaml) return refused([{ line: yaml.line, message: yaml.message }]);
  const inside = insideOf(yaml);
  if ("message" in inside) return refused([inside]);
  const words = canonicalWords(inside.document);
  if (words.problems.length > 0) return refused(words.problems.map(({ at, message }) => located(at, message)));
  const parsed = sandboxingSchema.safeParse(words.document);
  if (!parsed.success) {
    return refused(parsed.error.issues.flatMap((issue) => explain(issue, (at) => located(words.written(at), ""))));
  }
  const weak = tooWeak(parsed.data);
  if (weak.length > 0) return refused(weak.map(({ at, message }) => located(words.written(at), message)));
  return done(parsed.data);

  function located(at: readonly PropertyKey[], message: string): SandboxingProblem {
    return { line: (yaml as ReadYaml).lineOf(["", "sandboxing", ...at.map(String)].join("/")), message };
  }
}

function insideOf({ value, lineOf }: ReadYaml): { document: Record<string, unknown> } | SandboxingProblem {
  const root = isObject(value) ? value : {};
  const stranger = Object.keys(root).find((key) => key !== "sandboxing");
  if (stranger !== undefined) {
    return { line: lineOf(`/${stranger}`), message: `The document has one key, sandboxing; ${stranger} is not it.` };
  }
  if (!isObject(root.sandboxing)) return { line: 1, message: "The document begins with 'sandboxing:'." };
  return { document: root.sandboxing };
}

type Issue = z.core.$ZodIssue;

function explain(issue: Issue, locate: (at: readonly PropertyKey[]) => SandboxingProblem): SandboxingProblem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const near = nearestName(key, knownKeys(issue.path));
      const hint = near === undefined ? "" : ` Did you mean ${near}?`;
      return { ...locate([...issue.path, key]), message: `There is no ${pathOf([...issue.path, key])}.${hint}` };
    });
  }
  return [{ ...locate(issue.path), message: `${pathOf(issue.path)}: ${issue.message}` }];
}

/** A document that sends such tools to less is refused as a whole: somebody would believe that it is so. */
function tooWeak({ overrides }: Sandboxing): { at: string[]; message: string }[] {
  const named = (Object.entries(overrides) as [Category, Sandboxing["default_backend"]][]).filter(
    ([category, backend]) => mustBeContainerized(category) && !isContainer(backend),
  );
  return named.map(([category, backend]) => ({
    at: ["overrides", category],
    message: `${category} needs a container: ${backend} is not enough, whatever a document says. Use bubblewrap or stronger.`,
  }));
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join(".") || "sandboxing";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refused(problems: readonly SandboxingProblem[]): Outcome<never> {
  const sentence = problems.map(({ line, message }) => `line ${line}: ${message}`).join(" ");
  return refuse("bad_configuration", `The sandboxing document is not usable, ${sentence}`, { problems });
}
