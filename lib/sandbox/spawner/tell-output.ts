import { GatheredBytes } from "../gathered-bytes.ts";

/**
 * Tells the parent what a conversation writes: at once, and while that is on its way what comes gathers for the next message. A message
 * for every piece would let a program that writes single bytes heap up messages faster than they can be sent.
 */
export class OutputTeller {
  readonly #waiting = new GatheredBytes();
  readonly #send: (data: Buffer, sent: () => void) => void;
  #underWay = false;

  constructor(send: (data: Buffer, sent: () => void) => void) {
    this.#send = send;
  }

  add(chunk: Buffer): void {
    this.#waiting.add(chunk);
    if (!this.#underWay) this.flush();
  }

  /** Also beside one that is on its way: before the report, behind which nothing may come. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    this.#underWay = true;
    this.#send(this.#waiting.take(), () => {
      this.#underWay = false;
      this.flush();
    });
  }
}
