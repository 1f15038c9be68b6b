import { z } from "zod";
import { nearestName } from "#lib/registry/nearest-name.ts";
import { pickValues } from "./pick-values.ts";
import { policyDocumentSchema } from "./policy-document.ts";
import type { PolicyPath, PolicyProblem } from "./policy-problem.ts";

/** What does not have the shape of a policy, or lies below an invariant, in sentences that say what to write instead. */
export function checkSchema(document: unknown): PolicyProblem[] {
  const parsed = policyDocumentSchema.safeParse(document);
  return parsed.success ? [] : parsed.error.issues.slice(0, ISSUES_MAX).flatMap((issue) => explain(issue, document));
}

/** As many as anybody would mend; each is looked up in the document. */
const ISSUES_MAX = 1000;

type Issue = z.core.$ZodIssue;

function explain(issue: Issue, document: unknown): PolicyProblem[] {
  const at = issue.path.map((segment) => (typeof segment === "number" ? segment : String(segment)));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, ISSUES_MAX).map((key) => ({ at: [...at, key], message: unknownKey(key, keysAt(at)) }));
  }
  return [{ at, message: sentenceFor(issue, at, document) }];
}

function sentenceFor(issue: Issue, at: PolicyPath, document: unknown): string {
  const field = nameOf(at);
  const [found] = pickValues(document, ...at.map(String));
  if (found === undefined && issue.code !== "custom" && issue.code !== "invalid_key") {
    return `${field} is missing. Write it; a section that is there is written whole.`;
  }
  if (isVoter(at)) return "Voters are operator and reviewer. An admin, who writes the policy, never votes under it.";
  switch (issue.code) {
    case "invalid_type":
      return `${field} takes ${articled(issue.expected)}, and this is ${kindOf(found?.value)}.`;
    case "invalid_value":
      return `${field} is ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}.${hintFor(issue.values, found?.value)}`;
    case "too_small":
      return (
        floorFor(at) ??
        `${field} is ${sized(issue.origin)}${issue.inclusive ? "at least" : "more than"} ${issue.minimum}.`
      );
    case "too_big":
      return `${field} is ${sized(issue.origin)}at most ${issue.maximum}.`;
    case "invalid_key":
      return `${field} cannot be a name here. ${issue.issues.map(({ message }) => message).join(" ")}`;
    case "invalid_format":
    case "custom":
      return issue.message;
    default:
      return `${field}: ${issue.message}.`;
  }
}

/** The floors of the invariants. A document that could go below them would only be refused later, by a constraint. */
const FLOORS: readonly (readonly [pointer: string, sentence: string])[] = [
  ["classes/safety/write/people", "A call of class write takes at least one person, whatever a policy says."],
  ["classes/safety/financial/people", "A financial call takes at least one person, whatever a policy says."],
  ["classes/safety/privileged/people", "A privileged call takes two people, whatever a policy says."],
  ["classes/safety/network/open_people", "The open network takes at least one person, whatever a policy says."],
  ["classes/egress/write", "Egress class write takes at least one person, whatever a policy says."],
];

function floorFor(at: PolicyPath): string | undefined {
  const found = FLOORS.find(([pointer]) => pointer === at.join("/"));
  return found && `${found[1]} Raise it.`;
}

function isVoter(at: PolicyPath): boolean {
  return at[0] === "classes" && at[3] === "voters" && at.length === 5;
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  const hint = near === undefined ? `Known are ${known.join(", ")}.` : `Did you mean ${near}?`;
  return `There is no ${JSON.stringify(key.slice(0, 80))} here. ${hint}`;
}

function hintFor(values: readonly unknown[], written: unknown): string {
  const near = typeof written === "string" ? nearestName(written, values.map(String)) : undefined;
  return near === undefined || near === written ? "" : ` Did you mean ${near}?`;
}

/** The keys that the schema has at a place. */
function keysAt(at: PolicyPath): string[] {
  let schema: unknown = policyDocumentSchema;
  for (const segment of at) {
    const plain = unwrapped(schema);
    if (plain instanceof z.ZodObject) schema = plain.shape[String(segment)];
    else if (plain instanceof z.ZodRecord) schema = plain.valueType;
    else if (plain instanceof z.ZodArray) schema = plain.element;
    else return [];
  }
  const plain = unwrapped(schema);
  return plain instanceof z.ZodObject ? Object.keys(plain.shape) : [];
}

function unwrapped(schema: unknown): unknown {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isWrapped ? unwrapped(schema.unwrap()) : schema;
}

/** The nearest name to a place: an item is called after its list. */
function nameOf(at: PolicyPath): string {
  const name = at.findLast((segment) => typeof segment === "string");
  return name === undefined ? "The document" : typeof at.at(-1) === "number" ? `Each of ${name}` : String(name);
}

const KINDS: Readonly<Record<string, string>> = {
  object: "keys with values",
  record: "names with values",
  array: "a list",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  null: "nothing",
};

function articled(kind: string): string {
  return KINDS[kind] ?? kind;
}

function kindOf(value: unknown): string {
  if (typeof value === "boolean" || (typeof value === "number" && !Number.isInteger(value))) return String(value);
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return articled(kind);
}

function sized(origin: string): string {
  return origin === "array" ? "a list of " : origin === "string" ? "a text whose length is " : "";
}
