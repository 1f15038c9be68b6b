import { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type ActionType, DEFAULT_ACTION } from "#lib/policy/action-types.ts";
import { type ToolContract, toolContractSchema } from "./contract.ts";

/**
 * How an author declares a tool: one call, schemas required, `execute` typed by them.
 *
 * The code lives in `execute.ts` beside the module that calls `tool({…})`, and only that file is bundled for the
 * sandbox. The schemas stay outside: they become JSON Schemas in the contract, which is what reviewers read, what the
 * definition hash covers, and what input and output are validated against.
 */

/** What a tool knows about the call it serves; nothing in here is a secret. */
export interface ToolContext {
  readonly idempotencyKey: string;
  readonly agentId: string;
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly requestId?: string;
}

export type Execute<Input extends z.ZodType, Output extends z.ZodType> = (
  input: z.output<Input>,
  context: ToolContext,
) => Promise<z.output<Output>>;

type Declared = Omit<
  ToolContract,
  "inputSchema" | "outputSchema" | "actionType" | "idempotent" | "outputContent" | "runtime" | "other"
>;

export interface ToolDefinition<Input extends z.ZodType, Output extends z.ZodType> extends Declared {
  readonly input: Input;
  readonly output: Output;
  /** By default what a tool of the category usually does (`DEFAULT_ACTION`). */
  readonly actionType?: ActionType;
  /** By default no: a lost call is then never run a second time without a person. */
  readonly idempotent?: boolean;
  /** By default prose, which is cleaned more. */
  readonly outputContent?: ToolContract["outputContent"];
  readonly execute: Execute<Input, Output>;
  /** `import.meta.url` of the declaring module; `execute.ts` beside it is the code. */
  readonly declaredIn: string;
}

/** A declared tool, whatever its types: what lists and loaders hold. */
export type Tool = Omit<ToolDefinition<z.ZodType, z.ZodType>, "execute"> & { readonly execute: unknown };

export function tool<Input extends z.ZodType, Output extends z.ZodType>(
  definition: ToolDefinition<Input, Output>,
): ToolDefinition<Input, Output> {
  return definition;
}

/** The contract as it is stored and hashed; `bundleHash` ties it to exactly one piece of code. */
export function defineContract(declared: Tool, bundleHash: string): Outcome<ToolContract> {
  // What is not part of the contract is named and left behind; everything else goes in and is hashed.
  const { input, output, declaredIn: _module, execute: _code, ...rest } = declared;
  try {
    const contract = toolContractSchema.safeParse({
      ...rest,
      inputSchema: toJsonSchema(input),
      outputSchema: toJsonSchema(output),
      actionType: rest.actionType ?? DEFAULT_ACTION[rest.category],
      idempotent: rest.idempotent ?? false,
      outputContent: rest.outputContent ?? "prose",
      runtime: { kind: "bundle", sha256: bundleHash },
    });
    if (contract.success) return done(contract.data);
    return refuse("invalid_definition", `${declared.name} breaks the contract's schema.`, {
      errors: contract.error.issues.map(({ path, message }) => ({ pointer: `/${path.join("/")}`, message })),
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refuse("invalid_definition", `${declared.name}: ${error.message}`);
  }
}

const CHANGES_THE_VALUE = new Set(["default", "prefault", "catch", "transform", "pipe"]);

/**
 * JSON Schema can only say what a value looks like. A check or change that it cannot say would be silently lost, and
 * the author would believe in a guard that is not there; so it is an error when the tool is declared.
 */
function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  return { ...z.toJSONSchema(schema, { override: ({ zodSchema, path }) => refuseWhatIsLost(zodSchema, path) }) };
}

function refuseWhatIsLost(schema: z.core.$ZodTypes, path: (string | number)[]): void {
  const { def } = schema._zod;
  const checks = (def.checks ?? []).map((check) => check._zod.def.check);
  const lost = [
    ...(CHANGES_THE_VALUE.has(def.type) ? [def.type] : []),
    ...("coerce" in def && def.coerce ? ["coerce"] : []),
    ...(checks.includes("custom") ? ["refine"] : []),
    ...(checks.includes("overwrite") ? ["overwrite"] : []),
  ];
  if (lost.length > 0) throw new Error(`JSON Schema cannot express '${lost[0]}' at /${path.join("/")}.`);
}
