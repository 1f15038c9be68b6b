import { mkdir } from "node:fs/promises";
import { renamed } from "./open-folder.ts";

export async function makeFolder(step: string, path: string): Promise<void> {
  await mkdir(step).catch((error: NodeJS.ErrnoException) => {
    // Another call made it first; whether it is a folder shows when it is entered.
    if (error.code !== "EEXIST") throw renamed(error, step, path);
  });
}
