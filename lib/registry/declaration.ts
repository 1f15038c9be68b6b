import { z } from "zod";
import { done, type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { canonicalActionPattern } from "#lib/policy/action-pattern.ts";
import { headOf } from "#lib/policy/plain-text.ts";
import { toolPolicySchema } from "#lib/policy/tool-policy.ts";
import { CATEGORIES } from "#lib/policy/vocabulary.ts";
import { escapePointer } from "./canonical-json.ts";
import { type ToolContract, toolContractSchema } from "./contract.ts";
import { nearestName } from "./nearest-name.ts";

/**
 * What an author says about a tool, whichever way it comes in: the contract's fields, of which some may be left open, the
 * short ways of writing others, and how it runs. It is read here once, so that a definition over HTTP, a TOOL.md and
 * `tool({…})` cannot mean different things; `complete-contract.ts` then fills in what was left open.
 */
const runtimeSchema = toolContractSchema.shape.runtime;
type Runtime = ToolContract["runtime"];

const declarationSchema = toolContractSchema
  .omit({ runtime: true })
  .partial({
    egressClass: true,
    category: true,
    actionType: true,
    idempotency: true,
    idempotent: true,
    policy: true,
    outputContent: true,
  })
  .extend({
    /** The same as `policy.network` with these hosts and nothing else. */
    networkAllowlist: toolPolicySchema.shape.network.unwrap().shape.hosts,
    /** The same as `policy.limits`. */
    limits: toolPolicySchema.shape.limits,
    runtime: runtimeSchema.optional(),
    /** A file of code, relative to the definition. Only who reads the definition from a folder can follow it. */
    execute: z
      .string()
      .max(300)
      .regex(/^\.\/[A-Za-z0-9._-]+\.(ts|mts|js|mjs)$/, "The code is a file beside the definition: ./execute.ts")
      .optional(),
    /** The same as a runtime of kind command. */
    command: z.array(z.union([z.string(), z.strictObject({ input: z.string() })])).optional(),
    /** The agent's runtime runs it. */
    external: z.literal(true).optional(),
  });

export type Declaration = Omit<
  z.infer<typeof declarationSchema>,
  "networkAllowlist" | "limits" | "runtime" | "execute" | "command" | "external"
>;

export interface ReadDeclaration {
  readonly declaration: Declaration;
  /** Which hosts and limits were given in short; both belong to the policy. */
  readonly short: Pick<z.infer<typeof declarationSchema>, "networkAllowlist" | "limits">;
  /** `code`: a bundle has to be made of that file (or was already, by whoever sends it). */
  readonly runs: Runtime | { readonly kind: "code"; readonly file: string } | undefined;
}

export interface FieldProblem {
  /** JSON Pointer into what was written. */
  readonly pointer: string;
  readonly message: string;
}

export function refuseFields(problems: readonly FieldProblem[], subject = "The definition"): Refusal {
  const [first] = problems;
  const said = first ? `${subject} is not usable: ${first.pointer || "/"}: ${first.message}` : undefined;
  return refuse("invalid_definition", said, { errors: problems.slice(0, 20) });
}

/** Fields that have another name outside: what a TOOL.md, the seeds' words or an MCP server call them. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["permission_level", "egressClass"],
  ["permissionLevel", "egressClass"],
  ["input", "inputSchema"],
  ["output", "outputSchema"],
]);
const FIELDS = new Set(Object.keys(declarationSchema.shape));
/** What an MCP server may say beside what we know; kept, hashed and scanned, with no meaning for us. */
const KEPT_ASIDE = new Set(["_meta", "execution"]);

export function readDeclaration(written: Readonly<Record<string, unknown>>): Outcome<ReadDeclaration> {
  const { fields, problems } = inOurWords(written);
  if (problems.length > 0) return refuseFields(problems);
  const parsed = declarationSchema.safeParse(fields);
  if (!parsed.success) return refuseFields(problemsOf(parsed.error, written));
  const { networkAllowlist, limits, runtime, execute, command, external, ...declaration } = parsed.data;
  const runs: ReadDeclaration["runs"][] = [
    runtime,
    execute === undefined ? undefined : { kind: "code", file: execute },
    command === undefined ? undefined : { kind: "command", argv: command },
    external && { kind: "external" },
  ].filter((one) => one !== undefined) as ReadDeclaration["runs"][];
  if (runs.length > 1) {
    return refuseFields([{ pointer: "/runtime", message: "Only one of runtime, execute, command and external." }]);
  }
  return done({
    declaration,
    short: { ...(networkAllowlist && { networkAllowlist }), ...(limits && { limits }) },
    runs: runs[0],
  });
}

/** The same fields under the contract's names, and the seeds' words for categories and actions as ours. */
function inOurWords(written: Readonly<Record<string, unknown>>): {
  fields: Record<string, unknown>;
  problems: FieldProblem[];
} {
  const fields: Record<string, unknown> = {};
  const aside: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, value] of Object.entries(written)) {
    const pointer = `/${escapePointer(name)}`;
    if (KEPT_ASIDE.has(name)) {
      aside[name] = value;
      continue;
    }
    const field = fieldOf(name);
    if (field === undefined) problems.push({ pointer, message: unknownField(name, [...FIELDS, "permission_level"]) });
    else if (Object.hasOwn(fields, field)) problems.push({ pointer, message: `This says again what ${field} says.` });
    else fields[field] = value;
  }
  if (typeof fields.category === "string") fields.category = canonicalCategory(fields.category);
  if (typeof fields.actionType === "string") fields.actionType = canonicalActionPattern(fields.actionType);
  // An `other` that is no object is left for the schema to refuse.
  const { other = {} } = fields;
  if (Object.keys(aside).length > 0 && typeof other === "object") fields.other = { ...other, ...aside };
  return { fields, problems };
}

