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

/** What `npm run soak` was asked for. Throws with a sentence for the terminal when that cannot be read. */
export function readArguments(args: readonly string[], known: readonly SoakPromise[]): SoakArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { seed: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
    strict: true,
  });
  const unknown = positionals.find((name) => !known.some((promise) => promise.name === name));
  if (unknown !== undefined) throw new Error(`There is no promise '${unknown}'.`);
  if (values.seed !== undefined && !isSeed(values.seed))
    throw new Error(`A seed is a whole number up to ${LARGEST_SEED}.`);
  return {
    promises: positionals.length === 0 ? known : known.filter(({ name }) => positionals.includes(name)),
    isFull: positionals.length === 0,
    seed: values.seed === undefined ? randomInt(LARGEST_SEED) : Number(values.seed),
    json: values.json ?? false,
    help: values.help ?? false,
  };
}

function isSeed(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_SEED;
}
