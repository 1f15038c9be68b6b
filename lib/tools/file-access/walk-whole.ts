import type { FileHandle } from "node:fs/promises";
import { type WalkedEntry, walkFolder } from "./walk-folder.ts";

export interface WholeWalk {
  /** Folders below this are not entered, so they must not be there. */
  readonly depth: number;
  readonly visits: number;
  /** Thrown where not everything could be seen: a check that stops early has checked nothing. */
  readonly otherwise: Error;
}

/** Everything below a folder, or an error. */
export async function* walkWhole(
  folder: FileHandle,
  { depth, visits, otherwise }: WholeWalk,
): AsyncGenerator<WalkedEntry, void> {
  const walk = walkFolder(folder, { depth, visits, hidden: true });
  try {
    for (let step = await walk.next(); ; step = await walk.next()) {
      if (step.done) {
        if (!step.value) throw otherwise;
        return;
      }
      yield step.value;
      if (step.value.kind === "folder" && step.value.path.split("/").length >= depth) throw otherwise;
    }
  } finally {
    // Closes the folders that it is in.
    await walk.return(false);
  }
}