function fieldOf(name: string): string | undefined {
  const known = OTHER_NAMES.get(name);
  if (known !== undefined) return known;
  const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return FIELDS.has(camel) ? camel : undefined;
}

/** `deployment` names a category here; in a list of actions the same word stands for the family `deploy`. */
function canonicalCategory(word: string): string {
  return CATEGORIES.some((category) => category === word) ? word : canonicalActionPattern(word);
}

function unknownField(name: string, known: readonly string[]): string {
  // A name that is a field elsewhere is still unknown here.
  const others = known.filter((other) => other !== name);
  const near = nearestName(name, others);
  return `There is no field '${headOf(name, 60)}'.${near ? ` Did you mean '${near}'?` : ""}`;
}

/** A place in the contract as the author called it, whose word for the field may be another. */
export function asWritten(pointer: string, written: Readonly<Record<string, unknown>>): string {
  const [, field = "", rest = ""] = /^\/([^/]*)(.*)$/s.exec(pointer) ?? [];
  if (Object.hasOwn(written, field)) return pointer;
  const name = Object.keys(written).find((one) => fieldOf(one) === field);
  return name === undefined ? pointer : `/${escapePointer(name)}${rest}`;
}

/** Zod's issues, at the place where the author wrote the field, each unknown one by itself with the nearest known name. */
function problemsOf(error: z.ZodError, written: Readonly<Record<string, unknown>>): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const pointer = asWritten(issue.path.map((segment) => `/${escapePointer(String(segment))}`).join(""), written);
    if (issue.code !== "unrecognized_keys") return [{ pointer, message: sentence(issue.message) }];
    return issue.keys.map((key) => ({
      pointer: `${pointer}/${escapePointer(key)}`,
      message: unknownField(key, WORDS),
    }));
  });
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** Every field name at any depth, for hints. */
const WORDS = [...namesIn(z.toJSONSchema(declarationSchema, { io: "input", unrepresentable: "any" }))];

function namesIn(node: unknown, names: Set<string> = new Set()): Set<string> {
  if (typeof node !== "object" || node === null) return names;
  const { properties } = node as { properties?: unknown };
  if (typeof properties === "object" && properties !== null)
    for (const name of Object.keys(properties)) names.add(name);
  for (const child of Object.values(node)) namesIn(child, names);
  return names;
}
