import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import type { SoakPromise } from "#soak/promise.ts";

interface SoakArguments {
  readonly promises: readonly SoakPromise[];
  /** All of them were asked for, so the result is a full one. */
  readonly isFull: boolean;
  readonly seed: number;
  readonly json: boolean;
  readonly help: boolean;
}

const LARGEST_SEED = 2 ** 31 - 1;

/** What npm keeps of a command line without `--`: it reads our flags as settings of its own and passes on only what is bare. */
type NpmSettings = Readonly<Record<string, string | undefined>>;

/** What `npm run soak` was asked for. Throws with a sentence for the terminal when that cannot be read. */
export function readArguments(args: readonly string[], known: readonly SoakPromise[], npm: NpmSettings): SoakArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { seed: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
    strict: true,
  });
  // `npm run soak --seed 5` arrives as the setting "true" and a bare 5; `--seed=5` as the setting "5".
  const bareSeed = npm.npm_config_seed === "true" ? positionals.find(isSeed) : npm.npm_config_seed;
  const seed = values.seed ?? bareSeed;
  const names = positionals.filter((bare) => bare !== bareSeed);
  const unknown = names.find((name) => !known.some((promise) => promise.name === name));
  if (unknown !== undefined) throw new Error(`There is no promise '${unknown}'.`);
  if (seed !== undefined && !isSeed(seed)) throw new Error(`A seed is a whole number up to ${LARGEST_SEED}.`);
  return {
    promises: names.length === 0 ? known : known.filter(({ name }) => names.includes(name)),
    isFull: names.length === 0,
    seed: seed === undefined ? randomInt(LARGEST_SEED) : Number(seed),
    json: values.json ?? npm.npm_config_json === "true",
    help: values.help ?? false,
  };
}

function isSeed(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_SEED;
}
