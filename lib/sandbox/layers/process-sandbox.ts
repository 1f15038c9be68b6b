import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import { type CommandOptions, runCommandUnderPolicy } from "#lib/sandbox/run-command.ts";

/** From a declared policy to a process that is held by it: the bridge that `processTool` and the command line take. */
export class ProcessSandbox {
  readonly #policy: ToolPolicy;
  readonly #options: CommandOptions;

  private constructor(policy: ToolPolicy, options: CommandOptions) {
    this.#policy = policy;
    this.#options = options;
  }

  static forPolicy(policy: ToolPolicy, options: CommandOptions): ProcessSandbox {
    return new ProcessSandbox(policy, options);
  }

  /** Refused where nothing on this machine can hold the policy. There is no way to run it all the same. */
  run(
    argv: readonly [string, ...string[]],
    options: Pick<CommandOptions, "stdin" | "signal"> = {},
  ): Promise<SandboxResult> {
    return runCommandUnderPolicy(this.#policy, argv, { ...this.#options, ...options });
  }
}
