import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { whyNotBubblewrap } from "#lib/sandbox/bubblewrap/judge-machine.ts";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { withSealedNode } from "#lib/sandbox/sealed-node.ts";
import { BARE_BUBBLEWRAP } from "../baselines/bare-bubblewrap.ts";
import { type Circumstances, isWanted, type Reading } from "../bench.ts";
import { interleave } from "../interleave.ts";
import { bareArms, otherArms } from "./bare-arms.ts";
import { openBareLauncher } from "./bare-launcher.ts";
import { openOwnArms } from "./own-arms.ts";
import { type StartArm, startsPerSecond } from "./start-arm.ts";

const BUNDLE = fileURLToPath(new URL("./echo-tool.mjs", import.meta.url));
const INPUT = { n: 7 };

/** Every way to start `true` and a bundle on Node, side by side, each against bubblewrap alone around the same program. */
export async function measureStarts(circumstances: Circumstances): Promise<Reading[]> {
  const { rounds, milliseconds, signal, say } = circumstances;
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "airlock-bench-")));
  chmodSync(directory, 0o711);
  const found = probeMachine(process.execPath);
  const obstacle = whyNotBubblewrap(found);
  if (obstacle) throw new Error(obstacle);
  const machine = withSealedNode(found, directory);
  const programs = {
    nodePath: machine.nodePath,
    bundle: BUNDLE,
    input: JSON.stringify({ input: INPUT, context: {} }),
    answer: JSON.stringify({ ok: true, output: INPUT }),
  };
  const launcher = openBareLauncher();
  const own = await openOwnArms(machine, programs, directory);
  try {
    const all = {
      ...bareArms(launcher, machine, programs),
      ...own.arms,
      ...(await otherArms(launcher, machine, programs, say)),
    };
    const wanted = Object.keys(all).filter((name) => isWanted(circumstances, name));
    const bases = wanted.map((name) => `bwrap.${programOf(name)}`);
    const arms = Object.fromEntries(
      Object.entries(all).filter(([name]) => wanted.includes(name) || bases.includes(name)),
    );
    say(`${Object.keys(arms).length} ways to start a program, by turns`);
    const turns = (time: number) =>
      Object.fromEntries(Object.entries(arms).map(([name, arm]) => [name, turn(arm, time)]));
    await interleave(turns(milliseconds / 4), 1, signal);
    return readingsOf(await interleave(turns(milliseconds), rounds, signal));
  } finally {
    await own.close();
    await launcher.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function turn(arm: StartArm, milliseconds: number): () => Promise<number> {
  return () => startsPerSecond(arm, milliseconds);
}

/** Each against bubblewrap alone with the program that its name ends with. */
function readingsOf(samples: Readonly<Record<string, readonly number[]>>): Reading[] {
  return Object.entries(samples)
    .filter(([metric]) => !metric.startsWith("bwrap."))
    .map(([metric, own]) => {
      const bare = samples[`bwrap.${programOf(metric)}`] ?? [];
      const pairs = own.map((value, round) => ({ value, baseline: bare[round] ?? Number.NaN }));
      return { metric, unit: "calls/s", rounds: pairs, baselineFile: BARE_BUBBLEWRAP };
    });
}

function programOf(arm: string): string | undefined {
  return arm.split(".").at(-1);
}
