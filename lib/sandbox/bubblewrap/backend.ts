import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type EgressDoors, openEgress, REAL_DOORS } from "#lib/sandbox/egress/open-egress.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { refusedResult } from "#lib/sandbox/refused-result.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type { Correlation, OpenOptions, RunOptions, SandboxBackend, SandboxSession } from "#lib/sandbox/runtime.ts";
import { type LaunchEvents, SpawnerClient, type StartedLaunch } from "#lib/sandbox/spawner/spawner-client.ts";
import { buildLaunch } from "./build-launch.ts";
import { isReachable } from "./reachable.ts";
import { resultOf } from "./result-of.ts";

const RUNNER_FILES = ["run-tool.mjs", "run-command.mjs", "forwarder.mjs"];

interface StartInputs {
  readonly stdin: Uint8Array | null;
  readonly bundle: Buffer | null;
  readonly onOutput?: (chunk: Uint8Array) => void;
}

interface Started {
  /** Null where nothing could be started; the result then says why. */
  readonly launch: StartedLaunch | null;
  readonly result: Promise<SandboxResult>;
}

/** Runs plans with bubblewrap. It owns the spawner; closing it ends every call under way. */
export class BubblewrapBackend implements SandboxBackend {
  readonly name = "bubblewrap";
  readonly #machine: Machine;
  readonly #spawner: SpawnerClient;
  readonly #doors: EgressDoors;
  readonly #runner: Record<string, string>;

  private constructor(machine: Machine, spawner: SpawnerClient, doors: EgressDoors) {
    this.#machine = machine;
    this.#doors = doors;
    this.#spawner = spawner;
    this.#runner = Object.fromEntries(
      RUNNER_FILES.map((name) => [name, readFileSync(new URL(`../runner/${name}`, import.meta.url), "utf8")]),
    );
  }

  static async open(machine: Machine, doors: Partial<EgressDoors> = {}): Promise<BubblewrapBackend> {
    const spawner = await SpawnerClient.start(machine.nodePath, machine.programs.mkfifo);
    return new BubblewrapBackend(machine, spawner, { ...REAL_DOORS, ...doors });
  }

  async run(plan: SandboxPlan, options: RunOptions): Promise<SandboxResult> {
    if (plan.backend !== this.name) {
      return refusedResult(this.name, refuse("no_sandbox", `The plan is for ${plan.backend}, this is bubblewrap.`));
    }
    const bundle = await readBundle(plan, options.bundlePath);
    if (bundle === "wrong") {
      return refusedResult(
        this.name,
        refuse("binding_broken", "The bundle is missing or not the one that was approved."),
      );
    }
    const { result } = this.#start(plan, options, { stdin: Buffer.from(options.stdin ?? ""), bundle });
    return result;
  }

  async open(plan: SandboxPlan, options: OpenOptions): Promise<Outcome<SandboxSession>> {
    if (plan.backend !== this.name || plan.command.kind !== "argv") {
      return refuse("no_sandbox", "Only a command planned for bubblewrap can be talked with.");
    }
    const output = new Readable({ read: () => {} });
    const onOutput = (chunk: Uint8Array): void => void output.push(chunk);
    const { launch, result } = this.#start(plan, options, { stdin: null, bundle: null, onOutput });
    const ended = result.finally(() => output.push(null));
    return done({
      output,
      ended,
      write: (bytes) => launch?.write(Buffer.from(bytes)),
      close: () => {
        launch?.close();
        return ended;
      },
    });
  }

  /** Whatever goes wrong in here, the answer is a refusal: there is no other way to run it. */
  #start(plan: SandboxPlan, options: OpenOptions, call: StartInputs): Started {
    const egress = openEgress(plan.network, this.#doors);
    const failed = (error: unknown): SandboxResult => {
      const reason = error instanceof Error ? error.message : String(error);
      return refusedResult(this.name, refuse("no_sandbox", `The sandbox was not set up: ${reason}`));
    };
    try {
      const order = buildLaunch({
        plan,
        machine: this.#machine,
        stdin: call.stdin,
        bundle: call.bundle,
        runner: this.#runner,
        environment: correlationEnvironment(options.correlation),
        unreachable: this.#machine.root && !plan.mounts.every(({ source }) => isReachable(source)),
      });
      const events: LaunchEvents = {
        onEgress: (socket) => egress.attach(socket),
        ...(call.onOutput ? { onOutput: call.onOutput } : {}),
      };
      const launch = this.#spawner.launch(order, events, options.signal);
      const result = launch.report
        .then((report) => resultOf(plan, report, egress.entries()), failed)
        .finally(() => egress.close());
      return { launch, result };
    } catch (error) {
      egress.close();
      return { launch: null, result: Promise.resolve(failed(error)) };
    }
  }

  close(): Promise<void> {
    return this.#spawner.close();
  }
}

/** The bytes are read once, hashed, and these very bytes go in: a file swapped after the check changes nothing. */
async function readBundle({ command }: SandboxPlan, path: string | undefined): Promise<Buffer | null | "wrong"> {
  if (command.kind !== "bundle") return null;
  try {
    const bytes = await readFile(path ?? "");
    return createHash("sha256").update(bytes).digest("hex") === command.sha256 ? bytes : "wrong";
  } catch {
    return "wrong";
  }
}

/** Agents choose some of these ids: only plain ones go on. */
const PLAIN_ID = /^[\x21-\x7e]{1,200}$/;

function correlationEnvironment(correlation: Correlation = {}): Record<string, string> {
  const { agentId, sessionId, taskId, requestId } = correlation;
  const named = {
    AIRLOCK_AGENT_ID: agentId,
    AIRLOCK_SESSION_ID: sessionId,
    AIRLOCK_TASK_ID: taskId,
    AIRLOCK_REQUEST_ID: requestId,
  };
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string] => PLAIN_ID.test(entry[1] ?? "")),
  );
}
