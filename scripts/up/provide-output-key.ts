import type { Environment } from "#lib/environment/variables.ts";
import { keepOutputKey, outputKeyFile, outputSealingKeyFile } from "#lib/outputs/output-keys.ts";
import type { Installation } from "./children.ts";

/**
 * The key that raw outputs are sealed to, made at the first start where nobody names one. Before any process starts: the
 * dispatcher needs the public half, and the dashboard alone is told where the other lies.
 */
export function provideOutputKey(home: string, environment: Environment): Installation["outputs"] {
  const { AIRLOCK_OUTPUTS_KEY, AIRLOCK_OUTPUTS_KEY_COMMAND: keyCommand, AIRLOCK_OUTPUTS_PUBLIC_KEY } = environment;
  if (keyCommand !== undefined) {
    if (AIRLOCK_OUTPUTS_PUBLIC_KEY === undefined) {
      throw new Error("AIRLOCK_OUTPUTS_KEY_COMMAND goes with AIRLOCK_OUTPUTS_PUBLIC_KEY, which dispatchers seal to.");
    }
    return { keyCommand, publicKey: AIRLOCK_OUTPUTS_PUBLIC_KEY };
  }
  const key = AIRLOCK_OUTPUTS_KEY ?? outputKeyFile(home);
  keepOutputKey(key);
  return { key, publicKey: AIRLOCK_OUTPUTS_PUBLIC_KEY ?? outputSealingKeyFile(key) };
}
