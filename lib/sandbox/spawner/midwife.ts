import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { closeSync, readFileSync, readlinkSync } from "node:fs";
import type { Socket } from "node:net";
import type { Namespace } from "../bubblewrap/namespaces.ts";
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
  /** It is to begin with what `gives` names. Left out: only where she gives something. */
  readonly apart?: boolean;
  readonly argv: readonly string[];
}

/** As much of a child process as we need of one, with the same events. */
export class Newborn extends EventEmitter<{ spawn: []; exit: [number | null, NodeJS.Signals | null]; error: [Error] }> {
  pid: number | undefined;
}

const TRIAL_MS = 5_000;
/** What the kernel takes longest to make, and what is the same for every launch that she starts: none has a network. */
const APART: readonly Namespace[] = ["net", "ipc"];

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
  /** An orphan's number, when it has been reaped. */
  readonly reaped = new EventEmitter<Record<`${number}`, []>>();
  readonly #born = new Map<number, { readonly process: Newborn; readonly taken: () => void }>();
  #next = 0;
  #isEngaged = false;
  #gives: readonly Namespace[] = [];

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
    const [perl, ...args] = midwifeCommand(
      settings.perl,
      settings.architecture,
      settings.groups.map(({ directory }) => directory),
    );
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
    if (works && (await midwife.#isSeenToSetApart(settings).catch(() => false))) midwife.#gives = APART;
    // She may have ended while her trial was cleared away: nobody would ever hear of an order given to her then.
    midwife.#isEngaged = works && midwife.#child.exitCode === null && midwife.#child.signalCode === null;
    if (midwife.#isEngaged) return midwife;
    midwife.dismiss();
    return null;
  }

  /** What every process of hers begins with, nobody else's and made before its order came; seen at her trial. */
  get gives(): readonly Namespace[] {
    return this.#gives;
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
      (birth.apart ?? this.#gives.length > 0) ? "1" : "0",
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
    if (what === "o") return void this.reaped.emit(`${Number(id)}`);
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
    try {
      const limits = [{ resource: 0, soft: 7, hard: 8 }];
      const argv = [env, "cat", "/proc/self/status", "/proc/self/cgroup", "/proc/self/limits"];
      const text = await this.#tried({ doors: made.doors, limits, argv, apart: false });
      const isMember = text.split(`${name}\n`).length - 1 === groups.length;
      return isMember && isSteppedDown(text) && /^Max cpu time\s+7\s+8\s/m.test(text);
    } finally {
      made.kill();
      await made.remove();
    }
  }

  /** One that names what it is in: something of its kind that is not ours. */
  async #isSeenToSetApart({ env }: MidwifeSettings): Promise<boolean> {
    const paths = APART.map((namespace) => `/proc/self/ns/${namespace}`);
    const text = await this.#tried({ argv: [env, "stat", "-c", "%N", ...paths], apart: true });
    const isNamed = APART.every((namespace) => new RegExp(`\\b${namespace}:\\[\\d+\\]`).test(text));
    return isNamed && !paths.some((path) => text.includes(readlinkSync(path)));
  }

  /** What one process says that has nothing; it fails where that did not end well. */
  async #tried(birth: Pick<Birth, "argv" | "apart"> & Partial<Birth>): Promise<string> {
    const [nothing, said] = [openBytes(new Uint8Array()), openAccount()];
    try {
      const descriptors = [nothing, said.child, null];
      const trial = this.bear({ user: TRIAL_USER, descriptors, doors: [], limits: [], ...birth }, () => {});
      await new Promise<void>((resolve, reject) => {
        const failed = (): void => reject(new Error("It does not do as it is told."));
        trial.once("exit", (code) => (code === 0 ? resolve() : failed())).on("error", failed);
        setTimeout(failed, TRIAL_MS).unref();
      });
      return readFileSync(said.ours, "utf8");
    } finally {
      for (const descriptor of [nothing, said.child, said.ours]) closeSync(descriptor);
    }
  }
}
