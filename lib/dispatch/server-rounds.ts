import { messageOf } from "#lib/errors/message-of.ts";
import { type SyncOptions, syncNextServer } from "./sync-server.ts";

export interface RoundsOptions extends Omit<SyncOptions, "workerId"> {
  readonly log: (line: string) => void;
  /** There may be another one. */
  readonly onListed: () => void;
}

/** A dispatcher is woken by every released call; a server that waits does not wait for long all the same. */
const LOOK_MS = 250;

/**
 * Beside the calls, one MCP server at a time is asked for its tools. It takes no slot: whoever waits for a call should not
 * wait for a server that does not answer.
 */
export class ServerRounds {
  readonly #options: RoundsOptions;
  #lookedAt = 0;
  #round: Promise<void> | undefined;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  /** Starts a round where none is under way; returns at once. */
  look(workerId: string): void {
    const { log, onListed } = this.#options;
    if (this.#round || Date.now() - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = Date.now();
    this.#round = syncNextServer({ ...this.#options, workerId })
      .then((found) => {
        if (!found) return;
        this.#lookedAt = 0;
        onListed();
      })
      .catch((error: unknown) => {
        log(`An MCP server was not listed. ${messageOf(error)}`);
      })
      .finally(() => {
        this.#round = undefined;
      });
  }

  async settled(): Promise<void> {
    await this.#round;
  }
}
