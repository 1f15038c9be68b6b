import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import type { Socket } from "node:net";
import { refuse } from "#lib/errors/outcome.ts";
import { type Egress, type EgressDoors, openEgress } from "#lib/sandbox/egress/open-egress.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { refusedResult } from "#lib/sandbox/refused-result.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type { RunOptions, StandingSandbox } from "#lib/sandbox/runtime.ts";
import type { StartedLaunch } from "#lib/sandbox/spawner/spawner-client.ts";
import { callLimits } from "./build-launch.ts";
import { correlationEnvironment } from "./correlation-environment.ts";
import { type CredentialValues, credentialValues } from "./credential-values.ts";
import type { MountIdentity } from "./launch.ts";
import { resultOf } from "./result-of.ts";

/**
 * A launched sandbox that waits. Its user, its groups and its channel to the network are its own from the start; whose
 * call it serves, with what input and what credentials, it hears with the call.
 */
export class BubblewrapStanding implements StandingSandbox {
  readonly ended: Promise<void>;
  readonly #plan: SandboxPlan;
  readonly #launch: StartedLaunch;
  readonly #doors: EgressDoors;
  readonly #serves: "one" | "many";
  readonly #mounts: readonly MountIdentity[];
  readonly #channel: () => Socket | null;
  #egress: Egress | null = null;
  #credentials: string | null = null;
  #underWay = 0;
  #calls = 0;
  #over = false;

  constructor(made: {
    readonly plan: SandboxPlan;
    readonly launch: StartedLaunch;
    readonly doors: EgressDoors;
    readonly serves: "one" | "many";
    readonly mounts: readonly MountIdentity[];
    /** Our end of its way to the network, once it has come. */
    readonly channel: () => Socket | null;
  }) {
    this.#plan = made.plan;
    this.#launch = made.launch;
    this.#doors = made.doors;
    this.#serves = made.serves;
    this.#mounts = made.mounts;
    this.#channel = made.channel;
    const over = (): void => {
      this.#over = true;
      this.#egress?.close();
      this.#channel()?.destroy();
    };
    this.ended = made.launch.report.then(over, over);
  }

  isIntact(): boolean {
    if (this.#over || this.#channel()?.destroyed) return false;
    return this.#plan.mounts.every(({ source }, index) => isSame(source, this.#mounts[index]));
  }

  async call(options: RunOptions): Promise<SandboxResult | null> {
    const credentials = credentialValues(this.#plan, options.secrets);
    if (!credentials.ok) {
      if (this.#serves === "one") void this.end();
      return refusedResult(this.#plan.backend, credentials);
    }
    // One that still holds an older value of a credential serves nobody any more.
    if (this.#over || !this.#accept(credentials.value)) return null;
    const egress = this.#egressFor(credentials.value);
    this.#underWay += 1;
    this.#calls += 1;
    const start = this.#serves === "one" ? "warm" : this.#calls === 1 ? "cold" : "reused";
    const line = Buffer.from(`${JSON.stringify(message(this.#calls, options, credentials.value))}\n`);
    try {
      const report = await this.#launch.call(line, callLimits(this.#plan), options.signal);
      if (report.taken === false && report.stopped === null) return null;
      const entries = egress?.entries() ?? [];
      return { ...resultOf(this.#plan, { ...report, started: true }, entries, options), start };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return refusedResult(this.#plan.backend, refuse("sandbox_ended", reason));
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#egress?.rest();
    }
  }

  async end(): Promise<void> {
    this.#launch.cancel();
    await this.ended;
  }

  #accept(credentials: CredentialValues): boolean {
    const digest = createHash("sha256").update(JSON.stringify(credentials)).digest("hex");
    this.#credentials ??= digest;
    return this.#credentials === digest;
  }

  /** Opened with the first call, because only then the credentials are known that it adds to requests. */
  #egressFor({ headers }: CredentialValues): Egress | null {
    if (this.#plan.network.mode === "none") return null;
    if (this.#egress) {
      if (this.#underWay === 0) this.#egress.renew();
      return this.#egress;
    }
    this.#egress = openEgress(this.#plan.network, this.#doors, headers);
    const channel = this.#channel();
    if (channel) this.#egress.attach(channel);
    return this.#egress;
  }
}

/** All that it hears of a call. */
function message(number: number, options: RunOptions, { files }: CredentialValues): Record<string, unknown> {
  return {
    number,
    environment: correlationEnvironment(options.correlation),
    secrets: files,
    call: Buffer.from(options.stdin ?? "").toString("utf8"),
  };
}

function isSame(path: string, identity: MountIdentity | undefined): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return (
    stats !== undefined &&
    identity !== undefined &&
    stats.dev === identity[0] &&
    stats.ino === identity[1] &&
    stats.uid === identity[2]
  );
}
