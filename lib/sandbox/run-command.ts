import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import { openSandboxRuntime, type RuntimeOptions } from "./open-runtime.ts";
import { refusedResult } from "./refused-result.ts";
import type { SandboxResult } from "./result.ts";

export interface CommandOptions extends RuntimeOptions {
  readonly backend?: Backend;
  readonly stdin?: string | Uint8Array;
  /** `${workspace}`; without one, an empty directory that is gone afterwards. */
  readonly workspace?: string;
  /** `${project}`; without one, patterns that name it grant nothing. */
  readonly project?: string;
  /** Values for the names that the policy lets through. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

/**
 * Runs one command under a policy and nothing else: no agent, so no access level beside it, and what the policy does not
 * say grants nothing. Refused where no sandbox is proved, never run without one.
 */
export async function runCommandUnderPolicy(
  policy: ToolPolicy,
  argv: readonly string[],
  options: CommandOptions,
): Promise<SandboxResult> {
  const scratch = options.workspace === undefined ? await mkdtemp(join(tmpdir(), "airlock-run-")) : null;
  const runtime = await openSandboxRuntime(options);
  try {
    const plan = runtime.plan({
      policy,
      grant: ACCESS_GRANTS.elevated,
      unspecified: "nothing",
      roots: {
        workspace: resolve(options.workspace ?? scratch ?? ""),
        ...(options.project === undefined ? {} : { project: resolve(options.project) }),
      },
      command: { kind: "argv", argv: [...argv] },
      environment: options.environment ?? {},
      ...(options.backend === undefined ? {} : { backend: options.backend }),
    });
    if (!plan.ok) return refusedResult(options.backend ?? runtime.name, plan);
    return await runtime.run(plan.value, {
      ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } finally {
    await runtime.close();
    if (scratch !== null) await rm(scratch, { recursive: true, force: true });
  }
}
