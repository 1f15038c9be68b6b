import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { Unstartable } from "./unstartable.ts";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/**
 * Opens the server's log to be added to. The folder is the server's account's, and we may be root: a link, or a second name of
 * somebody else's file, would have the server's words written where that account may not write.
 */
export function openLog(file: string): number {
  const descriptor = openPlainly(file);
  const stat = descriptor === undefined ? undefined : fstatSync(descriptor);
  if (descriptor !== undefined && stat?.isFile() && stat.nlink === 1) return descriptor;
  if (descriptor !== undefined) closeSync(descriptor);
  throw new Unstartable(
    "bad_configuration",
    `${file} is not a file of the server's own. Find out who put it there, and remove it.`,
  );
}

function openPlainly(file: string): number | undefined {
  try {
    return openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (!["ELOOP", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return undefined;
  }
}
