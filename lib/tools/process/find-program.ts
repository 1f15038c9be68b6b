import { access, constants } from "node:fs/promises";
import { failure } from "../failures/failure.ts";

/** The first of these files that can be run. */
export async function findProgram(name: string, places: readonly string[]): Promise<string> {
  for (const place of places) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  throw failure(
    "program_missing",
    `This installation's sandbox has no ${name}; it is looked for at ${places.join(", ")}.`,
  );
}
