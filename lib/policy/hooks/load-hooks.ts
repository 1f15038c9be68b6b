import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type BeforeToolCall, HOOK_TIMEOUT_MS, type Hook } from "./hook.ts";

/**
 * The hooks of the module that AIRLOCK_HOOKS names: its `onBeforeToolCall`, one function or a list of them. An operator who
 * named a module relies on it, so one that cannot be loaded, or has no such function, is no reason to go on without.
 */
export async function loadHooks(file: string | undefined): Promise<Outcome<readonly Hook[]>> {
  if (file === undefined) return done([]);
  const unusable = (why: string) => refuse("bad_configuration", `AIRLOCK_HOOKS: ${file} ${why}.`);
  let exported: unknown;
  try {
    const address = pathToFileURL(resolve(file)).href;
    // Named at run time: no bundler can follow it, and none shall try.
    const module: Record<string, unknown> = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ address);
    exported = module.onBeforeToolCall;
  } catch (error) {
    return unusable(`cannot be loaded (${error instanceof Error ? error.message : "unknown reason"})`);
  }
  const listed: unknown[] = Array.isArray(exported) ? exported : [exported];
  if (listed.length === 0 || !listed.every(isCheck)) return unusable("exports no onBeforeToolCall");
  return done(listed.map((check, index) => ({ name: nameOf(check, index), timeoutMs: HOOK_TIMEOUT_MS, check })));
}

function isCheck(value: unknown): value is BeforeToolCall {
  return typeof value === "function";
}

function nameOf({ name }: BeforeToolCall, index: number): string {
  const plain = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  return /^[a-z][a-z0-9_]{0,47}$/.test(plain) ? plain : `hook_${index + 1}`;
}
