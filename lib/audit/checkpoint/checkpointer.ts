/**
 * Signs the heads of all lanes, at most every ten seconds and only when one moved, and gives a sign of life in between. When the log
 * contradicts what was signed it signs nothing more and says so until somebody looks: it does not end, because a process that is
 * started again and again is taken for a broken one, and calls must not stop for want of a signature. The page alarms by the age.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { withFileLock } from "#db/embedded/file-lock.ts";
import type { LaneHead } from "../lane-head.ts";
import type { CheckpointFolder } from "./checkpoint-folder.ts";
import { CheckpointRow, MirrorDiffers } from "./checkpoint-row.ts";
import { judgeHeads } from "./judge-heads.ts";
import type { NoteSigner } from "./signed-note.ts";

const EVERY_MS = 10_000;
/** Long enough for a predecessor to finish its last write. */
const LOCK_WAIT_MS = 10_000;
const REPEAT_TROUBLE_MS = 60_000;

export interface CheckpointerOptions {
  /** All heads in one snapshot. */
  readHeads(): Promise<readonly LaneHead[]>;
  readonly folder: CheckpointFolder;
  readonly mirror?: CheckpointFolder | undefined;
  readonly signer: NoteSigner;
  /** Keeps a second checkpointer away from the same files. */
  readonly lockFile: string;
  readonly everyMs?: number;
  log(line: string): void;
}

export interface RunningCheckpointer {
  stop(): Promise<void>;
}

/** Returns once this is the one checkpointer of its files; throws when another is. */
export async function startCheckpointer(options: CheckpointerOptions): Promise<RunningCheckpointer> {
  const stopping = new AbortController();
  const started = Promise.withResolvers<void>();
  const running = withFileLock(options.lockFile, LOCK_WAIT_MS, async () => {
    started.resolve();
    await run(options, stopping.signal);
  });
  running.catch(started.reject);
  await started.promise;
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(options: CheckpointerOptions, signal: AbortSignal): Promise<void> {
  const { everyMs = EVERY_MS, log } = options;
  const complain = complaints(log);
  let row: CheckpointRow | undefined;
  while (!signal.aborted) {
    try {
      row ??= new CheckpointRow(options.folder, options.mirror, options.signer);
      complain(await tick(row, options));
    } catch (error) {
      // A database that restarts, a full disk: the next round tries again, from what is on disk.
      row = undefined;
      complain(`No checkpoint: ${(error as Error).message}`);
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}

/** One round. Gives what is wrong, if anything is. */
async function tick(row: CheckpointRow, { readHeads, log }: CheckpointerOptions): Promise<string | undefined> {
  const heads = await readHeads();
  const verdict = judgeHeads(row.heads, heads);
  if (verdict.kind === "tampered") {
    return `ALARM: ${verdict.sentence} Nothing more is signed. Run 'airlock audit verify'.`;
  }
  try {
    // Before anything is signed: a second place that contradicts the first is a reason not to.
    await row.copyToMirror();
  } catch (error) {
    if (error instanceof MirrorDiffers) {
      return `ALARM: ${error.message} One of the two was changed. Nothing more is signed.`;
    }
  }
  if (verdict.kind === "moved") log(`checkpoint ${row.sign(heads, new Date()).number}`);
  row.signLife(new Date());
  return await row.copyToMirror().then(
    () => undefined,
    (error: Error) => `The second place cannot be written: ${error.message}`,
  );
}

/** Says a trouble when it is new, and again every minute; says when it is over. */
function complaints(log: (line: string) => void): (trouble: string | undefined) => void {
  let last: string | undefined;
  let saidAt = 0;
  return (trouble) => {
    if (trouble === undefined) {
      if (last !== undefined) log("All is well again.");
    } else if (trouble !== last || Date.now() - saidAt > REPEAT_TROUBLE_MS) {
      log(trouble);
      saidAt = Date.now();
    }
    last = trouble;
  };
}
