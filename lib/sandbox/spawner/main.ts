import type { Socket } from "node:net";
import { setImmediate as afterThisTurn } from "node:timers/promises";
import { BlankFiles, KeptBytes } from "./byte-files.ts";
import type { ControlGroups } from "./control-groups.ts";
import { GroupStock } from "./group-stock.ts";
import { closeLeakedDescriptors } from "./leaked-descriptors.ts";
import type { FromSpawner, SentCall, ToSpawner } from "./messages.ts";
import { Midwife } from "./midwife.ts";
import { PipeStock } from "./pipes.ts";
import { type LaunchHooks, runLaunch } from "./run-launch.ts";
import type { SpawnerSettings } from "./settings.ts";
import { OutputTeller } from "./tell-output.ts";
import { startUndertaker } from "./undertaker.ts";

/**
 * The process that starts sandboxes, and nothing else. It stays small because starting a process copies the page tables
 * of whoever starts it: from a dispatcher of a gigabyte that stops its event loop for tens of milliseconds, each time.
 *
 * It ends with its parent, and bubblewrap ends with it (--die-with-parent), so no sandbox outlives the dispatcher.
 */
interface Running {
  readonly cancel: AbortController;
  readonly over: AbortController;
  readonly output: OutputTeller;
  input?: Socket;
  take?: (call: SentCall) => void;
  cancelCall?: (number: number) => void;
}

// Whatever we were started with and should not have: nothing of it goes on. All that we open ourselves, Node marks.
closeLeakedDescriptors();

const settings = JSON.parse(process.argv[2] ?? "{}") as SpawnerSettings;
const name = `airlock-${process.pid}`;
const undertaker = settings.sh ? startUndertaker(settings.sh, name, settings.groupDirectories) : null;
const running = new Map<number, Running>();
const removing = new Set<Promise<void>>();
const pipes = new PipeStock(settings.mkfifo);
const midwife = settings.midwife && settings.mkfifo ? await Midwife.engage(settings.midwife, name) : null;
const kept = new KeptBytes();
const blanks = new BlankFiles();
const groups = new GroupStock(settings.groups, name);
let isPreparing = false;
let ending = false;

// Ctrl-C reaches the whole group; the parent decides what happens to the calls under way.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

process.on("message", (message: ToSpawner) => {
  switch (message.type) {
    case "launch":
      return void launch(message.id, message.launch);
    case "cancel":
      if (message.call === undefined) running.get(message.id)?.cancel.abort();
      else running.get(message.id)?.cancelCall?.(message.call);
      return;
    case "input":
      return void running.get(message.id)?.input?.write(message.data);
    case "close":
      return running.get(message.id)?.over.abort();
    case "call":
      return running.get(message.id)?.take?.(message.call);
    case "keep":
      return keep(message.name, message.data);
    case "drop":
      return kept.drop(message.name);
  }
});

process.on("disconnect", () => {
  ending = true;
  for (const { cancel } of running.values()) cancel.abort();
  void endWhenIdle();
});

prepare();
tell({ type: "ready" });

/** What cannot be kept fails the launches that name it, and nobody else's. */
function keep(name: string, data: Uint8Array): void {
  try {
    kept.keep(name, data);
  } catch {
    tell({ type: "unkept", name });
  }
}

async function launch(id: number, order: Parameters<typeof runLaunch>[0]): Promise<void> {
  const output = new OutputTeller((data, sent) => tell({ type: "output", id, data }, undefined, sent));
  const call: Running = { cancel: new AbortController(), over: new AbortController(), output };
  running.set(id, call);
  try {
    const ended = runLaunch(order, hooksOf(id, call));
    prepareLater();
    const report = await ended;
    output.flush();
    tell({ type: "report", id, report });
  } catch (error) {
    tell({ type: "failed", id, message: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(id);
    void endWhenIdle();
  }
}

function hooksOf(id: number, call: Running): LaunchHooks {
  return {
    groups,
    pipes,
    kept,
    blanks,
    midwife,
    onEgress: (socket) => tell({ type: "egress", id }, socket),
    signal: call.cancel.signal,
    conversation: {
      onOutput: (chunk) => call.output.add(chunk),
      onInput: (input) => {
        call.input = input;
      },
      over: call.over.signal,
    },
    standing: {
      onStanding: (mounts) => tell({ type: "standing", id, mounts }),
      onCall: (take) => {
        call.take = take;
      },
      onCancelCall: (cancel) => {
        call.cancelCall = cancel;
      },
      onServed: (number, report) => tell({ type: "served", id, call: number, report }),
    },
    removeLater,
  };
}

/** What the next launches find made. Nothing of it knows of any, and each of them takes its own. */
function prepare(): void {
  isPreparing = false;
  for (const stock of [groups, pipes, blanks, kept]) stock.refill();
}

/** Once all that came at the same time has been started. */
function prepareLater(): void {
  if (isPreparing || ending) return;
  isPreparing = true;
  setImmediate(prepare);
}

function removeLater(groups: ControlGroups): void {
  // The report first: whoever waits for it does not wait for this.
  const removal = afterThisTurn()
    .then(() => groups.remove())
    .finally(() => {
      removing.delete(removal);
      void endWhenIdle();
    });
  removing.add(removal);
}

/** The parent may be dead and the end of the channel not yet seen: that is told by "disconnect", not by a failed send. */
function tell(message: FromSpawner, handle?: Socket, sent = (): void => {}): void {
  if (process.connected) process.send?.(message, handle, undefined, () => sent());
}

async function endWhenIdle(): Promise<void> {
  if (!ending || running.size > 0 || removing.size > 0) return;
  await pipes.settled();
  midwife?.dismiss();
  groups.empty();
  undertaker?.destroy();
  process.exit(0);
}
