import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import type { CallLimits, Launch, LaunchReport, MountIdentity } from "../bubblewrap/launch.ts";
import type { FromSpawner, ToSpawner } from "./messages.ts";
import type { SpawnerSettings } from "./settings.ts";
import { placeSpawner } from "./spawner-program.ts";

/** The launch could not be made, or the process that makes them is gone. Either way nothing ran to an end we know. */
export class LaunchFailure extends Error {}

/** It was launched, and who could say what became of it is gone: it may have had its effect. */
export class LostLaunch extends LaunchFailure {}

interface Waiting {
  /** It is there for one call. */
  readonly once: boolean;
  readonly report: PromiseWithResolvers<LaunchReport>;
  readonly standing: PromiseWithResolvers<readonly MountIdentity[]>;
  readonly calls: Map<number, PromiseWithResolvers<LaunchReport>>;
  readonly onEgress: (socket: Socket) => void;
  readonly onOutput: (chunk: Uint8Array) => void;
}

/** What a launch hands over while it runs. */
export interface LaunchEvents {
  readonly onEgress: (socket: Socket) => void;
  /** Only of a conversation. */
  readonly onOutput?: (chunk: Uint8Array) => void;
}

/** A launch under way. */
export interface StartedLaunch {
  readonly report: Promise<LaunchReport>;
  /** Only a conversation hears it. */
  write(data: Uint8Array): void;
  close(): void;
  /** Ends it and all in it. */
  cancel(): void;
  /** Only of one that waits for calls: it stands ready, with these places bound. */
  readonly standing: Promise<readonly MountIdentity[]>;
  /**
   * The report of the call. Where the launch is there for one call it comes with the answer, when all in it has been sent
   * its end; `report` comes when all of it is gone. It fails where another call ended the sandbox.
   */
  call(line: Uint8Array, limits: CallLimits, signal?: AbortSignal): Promise<LaunchReport>;
}

const KEPT_MAX = 96;

/**
 * The part of the heap where everything begins, in MB: left alone it grows to a hundred, all of it touched, and every process
 * that the spawner starts pays for its memory. And no threads beside it: what they would do is less than waking them.
 */
const SMALL = ["--max-semi-space-size=1", "--single-threaded"];

