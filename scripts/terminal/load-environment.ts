import { existsSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { readEnvironment } from "#lib/environment/read-environment.ts";
import type { Environment } from "#lib/environment/variables.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";

/**
 * The environment of a command: what is set, then what `.env` adds. A process that `up` started has been given what it needs, and must
 * not find the others' logins in that file. Ends with a clear sentence when the environment cannot be used.
 */
export function loadEnvironment(): Environment {
  const file = join(PROJECT_ROOT, ".env");
  const isSupervised = process.send !== undefined;
  if (!isSupervised && existsSync(file)) process.loadEnvFile(file);
  const environment = readEnvironment();
  if (environment.ok) return environment.value;
  process.stderr.write(`${tellSender(environment)}\n`);
  return process.exit(1);
}
