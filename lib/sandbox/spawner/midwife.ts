import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { closeSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { openAccount, openBytes } from "./byte-files.ts";
import { signalName } from "./child-streams.ts";
import { makeControlGroups } from "./control-groups.ts";
import { LENGTH_DIGITS, midwifeCommand } from "./midwife-program.ts";
import type { MidwifeSettings } from "./settings.ts";
import { isSteppedDown, TRIAL_USER } from "./stepped-down.ts";

/** A process as it is to begin. */
export interface Birth {
  readonly user: number;
  /** Ours, by their numbers in it; null: closed there. The first is never null. */
  readonly descriptors: readonly (number | null)[];
  /** Doors of the groups that it joins. */
  readonly doors: readonly string[];
  readonly limits: readonly { readonly resource: number; readonly soft: number; readonly hard: number }[];
  readonly argv: readonly string[];
}

/** As much of a child process as we need of one, with the same events. */
export class Newborn extends EventEmitter<{ spawn: []; exit: [number | null, NodeJS.Signals | null]; error: [Error] }> {
  pid: number | undefined;
}

const TRIAL_MS = 5_000;

/**
 * Brings sandboxes' first processes into the world. Our own fork copies the page tables of a Node, and what it makes has to become
 * a shell first, to join groups and to limit itself, because Node cannot do either for a child: together that is a third of a
 * start. So a small process beside us, which does nothing else, forks in our place, and its child does the same steps by
 * system calls and becomes bubblewrap. It knows nothing of a call before its order comes, and keeps nothing of it after.
 *
 * Its child takes what it is handed out of our own table of descriptors (it is root, as we are, until it steps down), so it gets
 * exactly what a child of ours would inherit. It ends when we end, and everything that it has started ends with it; if it ends
 * before us, so do we: there is nobody who could say any more how calls end.
 */
export class Midwife {
  readonly #child: ChildProcess;
  readonly #born = new Map<number, { readonly process: Newborn; readonly taken: () => void }>();
  #next = 0;
  #isEngaged = false;

  private constructor(child: ChildProcess) {
    this.#child = child;
    let pending = "";
    (child.stdout as Socket).setEncoding("latin1").on("data", (chunk: string) => {
      const lines = (pending + chunk).split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) this.#hear(line.split(" "));
    });
    child.stdin?.on("error", () => {});
    const gone = (): void => {
      if (this.#isEngaged) process.exit(1);
      for (const { process: newborn } of this.#born.values())
        newborn.emit("error", new Error("Its midwife has ended."));
    };
    child.once("error", gone).once("close", gone);
  }

  /** Null where one order does not turn out to be carried out to the letter: then everything is started by ourselves. */
  static async engage(settings: MidwifeSettings, name: string): Promise<Midwife | null> {
    const [perl, ...args] = midwifeCommand(settings.perl, settings.architecture);
    const midwife = new Midwife(
      spawn(perl, args, {
        // Of no group and no session of ours: what is sent to all of us at once must not reach it.
        detached: true,
        cwd: "/",
        env: {} as NodeJS.ProcessEnv,
        stdio: ["pipe", "pipe", "ignore"],
      }),
    );
    const works = await midwife.#isSeenToWork(settings, `${name}-trial`).catch(() => false);
    // She may have ended while her trial was cleared away: nobody would ever hear of an order given to her then.
    midwife.#isEngaged = works && midwife.#child.exitCode === null && midwife.#child.signalCode === null;
    if (midwife.#isEngaged) return midwife;
    midwife.dismiss();
    return null;
  }

  /** It ends, and with it everything that it has started. */
  dismiss(): void {
    this.#isEngaged = false;
    this.#child.kill("SIGKILL");
  }

  /** `taken` is called once: when the descriptors are no longer needed here. Throws on what would be further words or orders. */
  bear(birth: Birth, taken: () => void): Newborn {
    const id = this.#next++;
    const words = [
      `${id}`,
      `${birth.user}`,
      birth.descriptors.map((descriptor) => descriptor ?? "-").join(","),
      birth.limits.map(({ resource, soft, hard }) => `${resource}:${soft}:${hard}`).join(","),
      `${birth.doors.length}`,
      ...birth.doors,
      ...birth.argv,
    ];
    if (words.some((word) => word.includes("\0"))) throw new Error("A word of a launch contains a NUL.");
    const order = Buffer.from(words.join("\0"));
    const length = `${order.length}`.padStart(LENGTH_DIGITS, "0");
    if (length.length > LENGTH_DIGITS) throw new Error("The words of a launch are too long.");
    const newborn = new Newborn();
    this.#born.set(id, { process: newborn, taken });
    this.#child.stdin?.write(Buffer.concat([Buffer.from(length), order]));
    return newborn;
  }

  #hear([what, id, value, ...more]: readonly string[]): void {
    const born = this.#born.get(Number(id));
    if (!born) return;
    const { process: newborn, taken } = born;
    if (newborn.pid === undefined) taken();
    if (what === "s") {
      newborn.pid = Number(value);
      newborn.emit("spawn");
      return;
    }
    this.#born.delete(Number(id));
    if (what === "f") {
      newborn.emit("error", new Error(`No process could be started: ${[value, ...more].join(" ")}.`));
      return;
    }
    const signal = Number(value) & 0x7f;
    if (signal === 0) newborn.emit("exit", Number(value) >> 8, null);
    else newborn.emit("exit", null, signalName(signal) as NodeJS.Signals | null);
  }

  /** One process that says of itself who it is, where it is and what it may. */
  async #isSeenToWork({ groups, env }: MidwifeSettings, name: string): Promise<boolean> {
    const made = makeControlGroups(groups, name);
    const [nothing, said] = [openBytes(new Uint8Array()), openAccount()];
    try {
      const trial = this.bear(
        {
          user: TRIAL_USER,
          descriptors: [nothing, said.child, null],
          doors: made.doors,
          limits: [{ resource: 0, soft: 7, hard: 8 }],
          argv: [env, "cat", "/proc/self/status", "/proc/self/cgroup", "/proc/self/limits"],
        },
        () => {},
      );
      const [code] = await new Promise<[number | null, ...unknown[]]>((resolve, reject) => {
        trial.once("exit", (...how) => resolve(how)).on("error", reject);
        setTimeout(() => reject(new Error("It does not answer.")), TRIAL_MS).unref();
      });
      const text = readFileSync(said.ours, "utf8");
      const isMember = text.split(`${name}\n`).length - 1 === groups.length;
      return code === 0 && isMember && isSteppedDown(text) && /^Max cpu time\s+7\s+8\s/m.test(text);
    } finally {
      for (const descriptor of [nothing, said.child, said.ours]) closeSync(descriptor);
      made.kill();
      await made.remove();
    }
  }
}