/** Our end of the spawner. Once it has died every launch fails: there is no second way to start a process. */
export class SpawnerClient {
  /** Resolves when it has ended and nobody closed it; never, where it was closed. */
  readonly lost: Promise<void>;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #kept = new Set<string>();
  readonly #ready: Promise<void>;
  readonly #gone: Promise<void>;
  #closing = false;
  #dead = false;
  #next = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    this.#ready = ready;
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    this.lost = lost;
    this.#gone = new Promise((done) => {
      child.once("exit", () => {
        this.#fail(new LostLaunch("The process that starts sandboxes has ended."));
        reject(new LaunchFailure("The process that starts sandboxes did not start."));
        if (!this.#closing) lose();
        done();
      });
    });
    // For good: each message that could not be sent is one, and one that nobody hears would end us as well. Its end says the rest.
    child.on("error", reject);
    child.on("message", (message: FromSpawner, handle: unknown) => {
      if (message.type === "ready") resolve();
      else if (message.type === "unkept") this.#kept.delete(message.name);
      else this.#receive(message, handle as Socket | undefined);
    });
  }

  static async start(nodePath: string, settings: SpawnerSettings): Promise<SpawnerClient> {
    const program = await placeSpawner();
    const client = new SpawnerClient(
      fork(program.file, [JSON.stringify(settings)], {
        execPath: nodePath,
        execArgv: SMALL,
        env: {} as NodeJS.ProcessEnv,
        serialization: "advanced",
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      }),
    );
    try {
      await client.#ready;
    } finally {
      program.remove();
    }
    return client;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Gives the spawner bytes that launches will name, unless it has them. The name is their hash, if that is known. */
  keep(content: string | Uint8Array, name: string = createHash("sha256").update(content).digest("hex")): string {
    if (this.keeps(name)) return name;
    this.#kept.add(name);
    this.#send({ type: "keep", name, data: Buffer.from(content) });
    const [oldest] = this.#kept;
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) {
      this.#kept.delete(oldest);
      this.#send({ type: "drop", name: oldest });
    }
    return name;
  }

  /** Whether it has them already. What was used last stays longest; launches that were sent before are opened before it goes. */
  keeps(name: string): boolean {
    if (!this.#kept.delete(name)) return false;
    this.#kept.add(name);
    return true;
  }

  launch(launch: Launch, { onEgress, onOutput }: LaunchEvents, signal?: AbortSignal): StartedLaunch {
    if (this.#dead) throw new LaunchFailure("The process that starts sandboxes has ended.");
    const id = this.#next++;
    const waiting: Waiting = {
      once: launch.input.kind === "one call",
      report: Promise.withResolvers(),
      standing: Promise.withResolvers(),
      calls: new Map(),
      onEgress,
      onOutput: onOutput ?? (() => {}),
    };
    waiting.standing.promise.catch(() => {});
    this.#waiting.set(id, waiting);
    const cancel = (): void => this.#send({ type: "cancel", id });
    this.#send({ type: "launch", id, launch });
    if (signal?.aborted) cancel();
    else signal?.addEventListener("abort", cancel);
    const report = waiting.report.promise.finally(() => {
      this.#waiting.delete(id);
      signal?.removeEventListener("abort", cancel);
    });
    report.catch(() => {});
    let number = 0;
    return {
      report,
      standing: waiting.standing.promise,
      cancel,
      write: (data) => this.#send({ type: "input", id, data }),
      close: () => this.#send({ type: "close", id }),
      call: (line, limits, callSignal) => {
        number += 1;
        return this.#call(id, waiting, { number, line, limits }, callSignal);
      },
    };
  }

  #call(
    id: number,
    waiting: Waiting,
    call: { readonly number: number; readonly line: Uint8Array; readonly limits: CallLimits },
    signal: AbortSignal | undefined,
  ): Promise<LaunchReport> {
    const cancel = (): void => this.#send({ type: "cancel", id, ...(waiting.once ? {} : { call: call.number }) });
    const result = this.#awaitCall(id, waiting, call.number);
    this.#send({ type: "call", id, call });
    if (signal?.aborted) cancel();
    else signal?.addEventListener("abort", cancel);
    return result.finally(() => signal?.removeEventListener("abort", cancel));
  }

  #awaitCall(id: number, waiting: Waiting, number: number): Promise<LaunchReport> {
    if (waiting.once && !this.#waiting.has(id)) return waiting.report.promise;
    const call = Promise.withResolvers<LaunchReport>();
    if (this.#waiting.has(id)) waiting.calls.set(number, call);
    else call.reject(new LaunchFailure("Its sandbox has ended."));
    return call.promise;
  }

  /** Calls under way are killed; returns when the spawner and with it every sandbox is gone. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#child.connected) this.#child.disconnect();
    await this.#gone;
  }

  #send(message: ToSpawner): void {
    if (this.#child.connected) this.#child.send(message);
    else this.#fail(new LostLaunch("The process that starts sandboxes has ended."));
  }

  #receive(message: Exclude<FromSpawner, { type: "ready" | "unkept" }>, socket: Socket | undefined): void {
    const waiting = this.#waiting.get(message.id);
    if (message.type === "egress") {
      if (waiting && socket) waiting.onEgress(socket);
      else socket?.destroy();
    } else if (message.type === "output") waiting?.onOutput(message.data);
    else if (message.type === "standing") waiting?.standing.resolve(message.mounts);
    else if (message.type === "served") {
      waiting?.calls.get(message.call)?.resolve(message.report);
      waiting?.calls.delete(message.call);
    } else if (message.type === "report") {
      waiting?.report.resolve(message.report);
      // A call that got no answer is told by how its sandbox ended, if that was there for it alone.
      if (waiting?.once) for (const call of waiting.calls.values()) call.resolve(message.report);
      if (waiting) leaveNobodyWaiting(waiting, new LaunchFailure("Its sandbox has ended."));
    } else if (waiting) {
      waiting.report.reject(new LaunchFailure(message.message));
      leaveNobodyWaiting(waiting, new LaunchFailure(message.message));
    }
  }

  #fail(error: LostLaunch): void {
    this.#dead = true;
    for (const waiting of this.#waiting.values()) {
      waiting.report.reject(error);
      leaveNobodyWaiting(waiting, error);
    }
    this.#waiting.clear();
  }
}

function leaveNobodyWaiting({ standing, calls }: Waiting, error: LaunchFailure): void {
  standing.reject(error);
  for (const call of calls.values()) call.reject(error);
  calls.clear();
}
