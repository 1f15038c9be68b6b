import { describeEffect } from "#lib/policy/effect.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { validateInput } from "#lib/registry/validate.ts";
import { FLAWS } from "./flaws.ts";

/** A real call that people were asked about, which a decoy can be made of. */
export interface DrillMaterial {
  readonly agentId: string;
  readonly toolVersionId: string;
  readonly tool: string;
  readonly contract: ToolContract;
  /** RFC 8785 text. */
  readonly input: string;
}

export interface Drill {
  readonly agentId: string;
  readonly toolVersionId: string;
  readonly input: string;
  readonly effect: string;
  readonly flaw: string;
}

/**
 * One of the calls with one flaw, or nothing where none of them can be spoilt so that the tool would still take it. `pick` chooses
 * among what is possible, so that nobody learns an order.
 */
export function makeDrill(
  material: readonly DrillMaterial[],
  pick: <T>(from: readonly T[]) => T | undefined,
): Drill | undefined {
  return pick(material.flatMap(drillsOf));
}

function drillsOf({ agentId, toolVersionId, contract, input }: DrillMaterial): Drill[] {
  const given = argumentsIn(input);
  return Object.entries(given).flatMap(([name, value]) =>
    FLAWS.flatMap(({ sentence, spoil }) => {
      const spoilt = typeof value === "string" || typeof value === "number" ? spoil(value, name) : undefined;
      if (spoilt === undefined || spoilt === value) return [];
      const bad = { ...given, [name]: spoilt };
      if (!validateInput(contract, bad).ok) return [];
      return [
        { agentId, toolVersionId, input: canonicalJson(bad), effect: describeEffect(contract, bad), flaw: sentence },
      ];
    }),
  );
}

/** What an agent sent may be anything; what is no object has no arguments to spoil. */
function argumentsIn(input: string): Record<string, unknown> {
  const value: unknown = JSON.parse(input);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
