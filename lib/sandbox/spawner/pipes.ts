import { execFileSync, spawn } from "node:child_process";
import { chmodSync, closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ahead } from "./ahead.ts";
import { openOrClose } from "./open-or-close.ts";

/**
 * Real pipes between a tool and us. Node hands a child socket pairs instead, and a shell that writes to
 * /dev/stderr by name finds that a socket cannot be opened. Node cannot make a pipe, so we make named ones, a batch at a
 * time, and take their names away at once; each is used for one call.
 */
export interface Pipe {
  /** The child's end, to be closed by us once the child has it. */
  readonly child: number;
  readonly ours: Socket;
}

/** A batch is one program to start; a pipe that waits costs next to nothing. */
const BATCH = 96;
const LEFT = 24;
/** Two for each of two launches. */
const OUTPUTS_AHEAD = 4;
/** Making and removing a name is cheaper where it never reaches a disk. */
const MEMORY = "/dev/shm";
/** Not among Node's constants. Holding a pipe this way counts as neither reading nor writing it. */
const O_PATH = 0x200000;

type Way = "from the child" | "to the child";

export class PipeStock {
  readonly #mkfifo: string | null;
  readonly #stock: number[] = [];
  readonly #outputs = new Ahead(() => this.#open("from the child", true), OUTPUTS_AHEAD);
  #making: Promise<void> | null = null;

  constructor(mkfifo: string | null) {
    this.#mkfifo = mkfifo;
  }

  /**
   * Nothing where the machine cannot make pipes: a socket pair has to do then. `byName`: the tool may open it again, and so may
   * whatever the tool starts.
   */
  take(way: Way, byName = true): Pipe | null {
    if (this.#mkfifo === null) return null;
    return way === "from the child" && byName ? this.#outputs.take() : this.#open(way, byName);
  }

  /** Opens some for what every launch has: its output. Where the pipes have still to be made nobody waits for them. */
  refill(): void {
    if (this.#mkfifo === null) return;
    if (this.#stock.length < OUTPUTS_AHEAD) this.#makeMore(this.#mkfifo);
    else this.#outputs.refill();
  }

  #open(way: Way, byName: boolean): Pipe {
    const mkfifo = this.#mkfifo ?? "";
    const held = this.#stock.pop() ?? this.#makeNow(mkfifo);
    if (this.#stock.length < LEFT) this.#makeMore(mkfifo);
    const path = `/proc/self/fd/${held}`;
    try {
      if (!byName) chmodSync(path, 0o600);
      return way === "from the child" ? readable(path) : writable(path);
    } finally {
      closeSync(held);
    }
  }

  /** Before the first launch, or when more were asked for than could be made: it waits. */
  #makeNow(mkfifo: string): number {
    const draft = draftPipes();
    try {
      execFileSync(mkfifo, draft.arguments, QUIETLY);
      this.#stock.push(...draft.open());
    } finally {
      draft.remove();
    }
    const made = this.#stock.pop();
    if (made === undefined) throw new Error("No pipe was made.");
    return made;
  }

  /** Whoever ends waits for it: names that are just being made would stay. */
  async settled(): Promise<void> {
    await this.#making;
  }

  /** Behind a launch: the next ones find what they need. Where it fails, whoever needs one hears of it then. */
  #makeMore(mkfifo: string): void {
    this.#making ??= this.#addBatch(mkfifo)
      .catch(() => {})
      .finally(() => {
        this.#making = null;
      });
  }

  async #addBatch(mkfifo: string): Promise<void> {
    const draft = draftPipes();
    try {
      const child = spawn(mkfifo, draft.arguments, QUIETLY);
      const code = await new Promise((resolve, reject) => child.once("close", resolve).on("error", reject));
      if (code === 0) this.#stock.push(...draft.openIfPossible());
    } finally {
      draft.remove();
    }
  }
}

function readable(path: string): Pipe {
  // Our end first and without waiting: opening one end of a pipe waits for the other.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const child = openOrClose([fd], () => openSync(path, constants.O_WRONLY));
  return { child, ours: new Socket({ fd, readable: true, writable: false }) };
}

function writable(path: string): Pipe {
  // Both ends at once, which waits for nobody: while it is open neither of the others does, and the child's blocks when it is read.
  const both = openSync(path, constants.O_RDWR);
  const child = openOrClose([both], () => openSync(path, constants.O_RDONLY));
  const fd = openOrClose([both, child], () => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  closeSync(both);
  return { child, ours: new Socket({ fd, readable: false, writable: true }) };
}

const QUIETLY = { env: {} as NodeJS.ProcessEnv, stdio: "ignore" } as const;

/** A batch of names in a directory of our own, which are taken away as soon as the pipes are open. */
function draftPipes() {
  const directory = draftDirectory();
  const names = Array.from({ length: BATCH }, (_, index) => join(directory, `${index}`));
  return {
    // Writable by all, because the tool is another user and may open its own stdout again by name. The names are gone
    // before it starts, so nobody else can.
    arguments: ["-m", "0666", ...names],
    open: (): number[] => {
      const opened: number[] = [];
      for (const name of names) opened.push(openOrClose(opened, () => openSync(name, O_PATH)));
      return opened;
    },
    /** As many as we have numbers for: whoever needs one of the others hears of it then. */
    openIfPossible: (): number[] =>
      names.flatMap((name) => {
        try {
          return [openSync(name, O_PATH)];
        } catch {
          return [];
        }
      }),
    remove: (): void => rmSync(directory, { recursive: true, force: true }),
  };
}

function draftDirectory(): string {
  try {
    return mkdtempSync(join(MEMORY, "airlock-pipes-"));
  } catch {
    return mkdtempSync(join(tmpdir(), "airlock-pipes-"));
  }
}
