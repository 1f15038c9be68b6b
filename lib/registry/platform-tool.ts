import type { z } from "zod";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { PlatformOperation, ToolContract } from "./contract.ts";
import { contractFrom, type Declared } from "./tool.ts";

/** A tool that Airlock's own database does, by an operation it knows: typed, classified and cleaned like any, with no code of its own. */
export interface PlatformTool extends Declared {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly operation: PlatformOperation;
}

export function platformTool(definition: PlatformTool): PlatformTool {
  return definition;
}

export function platformContract({ operation, ...rest }: PlatformTool): Outcome<ToolContract> {
  return contractFrom(rest, { kind: "platform", operation });
}
