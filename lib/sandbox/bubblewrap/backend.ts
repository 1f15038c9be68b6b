import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type EgressDoors, openEgress, REAL_DOORS } from "#lib/sandbox/egress/open-egress.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { refusedResult } from "#lib/sandbox/refused-result.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type {
  OpenOptions,
  RunOptions,
  SandboxSession,
  StandingBackend,
  StandingSandbox,
} from "#lib/sandbox/runtime.ts";
import {
  type LaunchEvents,
  LostLaunch,
  SpawnerClient,
  type StartedLaunch,
} from "#lib/sandbox/spawner/spawner-client.ts";
import { buildLaunch } from "./build-launch.ts";
import { leavesEnvironmentEmpty } from "./clean-shell.ts";
import { correlationEnvironment } from "./correlation-environment.ts";
import { credentialValues } from "./credential-values.ts";
import { stepsDownEarly } from "./early-step-down.ts";
import { groupOrders } from "./group-orders.ts";
import type { Descriptor, Launch, LaunchInput } from "./launch.ts";
import { isReachable } from "./reachable.ts";
import { resultOf } from "./result-of.ts";
import { BubblewrapStanding } from "./standing.ts";

const RUNNER = new URL("../runner/", import.meta.url);

/** Until one stands; whatever takes longer will not get there. */
const STANDING_MS = 30_000;

interface StartInputs {
  readonly input: LaunchInput;
  readonly bundle: Descriptor | null;
  readonly onOutput?: (chunk: Uint8Array) => void;
}

interface Started {
  /** Null where nothing could be started; the result then says why. */
  readonly launch: StartedLaunch | null;
  readonly result: Promise<SandboxResult>;
}

/** Runs plans with bubblewrap. It owns the spawner; closing it ends every call under way. */
export class BubblewrapBackend implements StandingBackend {
  readonly name = "bubblewrap";
  readonly lost: Promise<void>;
  readonly #machine: Machine;
  readonly #spawner: SpawnerClient;
  readonly #doors: EgressDoors;
  readonly #runner: Record<string, string>;
  readonly #cleanShell: boolean;
  readonly #stepsDownEarly: boolean;
  readonly #reachable = new Map<string, boolean>();
  /** Names of what the spawner keeps. Few: our own files by their text, and for each way of launching one filter, by its bytes' identity. */
  readonly #names = new Map<string | Uint8Array, string>();

