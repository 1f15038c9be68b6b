import { z } from "zod";

const CHANGES_THE_VALUE = new Set(["default", "prefault", "catch", "transform", "pipe"]);

/**
 * JSON Schema can only say what a value looks like. A check or change that it cannot say would be silently lost, and
 * the author would believe in a guard that is not there; so it is an error when the tool is declared.
 */
export function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
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
