import { done, type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { type ReadYaml, readYaml } from "#lib/registry/tool-md/read-yaml.ts";
import { checkPolicy, pointerOf } from "./check-policy.ts";
import { type PolicyDocument, policyDocumentSchema } from "./policy-document.ts";
import type { KnownNames, LocatedProblem, PolicyProblem } from "./policy-problem.ts";

export interface ParsedPolicy {
  readonly document: PolicyDocument;
  readonly notes: readonly LocatedProblem[];
}

const BYTES_MAX = 1_048_576;
const LIMITS = { maxDepth: 12, maxMembers: 100_000, refusedKeys: new Set(["__proto__", "constructor", "prototype"]) };

/** As many as somebody mends before trying again. */
const PROBLEMS_SHOWN = 100;

/**
 * The document that a person wrote as YAML, or every line that keeps it from being one. A section that is left out stays as it is
 * in `base`, the version that the text was written from; one that is there is meant whole.
 */
export function parsePolicy(
  text: string,
  { base, ...known }: KnownNames & { base: PolicyDocument },
): Outcome<ParsedPolicy> {
  const bytes = Buffer.byteLength(text, "utf8");
  if (bytes > BYTES_MAX)
    return refused([problemAtStart(`A policy has at most ${BYTES_MAX} bytes; this has ${bytes}.`)]);
  const yaml = readYaml(text, 1, LIMITS);
  if ("message" in yaml) {
    return refused([yaml, ...yaml.more].map(({ line, column, message }) => ({ line, column, path: "", message })));
  }
  const { value } = yaml;
  if (!isObject(value))
    return refused([problemAtStart("A policy is a list of sections, each 'name:' with its content below.")]);
  const whole = { ...base, ...value };
  const locate = (problem: PolicyProblem): LocatedProblem => locateIn(yaml, value, problem);
  const { errors, notes } = checkPolicy(whole, known);
  if (errors.length > 0) return refused(errors.map(locate));
  return done({ document: policyDocumentSchema.parse(whole), notes: notes.map(locate) });
}

function locateIn({ placeOf }: ReadYaml, written: object, { at, message }: PolicyProblem): LocatedProblem {
  const path = pointerOf(at);
  const [section] = at;
  const isWritten = section === undefined || Object.hasOwn(written, section);
  const origin = isWritten ? "" : ` (The text leaves ${section} out, so it stays as it is in force.)`;
  return { ...placeOf(path), path, message: `${message}${origin}` };
}

function refused(problems: readonly LocatedProblem[]): Refusal {
  const errors = problems.toSorted((a, b) => a.line - b.line || a.column - b.column).slice(0, PROBLEMS_SHOWN);
  const [first] = errors;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : "";
  return refuse("policy_invalid", first && `Line ${first.line}: ${first.message}${more}`, {
    errors,
    found: problems.length,
  });
}

function problemAtStart(message: string): LocatedProblem {
  return { line: 1, column: 1, path: "", message };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
