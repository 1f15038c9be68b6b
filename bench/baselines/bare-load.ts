import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { withSealedNode } from "#lib/sandbox/sealed-node.ts";
import type { Load } from "../sandbox/sustain.ts";
import { bareBubblewrap, nodeInside } from "./bare-bubblewrap.ts";

/**
 * The floor under a sustained load of bundles: a fresh Node in a fresh bubblewrap for each call, with the bare arms' arguments and
 * runner, and nothing around it.
 *
 * Fair, because a call whose sandbox nobody else has used needs at least that: the same tool, pace and number at a time, but no
 * claim, no check, no plan, no limits, no filter, no record, nobody who asks and no database on the same cores.
 */
export const BARE_LOAD = "bench/baselines/bare-load.ts";

const ENTRY = fileURLToPath(new URL("./bare-load.mjs", import.meta.url));
const TOOL = fileURLToPath(new URL("../sandbox/wait-tool.mjs", import.meta.url));
/** As many as a dispatcher runs at once. */
const PLACES = availableParallelism() * 4;

/** How many a second ended, in each window. */
export async function sustainBare(load: Omit<Load, "tool">): Promise<readonly number[]> {
  const { waitMs, perSecond, warmUpMs, windowMs, windows, signal } = load;
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "airlock-bench-")));
  const machine = withSealedNode(probeMachine(process.execPath), directory);
  const input = JSON.stringify({ input: { waitMs }, context: {} });
  const child = fork(ENTRY, { execArgv: [], serialization: "json", signal });
  const ended = once(child, "exit");
  try {
    const answered = once(child, "message") as Promise<[{ perWindow: number[]; failed: string }]>;
    const argv = bareBubblewrap(machine, nodeInside(machine.nodePath, TOOL, input));
    child.send({ argv, input, perSecond, places: PLACES, warmUpMs, windowMs, windows });
    const [{ perWindow, failed }] = await Promise.race([
      answered,
      ended.then(() => Promise.reject(new Error("The bare load ended."))),
    ]);
    if (failed !== "") throw new Error(`A bare call went wrong: ${failed}`);
    return perWindow;
  } finally {
    if (child.connected) child.disconnect();
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
}
