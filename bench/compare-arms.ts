import type { Circumstances, Reading } from "./bench.ts";
import { type Clients, drive, type Sample, type Work } from "./drive-clients.ts";
import { interleave } from "./interleave.ts";

/** One side of a comparison: who does what, and what has to lie ready before each round. */
export type Arm = {
  prepare?(): Promise<void>;
} & ({ readonly clients: Clients; readonly work: Work } | OwnDrive);

/** Clients that are no connections of the database. */
export interface OwnDrive {
  drive(milliseconds: number): Promise<Sample>;
}

const WARM_UP_MS = 1_000;

/** Drives arms against their baseline in interleaved rounds; three readings for each: how many a second, p50, p99. */
export async function compareArms(
  baseline: Arm & { readonly file: string },
  arms: Readonly<Record<string, Arm>>,
  { rounds, milliseconds, signal }: Circumstances,
): Promise<Reading[]> {
  const turn = (arm: Arm, time: number) => async (): Promise<Sample> => {
    await arm.prepare?.();
    return "drive" in arm ? arm.drive(time) : drive(arm.clients, arm.work, time);
  };
  const all: Record<string, Arm> = { [BASELINE]: baseline, ...arms };
  const turns = (time: number) => Object.fromEntries(Object.entries(all).map(([name, arm]) => [name, turn(arm, time)]));
  // Plans, caches and connections are as in use before anything counts.
  await interleave(turns(Math.min(WARM_UP_MS, milliseconds)), 1, signal);
  const samples = await interleave(turns(milliseconds), rounds, signal);
  return Object.keys(arms).flatMap((name) =>
    readingsOf(name, samples[name] ?? [], samples[BASELINE] ?? [], baseline.file),
  );
}

/** No metric has this name. */
const BASELINE = "";

function readingsOf(metric: string, own: Sample[], bare: Sample[], baselineFile: string): Reading[] {
  const pairs = (figure: (sample: Sample) => number) =>
    own.flatMap((sample, round) => {
      const baseline = bare[round];
      return baseline ? [{ value: figure(sample), baseline: figure(baseline) }] : [];
    });
  return [
    { metric, unit: "calls/s", rounds: pairs(({ perSecond }) => perSecond), baselineFile },
    { metric: `${metric}.p50`, unit: "ms", rounds: pairs(({ p50Ms }) => p50Ms), baselineFile },
    { metric: `${metric}.p99`, unit: "ms", rounds: pairs(({ p99Ms }) => p99Ms), baselineFile },
  ];
}
