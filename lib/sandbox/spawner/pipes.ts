import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Real pipes for a tool's stdout and stderr. Node hands a child socket pairs instead, and a shell that writes to
 * /dev/stderr by name finds that a socket cannot be opened. Node cannot make a pipe, so we make named ones, a batch at a
 * time, and take their names away at once; each is used for one call.
 */
export interface Pipe {
  /** The child's end, to be closed by us once the child has it. */
  readonly child: number;
  readonly ours: Socket;
}

const BATCH = 48;
/** Not among Node's constants. Holding a pipe this way counts as neither reading nor writing it. */
const O_PATH = 0x200000;

export class PipeStock {
  readonly #mkfifo: string | null;
  readonly #stock: number[] = [];

  constructor(mkfifo: string | null) {
    this.#mkfifo = mkfifo;
  }

  /** Nothing where the machine cannot make pipes: a socket pair has to do then. */
  take(): Pipe | null {
    if (this.#mkfifo === null) return null;
    if (this.#stock.length === 0) this.#refill(this.#mkfifo);
    const held = this.#stock.pop();
    if (held === undefined) return null;
    const path = `/proc/self/fd/${held}`;
    // Our end first and without waiting: opening one end of a pipe waits for the other.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const child = openSync(path, constants.O_WRONLY);
    closeSync(held);
    return { child, ours: new Socket({ fd, readable: true, writable: false }) };
  }

  #refill(mkfifo: string): void {
    const directory = mkdtempSync(join(tmpdir(), "airlock-pipes-"));
    try {
      const names = Array.from({ length: BATCH }, (_, index) => join(directory, `${index}`));
      // Writable by all, because the tool is another user and may open its own stdout again by name. The names are gone
      // before it starts, so nobody else can.
      execFileSync(mkfifo, ["-m", "0666", ...names], { env: {} as NodeJS.ProcessEnv, stdio: "ignore" });
      for (const name of names) this.#stock.push(openSync(name, O_PATH));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
}
