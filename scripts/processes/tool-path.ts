import { join } from "node:path";
import { PROJECT_ROOT } from "#lib/environment/home.ts";

/** A program that npm installed. */
export function toolPath(name: string): string {
  return join(PROJECT_ROOT, "node_modules", ".bin", name);
}
