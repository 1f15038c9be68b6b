import { z } from "zod";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { ToolContract } from "./contract.ts";
import { contractFrom, type Declared } from "./tool.ts";

/** A JSON Pointer to something that the input schema names. */
type PointerInto<Input extends z.ZodType> = `/${Extract<keyof z.output<Input>, string>}${"" | `/${string}`}`;

/** An argument: a literal, or one value of the validated input. Never a piece of either inside a string. */
type Argument<Input extends z.ZodType> = string | { readonly input: PointerInto<Input> };

export interface ProcessToolDefinition<Input extends z.ZodType> extends Declared {
  readonly input: Input;
  /** What the command prints, as one text. */
  readonly output?: z.ZodType<string>;
  /** The program, then its arguments, one item each. No shell reads it. */
  readonly command: readonly [program: string, ...rest: Argument<Input>[]];
}

/** A declared command, whatever its types. */
export type ProcessTool = Omit<ProcessToolDefinition<z.ZodType>, "command"> & {
  readonly command: readonly (string | { readonly input: string })[];
};

/** A tool that is a program of the machine, run in the sandbox with arguments built from the validated input. */
export function processTool<Input extends z.ZodType>(
  definition: ProcessToolDefinition<Input>,
): ProcessToolDefinition<Input> {
  return definition;
}

export function processContract({ command, output = z.string(), ...rest }: ProcessTool): Outcome<ToolContract> {
  return contractFrom({ ...rest, output }, { kind: "command", argv: [...command] });
}

export interface ExternalToolDefinition<Input extends z.ZodType, Output extends z.ZodType> extends Declared {
  readonly input: Input;
  readonly output: Output;
  readonly external: true;
}

/** A declared external tool, whatever its types. */
export type ExternalTool = ExternalToolDefinition<z.ZodType, z.ZodType>;

/** A tool that the agent's own runtime runs: decided, recorded and cleaned here, confined by nobody. */
export function externalTool<Input extends z.ZodType, Output extends z.ZodType>(
  definition: Omit<ExternalToolDefinition<Input, Output>, "external">,
): ExternalToolDefinition<Input, Output> {
  return { ...definition, external: true } as ExternalToolDefinition<Input, Output>;
}

export function externalContract({ external: _external, ...rest }: ExternalTool): Outcome<ToolContract> {
  return contractFrom(rest, { kind: "external" });
}
