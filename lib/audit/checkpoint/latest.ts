/**
 * The newest checkpoint as a watcher reads it: one small file, replaced whole. Apart from the folder's own module, so that the web app's
 * bundler finds no walk through folders here, which it would take for a reason to pack the whole project.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";

const latestSchema = z.strictObject({
  /** The public key, for whoever only watches. Whoever proves takes the key from elsewhere. */
  key: z.string(),
  note: z.string(),
  /** The signed word that this was the whole log a moment ago. */
  life: z.string(),
});
export type Latest = z.infer<typeof latestSchema>;

export function latestFile(folder: string): string {
  return `${folder}/latest.json`;
}

/** Nothing when there is none; a file that cannot be read as one holds nothing that its key has signed. */
export function readLatest(folder: string): Latest | undefined {
  const file = latestFile(folder);
  try {
    return latestSchema.parse(JSON.parse(readFileSync(/* turbopackIgnore: true */ file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    return { key: "", note: "", life: "" };
  }
}
