import { createHash } from "node:crypto";
import { closeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import { groupOrders } from "#lib/sandbox/bubblewrap/group-orders.ts";
import { resultOf } from "#lib/sandbox/bubblewrap/result-of.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { limitOf } from "#lib/sandbox/plan-limits.ts";
import { refusedResult } from "#lib/sandbox/refused-result.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type { OpenOptions, RunOptions, SandboxBackend, SandboxSession } from "#lib/sandbox/runtime.ts";
import { openWithoutLinks } from "#lib/sandbox/spawner/open-without-links.ts";
import { PipeStock } from "#lib/sandbox/spawner/pipes.ts";
import { passingUser, workspaceUser } from "#lib/sandbox/spawner/workspace-owner.ts";
import { type CommandInputs, NODE_TASKS } from "./command.ts";
import { runContained } from "./run-contained.ts";
import { type Stage, stageBundle } from "./stage-bundle.ts";

/** What makes one of these backends: the command line that it wraps around a tool's. */
export interface Containment {
  readonly name: Backend;
  /** What of a plan it cannot hold. Asked again before every run: a plan is only data. */
  readonly whyNot: (plan: SandboxPlan) => string | null;
  readonly argvOf: (inputs: CommandInputs) => string[];
}

interface Input {
  readonly stdin: Uint8Array | null;
  readonly bundle: Uint8Array | null;
  readonly onOutput?: (chunk: Buffer) => void;
  readonly onInput?: (input: Socket) => void;
  readonly over?: AbortSignal;
}

let launches = 0;

/** The backends that wrap a command line. One process for one call; closing it ends every call under way. */
export class ContainedBackend implements SandboxBackend {
  readonly name: Backend;
  readonly #containment: Containment;
  readonly #machine: Machine;
  readonly #pipes: PipeStock;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(containment: Containment, machine: Machine) {
    this.name = containment.name;
    this.#containment = containment;
    this.#machine = machine;
    this.#pipes = new PipeStock(machine.platform === "linux" ? machine.programs.mkfifo : null);
  }

  async run(plan: SandboxPlan, options: RunOptions): Promise<SandboxResult> {
    const obstacle = this.#whyNot(plan);
    if (obstacle) return refusedResult(this.name, refuse("no_sandbox", obstacle));
    const bundle = await readBundle(plan, options.bundlePath);
    if (bundle === "wrong") {
      const sentence = "The bundle is missing or not the one that was approved.";
      return refusedResult(this.name, refuse("binding_broken", sentence));
    }
    return await this.#launch(plan, options, { stdin: Buffer.from(options.stdin ?? ""), bundle });
  }

  async open(plan: SandboxPlan, options: OpenOptions): Promise<Outcome<SandboxSession>> {
    const obstacle =
      plan.command.kind === "argv" ? this.#whyNot(plan) : `Only a command planned for ${this.name} can be talked with.`;
    if (obstacle) return refuse("no_sandbox", obstacle);
    const output = new Readable({ read: () => {} });
    const over = new AbortController();
    const early: Buffer[] = [];
    let input: Socket | undefined;
    const ended = this.#launch(plan, options, {
      stdin: null,
      bundle: null,
      onOutput: (chunk) => void output.push(chunk),
      onInput: (socket) => {
        input = socket;
        for (const bytes of early.splice(0)) socket.write(bytes);
      },
      over: over.signal,
    }).finally(() => output.push(null));
    return done({
      output,
      ended,
      write: (bytes) => void (input ? input.write(Buffer.from(bytes)) : early.push(Buffer.from(bytes))),
      close: () => {
        over.abort();
        return ended;
      },
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([...this.#running]);
  }

  #whyNot(plan: SandboxPlan): string | null {
    if (plan.backend !== this.name) return `The plan is for ${plan.backend}, this is ${this.name}.`;
    if (plan.credentials?.length) return `${this.name} cannot hand over credentials.`;
    if (plan.lifecycle !== undefined && plan.lifecycle !== "per-call") return `${this.name} keeps no sandbox.`;
    if (plan.programs !== undefined) return `${this.name} cannot keep a call to listed programs.`;
    return this.#containment.whyNot(plan);
  }

  async #launch(plan: SandboxPlan, options: RunOptions, input: Input): Promise<SandboxResult> {
    const run = this.#start(plan, options, input);
    this.#running.add(run);
    try {
      return await run;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return refusedResult(this.name, refuse("no_sandbox", `The sandbox was not set up: ${reason}`));
    } finally {
      this.#running.delete(run);
    }
  }

  async #start(plan: SandboxPlan, options: RunOptions, input: Input): Promise<SandboxResult> {
    const { sh } = this.#machine.programs;
    if (!sh) throw new Error("sh is missing.");
    const signals = [this.#closing.signal, ...(options.signal ? [options.signal] : [])];
    let stage: Stage | null = null;
    try {
      const user = this.#prepareWorkspace(plan);
      stage = input.bundle ? await stageBundle(input.bundle) : null;
      const argv = this.#containment.argvOf({ plan, machine: this.#machine, user, stage, ...options });
      const report = await runContained(
        {
          argv,
          environment: { PATH: "/usr/bin:/bin" },
          workingDirectory: "/",
          groups: groupOrders(this.#machine.cgroups, plan.limits, NODE_TASKS),
          stdin: input.stdin,
          wallMs: limitOf(plan.limits, "wallSeconds") * 1000,
          outputBytes: limitOf(plan.limits, "outputBytes"),
          cpuMs: limitOf(plan.limits, "cpuSeconds") * 1000,
        },
        {
          name: `airlock-${process.pid}-${launches++}`,
          sh,
          pipes: this.#pipes,
          signal: AbortSignal.any(signals),
          onOutput: input.onOutput ?? (() => {}),
          onInput: input.onInput ?? (() => {}),
          over: input.over ?? new AbortController().signal,
        },
      );
      return resultOf(plan, report, [], options);
    } finally {
      await stage?.remove();
    }
  }

  /** The user that the tool will be, as root; and its directories, made without following a link. */
  #prepareWorkspace({ mounts, workingDirectory }: SandboxPlan): number | null {
    const own = mounts.filter(({ from }) => from.startsWith("${workspace}"));
    const hasWorkspace = own.length > 0 || this.name === "process";
    const workspace = hasWorkspace ? workingDirectory : null;
    const user = !this.#machine.root ? null : workspace === null ? passingUser() : workspaceUser(workspace);
    const places = [...(workspace === null ? [] : [workspace]), ...own.map(({ source }) => source)];
    for (const place of new Set(places)) closeSync(openWithoutLinks(place, { owner: user }));
    return user;
  }
}

/** The bytes are read once, hashed, and these very bytes are staged. */
async function readBundle({ command }: SandboxPlan, path: string | undefined): Promise<Buffer | null | "wrong"> {
  if (command.kind !== "bundle") return null;
  try {
    const bytes = await readFile(path ?? "");
    return createHash("sha256").update(bytes).digest("hex") === command.sha256 ? bytes : "wrong";
  } catch {
    return "wrong";
  }
}
