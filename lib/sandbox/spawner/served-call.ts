import type { LaunchReport, StopReason } from "../bubblewrap/launch.ts";
import { GatheredBytes } from "../gathered-bytes.ts";
import type { SentCall } from "./messages.ts";

/** One of the calls that a sandbox serves: its clock, what it wrote, and what is left of its allowances. */
export class ServedCall {
  readonly number: number;
  /** The runner has read it. */
  taken = false;
  readonly #stop: (why: StopReason) => void;
  readonly #limits: SentCall["limits"];
  readonly #wall: NodeJS.Timeout;
  readonly #started = performance.now();
  readonly #written = { stdout: new GatheredBytes(), stderr: new GatheredBytes() };
  #answer: Buffer = Buffer.alloc(0);
  #used = 0;
  #cpuMs = 0;

  constructor({ number, limits }: SentCall, stop: (why: StopReason) => void) {
    this.number = number;
    this.#limits = limits;
    this.#stop = stop;
    this.#wall = setTimeout(() => stop("wall"), limits.wallMs);
  }

  get exceeded(): boolean {
    return this.#used > this.#limits.outputBytes;
  }

  take(stream: "stdout" | "stderr", bytes: Buffer): void {
    const left = this.#limits.outputBytes - this.#used;
    if (left > 0) this.#written[stream].add(bytes.subarray(0, left));
    this.#use(bytes.length);
  }

  answer(bytes: Buffer): void {
    this.#use(bytes.length);
    if (!this.exceeded) this.#answer = bytes;
  }

  chargeCpu(milliseconds: number): void {
    this.#cpuMs += milliseconds;
    if (this.#cpuMs > this.#limits.cpuMs) this.#stop("cpu");
  }

  end(): void {
    clearTimeout(this.#wall);
  }

  report(
    how: Pick<LaunchReport, "stopped" | "exitCode"> & Partial<Pick<LaunchReport, "maxMemoryBytes">>,
  ): LaunchReport {
    this.end();
    return {
      ...how,
      signal: null,
      taken: this.taken,
      started: true,
      truncated: this.exceeded,
      stdout: this.#written.stdout.read(),
      stderr: this.#written.stderr.read(),
      answer: this.#answer,
      outputBytes: Math.min(this.#used, this.#limits.outputBytes),
      wallMs: Math.round(performance.now() - this.#started),
      cpuMs: Math.round(this.#cpuMs),
      maxMemoryBytes: how.maxMemoryBytes ?? null,
    };
  }

  #use(bytes: number): void {
    this.#used += bytes;
    if (this.exceeded) this.#stop("output");
  }
}
