import type { Refusal } from "#lib/errors/outcome.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import type { SandboxResult } from "./result.ts";

/** The result of a call that was not run. */
export function refusedResult(backend: Backend, { code, message }: Pick<Refusal, "code" | "message">): SandboxResult {
  return {
    backend,
    exitCode: null,
    signal: null,
    timedOut: false,
    stdout: "",
    stderr: "",
    truncated: false,
    usage: { wallMs: 0 },
    network: [],
    error: { code, message },
  };
}
