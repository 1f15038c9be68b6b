import { randomInt } from "node:crypto";
import { type DrillMaterial, makeDrill } from "./make-drill.ts";

/** Asks the database one question; the dashboard's driver and the housekeeper's both can. */
export type AskDatabase = (statement: string, values: readonly (string | boolean | null)[]) => Promise<unknown>;

/**
 * Places a drill among the questions when one is due, and says whether it did. A person who orders one (`session`) gets one now.
 * Which call it is made of, and how it is spoilt, nobody can foresee.
 */
export async function placeDrill(ask: AskDatabase, session: string | null): Promise<boolean> {
  const material = (await ask("select agents.fn_drill_material($1) as answer", [session])) as DrillMaterial[];
  const drill = makeDrill(material, (from) => (from.length === 0 ? undefined : from[randomInt(from.length)]));
  if (!drill) return false;
  const placed = await ask(
    "select agents.fn_place_drill($1, $2, $3, $4, $5::text::jsonb, $6, $7, $8::text::jsonb) as answer",
    [
      session,
      drill.agentId,
      drill.toolVersionId,
      drill.input,
      JSON.stringify(drill.checks),
      drill.effect,
      drill.flaw,
      drill.targets.length === 0 ? null : JSON.stringify(drill.targets),
    ],
  );
  return placed !== null;
}
