import type { Socket } from "node:net";
import { closeLeakedDescriptors } from "./leaked-descriptors.ts";
import type { FromSpawner, ToSpawner } from "./messages.ts";
import { PipeStock } from "./pipes.ts";
import { runLaunch } from "./run-launch.ts";

/**
 * The process that starts sandboxes, and nothing else. It stays small because starting a process copies the page tables
 * of whoever starts it: from a dispatcher of a gigabyte that stops its event loop for tens of milliseconds, each time.
 *
 * It ends with its parent, and bubblewrap ends with it (--die-with-parent), so no sandbox outlives the dispatcher.
 */
interface Running {
  readonly cancel: AbortController;
  readonly over: AbortController;
  input?: Socket;
}
const running = new Map<number, Running>();
const pipes = new PipeStock(process.argv[2] || null);
let ending = false;

closeLeakedDescriptors();
// Ctrl-C reaches the whole group; the parent decides what happens to the calls under way.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

process.on("message", (message: ToSpawner) => {
  if (message.type === "cancel") running.get(message.id)?.cancel.abort();
  else if (message.type === "input") running.get(message.id)?.input?.write(message.data);
  else if (message.type === "close") running.get(message.id)?.over.abort();
  else void launch(message.id, message.launch);
});

process.on("disconnect", () => {
  ending = true;
  for (const { cancel } of running.values()) cancel.abort();
  endWhenIdle();
});

tell({ type: "ready" });

async function launch(id: number, order: Parameters<typeof runLaunch>[0]): Promise<void> {
  const call: Running = { cancel: new AbortController(), over: new AbortController() };
  running.set(id, call);
  try {
    const report = await runLaunch(order, {
      name: `airlock-${process.pid}-${id}`,
      pipes,
      onEgress: (socket) => tell({ type: "egress", id }, socket),
      signal: call.cancel.signal,
      conversation: {
        onOutput: (data) => tell({ type: "output", id, data }),
        onInput: (input) => {
          call.input = input;
        },
        over: call.over.signal,
      },
    });
    tell({ type: "report", id, report });
  } catch (error) {
    tell({ type: "failed", id, message: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(id);
    endWhenIdle();
  }
}

/** The parent may be dead and the end of the channel not yet seen: that is told by "disconnect", not by a failed send. */
function tell(message: FromSpawner, handle?: Socket): void {
  if (process.connected) process.send?.(message, handle, undefined, () => {});
}

function endWhenIdle(): void {
  if (ending && running.size === 0) process.exit(0);
}
