import type postgres from "postgres";
import { readStrays, sayStray } from "./read-strays.ts";
import { readTableFaults } from "./read-table-faults.ts";

/** What an export must not pass over in silence: tables that may show others something else, and rows where no entry can be. */
export async function readIntrusions(snapshot: postgres.ISql): Promise<string[]> {
  const faults = await readTableFaults(snapshot);
  if (faults.length > 0) return faults.map(({ sentence }) => sentence);
  return (await readStrays(snapshot)).map(({ lane, seq }) => sayStray(lane, seq));
}