  private constructor(machine: Machine, spawner: SpawnerClient, doors: EgressDoors, stepsDown: boolean) {
    this.#machine = machine;
    this.#doors = doors;
    this.#spawner = spawner;
    this.lost = spawner.lost;
    this.#cleanShell = leavesEnvironmentEmpty(machine);
    this.#stepsDownEarly = stepsDown;
    this.#runner = Object.fromEntries(
      readdirSync(RUNNER)
        .filter((name) => /\.[cm]js$/.test(name))
        .map((name) => [name, readFileSync(new URL(name, RUNNER), "utf8")]),
    );
  }

  static async open(machine: Machine, doors: Partial<EgressDoors> = {}): Promise<BubblewrapBackend> {
    const stepsDown = stepsDownEarly(machine);
    const { perl, env } = machine.programs;
    const groups = groupOrders(machine.cgroups, null);
    const spawner = await SpawnerClient.start(machine.readableNodePath, {
      mkfifo: machine.programs.mkfifo,
      sh: machine.programs.sh,
      groupDirectories: machine.cgroups.map(({ directory }) => directory),
      groups,
      midwife:
        stepsDown && perl && env && machine.architecture
          ? { perl, env, architecture: machine.architecture, groups }
          : null,
    });
    return new BubblewrapBackend(machine, spawner, { ...REAL_DOORS, ...doors }, stepsDown);
  }

  async run(plan: SandboxPlan, options: RunOptions): Promise<SandboxResult> {
    if (plan.backend !== this.name) {
      return refusedResult(this.name, refuse("no_sandbox", `The plan is for ${plan.backend}, this is bubblewrap.`));
    }
    const bundle = await this.#bundle(plan, options.bundlePath);
    if (!bundle.ok) return refusedResult(this.name, bundle);
    const input = { kind: "whole" as const, data: Buffer.from(options.stdin ?? "") };
    return this.#start(plan, options, { input, bundle: bundle.value }).result;
  }

  async open(plan: SandboxPlan, options: OpenOptions): Promise<Outcome<SandboxSession>> {
    if (plan.backend !== this.name || plan.command.kind !== "argv") {
      return refuse("no_sandbox", "Only a command planned for bubblewrap can be talked with.");
    }
    const output = new Readable({ read: () => {} });
    const onOutput = (chunk: Uint8Array): void => void output.push(chunk);
    const input = { kind: "conversation" as const };
    const { launch, result } = this.#start(plan, options, { input, bundle: null, onOutput });
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

  async stand(plan: SandboxPlan, bundlePath: string, serves: "one" | "many"): Promise<Outcome<StandingSandbox>> {
    if (plan.backend !== this.name || plan.command.kind !== "bundle") {
      return refuse("no_sandbox", "Only a bundle planned for bubblewrap can stand ready.");
    }
    const bundle = await this.#bundle(plan, bundlePath);
    if (!bundle.ok) return bundle;
    let channel: Socket | null = null;
    const onEgress = (socket: Socket): void => {
      // Nobody reads it before there is a call; broken before, it is told by the end of the sandbox.
      channel = socket.on("error", () => {});
    };
    try {
      const input = { kind: serves === "one" ? ("one call" as const) : ("calls" as const) };
      const order = this.#order(plan, input, bundle.value, {}, null);
      const launch = this.#spawner.launch(order, { onEgress });
      const late = setTimeout(() => launch.cancel(), STANDING_MS);
      const mounts = await launch.standing.finally(() => clearTimeout(late));
      return done(new BubblewrapStanding({ plan, launch, doors: this.#doors, serves, mounts, channel: () => channel }));
    } catch (error) {
      return refuse("no_sandbox", `The sandbox was not set up: ${reasonOf(error)}`);
    }
  }

  /** Whatever goes wrong in here, the answer is a refusal: there is no other way to run it. */
  #start(plan: SandboxPlan, options: RunOptions, call: StartInputs): Started {
    const credentials = credentialValues(plan, options.secrets);
    if (!credentials.ok) return { launch: null, result: Promise.resolve(refusedResult(this.name, credentials)) };
    const { files, headers } = credentials.value;
    const egress = openEgress(plan.network, this.#doors, headers);
    const failed = (error: unknown): SandboxResult =>
      error instanceof LostLaunch
        ? refusedResult(this.name, refuse("sandbox_ended", reasonOf(error)))
        : refusedResult(this.name, refuse("no_sandbox", `The sandbox was not set up: ${reasonOf(error)}`));
    try {
      const order = this.#order(plan, call.input, call.bundle, correlationEnvironment(options.correlation), files);
      const events: LaunchEvents = {
        onEgress: (socket) => egress.attach(socket),
        ...(call.onOutput ? { onOutput: call.onOutput } : {}),
      };
      const launch = this.#spawner.launch(order, events, options.signal);
      const result = launch.report
        .then((report) => ({ ...resultOf(plan, report, egress.entries(), options), start: "cold" as const }), failed)
        .finally(() => egress.close());
      return { launch, result };
    } catch (error) {
      egress.close();
      return { launch: null, result: Promise.resolve(failed(error)) };
    }
  }

  #order(
    plan: SandboxPlan,
    input: LaunchInput,
    bundle: Descriptor | null,
    environment: Readonly<Record<string, string>>,
    secrets: Readonly<Record<string, string>> | null,
  ): Launch {
    return buildLaunch({
      ...{ plan, input, bundle, environment, secrets },
      machine: this.#machine,
      runner: this.#runner,
      shared: (content) => this.#shared(content),
      cleanShell: this.#cleanShell,
      stepsDownEarly: this.#stepsDownEarly,
      unreachable: this.#machine.root && !plan.mounts.every((mount) => this.#isReachable(mount)),
    });
  }

  /** What belongs to the runtime lies where it lay: every launch has it, and it is looked at once. */
  #isReachable({ source, from }: SandboxPlan["mounts"][number]): boolean {
    const known = from === "runtime" ? this.#reachable.get(source) : undefined;
    const reachable = known ?? isReachable(source);
    if (from === "runtime") this.#reachable.set(source, reachable);
    return reachable;
  }

  #shared(content: string | Uint8Array): Descriptor {
    const name = this.#spawner.keep(content, this.#names.get(content));
    this.#names.set(content, name);
    return { kind: "kept", name };
  }

  /**
   * The bytes are read once, hashed, and these very bytes go in: a file swapped after the check changes nothing. The spawner keeps them
   * by their hash, so while it has them there is nothing to read.
   */
  async #bundle({ command }: SandboxPlan, path: string | undefined): Promise<Outcome<Descriptor | null>> {
    if (command.kind !== "bundle") return done(null);
    if (this.#spawner.keeps(command.sha256)) return done({ kind: "kept", name: command.sha256 });
    try {
      const bytes = await readFile(path ?? "");
      if (createHash("sha256").update(bytes).digest("hex") === command.sha256)
        return done({ kind: "kept", name: this.#spawner.keep(bytes, command.sha256) });
    } catch {
      // Missing is as good as wrong.
    }
    return refuse("binding_broken", "The bundle is missing or not the one that was approved.");
  }

  close(): Promise<void> {
    return this.#spawner.close();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
