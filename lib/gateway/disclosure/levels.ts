import type { ToolContract } from "#lib/registry/contract.ts";
import type { UsableTool } from "../usable-tools.ts";
import { modelSchema } from "./model-schema.ts";
import { modelLine, modelText, modelValue, TEXT_MAX } from "./model-text.ts";

/**
 * What an agent is told of a tool, in three steps: enough to choose it, all that it takes to call it, and what there is to read
 * beyond that. Pure; who may see the tool is decided before.
 */
const SUMMARY_MAX = 200;

export interface ToolSummary {
  readonly name: string;
  readonly summary: string;
  readonly category: ToolContract["category"];
  readonly costTier?: NonNullable<ToolContract["costTier"]>;
  readonly requiresApproval: boolean;
  readonly definitionHash: string;
}

/** Level 1. */
export function summaryOf({ contract, definitionHash, requiresApproval }: UsableTool): ToolSummary {
  return {
    name: contract.name,
    summary: modelLine(contract.summary ?? contract.description, SUMMARY_MAX),
    category: contract.category,
    ...(contract.costTier === undefined ? {} : { costTier: contract.costTier }),
    requiresApproval,
    definitionHash,
  };
}

export interface ToolBody {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly category: ToolContract["category"];
  readonly costTier?: NonNullable<ToolContract["costTier"]>;
  readonly safetyClass: ToolContract["safetyClass"];
  readonly egressClass: ToolContract["egressClass"];
  readonly requiresApproval: boolean;
  readonly idempotency: ToolContract["idempotency"];
  readonly definitionHash: string;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  readonly examples?: unknown;
  readonly failureModes?: readonly string[];
  /** What level 3 has, by id. */
  readonly resources?: readonly { readonly id: string; readonly title: string; readonly tokens: number }[];
}

/** Level 2. */
export function bodyOf({ contract, definitionHash, requiresApproval }: UsableTool): ToolBody {
  const { title, examples, failureModes, resources, costTier } = contract;
  return {
    name: contract.name,
    ...(title === undefined ? {} : { title: modelText(title, TEXT_MAX.title) }),
    description: modelText(contract.description, TEXT_MAX.description),
    category: contract.category,
    ...(costTier === undefined ? {} : { costTier }),
    safetyClass: contract.safetyClass,
    egressClass: contract.egressClass,
    requiresApproval,
    idempotency: contract.idempotency,
    definitionHash,
    inputSchema: modelSchema(contract.inputSchema) as Record<string, unknown>,
    outputSchema: modelSchema(contract.outputSchema) as Record<string, unknown>,
    ...(examples === undefined ? {} : { examples: modelValue(examples) }),
    ...(failureModes === undefined
      ? {}
      : { failureModes: failureModes.map((text) => modelText(text, TEXT_MAX.nested)) }),
    ...(resources === undefined
      ? {}
      : {
          resources: resources.map(({ id, title: name, text }) => ({
            id,
            title: modelText(name, TEXT_MAX.title),
            tokens: estimateTokens(text),
          })),
        }),
  };
}

export interface ToolResource {
  readonly id: string;
  readonly title: string;
  readonly mimeType: string;
  readonly text: string;
}

/** Level 3. */
export function resourceOf({ contract }: UsableTool, id: string): ToolResource | undefined {
  const found = contract.resources?.find((resource) => resource.id === id);
  if (!found) return undefined;
  const { title, mimeType = "text/markdown", text } = found;
  return {
    id,
    title: modelText(title, TEXT_MAX.title),
    mimeType: modelLine(mimeType, TEXT_MAX.title),
    text: modelText(text, TEXT_MAX.resource),
  };
}

/** Four bytes a token: what the common tokenisers come to for English and JSON, and too much rather than too little for other scripts. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, "utf8") / 4);
}

export function tokensOf(value: ToolSummary | ToolBody): number {
  return estimateTokens(JSON.stringify(value));
}
