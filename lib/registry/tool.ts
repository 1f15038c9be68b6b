import type { z } from "zod";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { completeContract } from "./complete-contract.ts";
import type { ToolContract } from "./contract.ts";
import { readDeclaration } from "./declaration.ts";
import { toJsonSchema } from "./to-json-schema.ts";

/**
 * How an author declares a tool: one call, schemas required, `execute` typed by them. What a class does not leave open may
 * be left out (`complete-contract.ts` says what it then is).
 *
 * The code is either in `execute.ts` beside the module that calls `tool({…})`, and then only that file is bundled for the
 * sandbox, or it stands in the call itself, and then the module is bundled with its schemas made inert. Either way the
 * schemas become JSON Schemas in the contract, which is what reviewers read, what the definition hash covers, and what
 * input and output are validated against.
 */

/** What a tool knows about the call it serves; nothing in here is a secret. */
export interface ToolContext {
  /** One a call, the same when it runs again after a lost worker, and no other agent's or tool's: hand it on to whatever you write to. Always a UUID. */
  readonly idempotencyKey: string;
  readonly agentId: string;
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly requestId?: string;
}

/** The contract's `settings`, as reviewed, beside what every call has. */
export type ContextWith<Settings> = ToolContext & { readonly settings: Settings };

export type Execute<Input extends z.ZodType, Output extends z.ZodType, Settings = undefined> = (
  input: z.output<Input>,
  context: [Settings] extends [undefined] ? ToolContext : ContextWith<Settings>,
) => Promise<z.output<Output>>;

type LeftOpen = "egressClass" | "category" | "actionType" | "idempotency" | "idempotent" | "policy" | "outputContent";

/** What an author says of any tool, however it runs. */
export interface Declared
  extends Omit<ToolContract, LeftOpen | "inputSchema" | "outputSchema" | "runtime" | "other">,
    Partial<Pick<ToolContract, LeftOpen>> {
  /** Another name for `egressClass`, as in a TOOL.md. */
  readonly permission_level?: ToolContract["egressClass"];
  /** Short for a `policy.network` of mode allowlist. */
  readonly networkAllowlist?: string[];
  /** Short for `policy.limits`. */
  readonly limits?: NonNullable<ToolPolicy["limits"]>;
}

export interface ToolDefinition<Input extends z.ZodType, Output extends z.ZodType, Settings = undefined>
  extends Omit<Declared, "settings"> {
  readonly input: Input;
  readonly output: Output;
  readonly settings?: Settings;
  readonly execute: Execute<Input, Output, Settings>;
  /** `import.meta.url` of the declaring module, for who is not told the module's file by a loader. */
  readonly declaredIn?: string;
}

/** A declared tool, whatever its types: what lists and loaders hold. */
export type Tool = Omit<ToolDefinition<z.ZodType, z.ZodType>, "execute" | "settings"> & {
  readonly execute: unknown;
  readonly settings?: object | undefined;
};

export function tool<Input extends z.ZodType, Output extends z.ZodType, Settings = undefined>(
  definition: ToolDefinition<Input, Output, Settings>,
): ToolDefinition<Input, Output, Settings> {
  return definition;
}

/** The contract as it is stored and hashed; `bundleHash` ties it to exactly one piece of code. */
export function defineContract(declared: Tool, bundleHash: string): Outcome<ToolContract> {
  const { execute: _code, declaredIn: _module, settings, ...rest } = declared;
  return contractFrom(
    { ...rest, ...(settings ? { settings: { ...settings } } : {}) },
    { kind: "bundle", sha256: bundleHash },
  );
}

/** What is not part of the contract is left behind by the callers; everything else goes in and is hashed. */
export function contractFrom(
  { input, output, ...rest }: Declared & { readonly input: z.ZodType; readonly output: z.ZodType },
  runtime: ToolContract["runtime"],
): Outcome<ToolContract> {
  try {
    const schemas = { inputSchema: toJsonSchema(input), outputSchema: toJsonSchema(output) };
    const read = readDeclaration({ ...present(rest), ...schemas });
    return read.ok ? completeContract(read.value, runtime) : read;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refuse("invalid_definition", `${rest.name}: ${error.message}`);
  }
}

/** A field that is there and undefined was left out, by whoever writes `limits: options.limits`. */
function present(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
