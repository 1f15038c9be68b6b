import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type Narrowable, narrowConversation } from "./config/narrow-request.ts";
import { DEFAULT_SANDBOXING, type Sandboxing } from "./config/sandboxing.ts";
import type { SandboxPlan } from "./plan.ts";
import { refusedResult } from "./refused-result.ts";
import type { SandboxResult } from "./result.ts";
import type { SandboxRuntime } from "./runtime.ts";
import type { SelfTestReport } from "./self-test/report.ts";

/** The default: refuses everything and says why. A machine that proves nothing runs nothing. */
export class DenyAllSandbox implements SandboxRuntime {
  readonly name = "deny-all";
  readonly reports: readonly SelfTestReport[];
  readonly #reason: string | undefined;
  readonly #sandboxing: Sandboxing;

  constructor(reason?: string, reports: readonly SelfTestReport[] = [], sandboxing: Sandboxing = DEFAULT_SANDBOXING) {
    this.#reason = reason;
    this.reports = reports;
    this.#sandboxing = sandboxing;
  }

  narrow<T extends Narrowable>(request: T): Outcome<T> {
    return narrowConversation(request, this.#sandboxing);
  }

  plan(): Outcome<SandboxPlan> {
    return refuse("no_sandbox", this.#reason);
  }

  async run(): Promise<SandboxResult> {
    return refusedResult(this.name, refuse("no_sandbox", this.#reason));
  }

  async open(): Promise<Outcome<never>> {
    return refuse("no_sandbox", this.#reason);
  }

  async close(): Promise<void> {}
}
