import { isIPv4, isIPv6 } from "node:net";
import { Ajv, type ErrorObject, type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { RE2JS } from "re2js";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { headOf } from "#lib/policy/plain-text.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkReferences } from "./check-references.ts";

/**
 * Compiles a tool's JSON Schema. Schemas come from authors and upstream servers and are applied to what agents send, so
 * each one is held to what stays cheap: patterns run on a linear engine, `uniqueItems` only over short arrays, references
 * that end, nothing is fetched, an unknown keyword is an error (a misspelt guard guards nothing). Every schema gets a compiler of its own:
 * in a shared one, one tool's `$id` could be another tool's `$ref`.
 */
export type SchemaCheck = (value: unknown) => ErrorObject[] | undefined;

const PROGRAM_MAX = 2000;
const UNIQUE_ITEMS_MAX = 1000;

/** `all`: every error instead of the first; only for small values, since hostile ones can have very many. */
export function compileSchema(schema: Record<string, unknown>, reporting: Reporting): Outcome<SchemaCheck> {
  try {
    refuseCostlyKeywords(schema);
    const [problem] = [...checkReferences(schema), ...checkPatterns(schema)];
    if (problem) throw new Error(`${problem.pointer || "/"}: ${problem.message}`);
    const draft = String(schema.$schema ?? "").includes("draft-07") ? "draft-07" : "2020-12";
    metaCheckOf(schema.$schema, draft, reporting).validateSchema(schema, true);
    const validate = makeCompiler(draft, reporting, { validateSchema: false }).compile(schema);
    return done((value) => (validate(value) === true ? undefined : (validate.errors ?? [])));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refuse("invalid_definition", `A schema cannot be used: ${headOf(error.message, 300).replace(/\.$/, "")}.`);
  }
}

type Draft = "draft-07" | "2020-12";
type Reporting = "first" | "all";

function makeCompiler(draft: Draft, reporting: Reporting, more: Options = {}): Ajv {
  const options = { ...OPTIONS, ...more, code: { regExp: linearPatterns() }, allErrors: reporting === "all" };
  return draft === "draft-07" ? new Ajv(options) : new Ajv2020(options);
}

/** How the schema of schemas is named, if it is. */
const NAMES_OF_DRAFTS = new Set<unknown>([
  undefined,
  "https://json-schema.org/draft/2020-12/schema",
  "http://json-schema.org/draft-07/schema#",
  "http://json-schema.org/draft-07/schema",
]);

const metaChecks = new Map<string, Ajv>();

/**
 * What holds a schema against the schema of schemas. It is one for all that name it as everybody does: compiling it anew costs six
 * times what a tool's own does. It only ever reads a schema and never takes one in, so none can refer to another by it; of another
 * name it would keep what that leads to, so whoever comes with one is given a check that is thrown away.
 */
function metaCheckOf(name: unknown, draft: Draft, reporting: Reporting): Ajv {
  if (!NAMES_OF_DRAFTS.has(name)) return makeCompiler(draft, reporting);
  const key = `${draft} ${reporting}`;
  const made = metaChecks.get(key) ?? makeCompiler(draft, reporting);
  metaChecks.set(key, made);
  return made;
}

function refuseCostlyKeywords(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  const { uniqueItems, maxItems } = node as { uniqueItems?: unknown; maxItems?: unknown };
  if (uniqueItems === true && !(typeof maxItems === "number" && maxItems <= UNIQUE_ITEMS_MAX)) {
    throw new Error(`uniqueItems needs maxItems of at most ${UNIQUE_ITEMS_MAX}`);
  }
  for (const child of Object.values(node)) refuseCostlyKeywords(child);
}

interface LinearPattern {
  test(text: string): boolean;
  toString(): string;
}

/** Each pattern is compiled once, however many references lead to it: Ajv asks again for each of them. */
function linearPatterns(): { (pattern: string): LinearPattern; code: string } {
  const known = new Map<string, LinearPattern>();
  const linearPattern = (pattern: string): LinearPattern => {
    const made = known.get(pattern) ?? compilePattern(pattern);
    known.set(pattern, made);
    return made;
  };
  return Object.assign(linearPattern, { code: "linearPattern" });
}

function compilePattern(pattern: string): LinearPattern {
  const program = RE2JS.compile(RE2JS.translateRegExp(pattern));
  if (program.programSize() > PROGRAM_MAX) throw new Error(`the pattern ${headOf(pattern, 80)} is too large`);
  // Ajv tells patterns apart by their text; without it the first one compiled would stand for all.
  return { test: (text) => program.test(text), toString: () => pattern };
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;
const HOSTNAME = /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}))*$/;
const UUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

/** Formats that say how wide a number is, or what a person calls it; there is nothing to check in a string. */
const ANNOTATIONS = [
  "int32",
  "int64",
  "uint",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "float",
  "double",
  "byte",
  "binary",
  "password",
  "base64",
  // Judged by the gate (lib/policy/gate), against what tool and agent may touch.
  "path",
  "file-path",
  "uri-reference",
];

const OPTIONS: Options = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  validateFormats: true,
  formats: {
    date: (text: string) => DATE.test(text) && !Number.isNaN(Date.parse(text)),
    "date-time": (text: string) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
    uri: (text: string) => URL.canParse(text),
    hostname: HOSTNAME,
    ipv4: isIPv4,
    ipv6: isIPv6,
    uuid: UUID,
    email: EMAIL,
    ...Object.fromEntries(ANNOTATIONS.map((name) => [name, true as const])),
  },
  // For the gate as well: a misspelt word there would be an argument that nobody looks at.
  keywords: [{ keyword: "x-airlock", metaSchema: { enum: ["path", "url", "host", "text"] } }],
  logger: false,
};
