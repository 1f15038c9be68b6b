import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { Launch, LaunchReport } from "../bubblewrap/launch.ts";
import type { FromSpawner, ToSpawner } from "./messages.ts";

/** The launch could not be made, or the process that makes them is gone. Either way nothing ran to an end we know. */
export class LaunchFailure extends Error {}

interface Waiting {
  readonly resolve: (report: LaunchReport) => void;
  readonly reject: (error: Error) => void;
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
}

const ENTRY = fileURLToPath(new URL("./main.ts", import.meta.url));

/** Our end of the spawner. Once it has died every launch fails: there is no second way to start a process. */
export class SpawnerClient {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready: Promise<void>;
  readonly #gone: Promise<void>;
  #dead = false;
  #next = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    this.#ready = ready;
    this.#gone = new Promise((done) => {
      child.once("exit", () => {
        this.#fail(new LaunchFailure("The process that starts sandboxes has ended."));
        reject(new LaunchFailure("The process that starts sandboxes did not start."));
        done();
      });
    });
    child.once("error", (error) => reject(error));
    child.on("message", (message: FromSpawner, handle: unknown) => {
      if (message.type === "ready") resolve();
      else this.#receive(message, handle as Socket | undefined);
    });
  }

  static async start(nodePath: string, mkfifo: string | null): Promise<SpawnerClient> {
    const client = new SpawnerClient(
      fork(ENTRY, [mkfifo ?? ""], {
        execPath: nodePath,
        execArgv: [],
        env: {} as NodeJS.ProcessEnv,
        serialization: "advanced",
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      }),
    );
    await client.#ready;
    return client;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  launch(launch: Launch, { onEgress, onOutput }: LaunchEvents, signal?: AbortSignal): StartedLaunch {
    if (this.#dead) throw new LaunchFailure("The process that starts sandboxes has ended.");
    const id = this.#next++;
    const { promise, resolve, reject } = Promise.withResolvers<LaunchReport>();
    this.#waiting.set(id, { resolve, reject, onEgress, onOutput: onOutput ?? (() => {}) });
    const cancel = (): void => this.#send({ type: "cancel", id });
    this.#send({ type: "launch", id, launch });
    if (signal?.aborted) cancel();
    else signal?.addEventListener("abort", cancel);
    const report = promise.finally(() => {
      this.#waiting.delete(id);
      signal?.removeEventListener("abort", cancel);
    });
    return {
      report,
      write: (data) => this.#send({ type: "input", id, data }),
      close: () => this.#send({ type: "close", id }),
    };
  }

  /** Calls under way are killed; returns when the spawner and with it every sandbox is gone. */
  async close(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#gone;
  }

  #send(message: ToSpawner): void {
    if (this.#child.connected) this.#child.send(message);
    else this.#fail(new LaunchFailure("The process that starts sandboxes has ended."));
  }

  #receive(message: Exclude<FromSpawner, { type: "ready" }>, socket: Socket | undefined): void {
    const waiting = this.#waiting.get(message.id);
    if (message.type === "egress") {
      if (waiting && socket) waiting.onEgress(socket);
      else socket?.destroy();
    } else if (message.type === "output") waiting?.onOutput(message.data);
    else if (message.type === "report") waiting?.resolve(message.report);
    else waiting?.reject(new LaunchFailure(message.message));
  }

  #fail(error: LaunchFailure): void {
    this.#dead = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
