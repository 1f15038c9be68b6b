import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { corpusDigest } from "#fixtures/sanitise/labelled-texts.ts";
import { bagsOf } from "./dataset.ts";
import { randomOf } from "./expand.ts";
import { learn } from "./learn.ts";
import { ownDocuments } from "./own-documents.ts";
import { packageDocuments } from "./package-documents.ts";
import { quantise } from "./quantise.ts";
import { tunedTexts } from "./tuned-texts.ts";

/**
 * Makes model/weights.ts:
 *
 *   AIRLOCK_CORPORA=path/to/sets node lib/sanitise/sentences/train/train.ts
 *
 * The weights come from the sentences in this folder, from the parts of the labelled sets that are there to be learned from, and from what this
 * project and the packages that it is installed with say of themselves; no row of a set can be read from them. The same seed, sets,
 * documents and lock file give the same file.
 */
const SEED = 20_261_117;
const folder = process.env.AIRLOCK_CORPORA;
if (folder === undefined) throw new Error("AIRLOCK_CORPORA has to name the folder of the labelled sets.");

const passages = packageDocuments();
const bags = bagsOf(tunedTexts(folder), passages, randomOf(SEED));
const { scale, bias, packed } = quantise(learn(bags, SEED));
const text = Buffer.from(packed.buffer).toString("base64");

writeFileSync(
  join(import.meta.dirname, "../model/weights.ts"),
  `// Made by train/train.ts; do not edit.

/** What it was made from: the seed, digests of the labelled sets, of this project's documents and of its packages', and how many sentences. */
export const MADE_FROM = {
  seed: ${SEED},
  sets: "sha256:${corpusDigest(folder)}",
  documents: "sha256:${digestOf(ownDocuments())}",
  packages: "sha256:${digestOf(passages)}",
  hostile: ${bags.filter(({ isHostile }) => isHostile).length},
  honest: ${bags.filter(({ isHostile }) => !isHostile).length},
} as const;

/** A weight is a byte with a sign, times this. */
export const SCALE = ${scale};
export const BIAS = ${bias};

export const WEIGHTS =
  "${text}";
`,
);
console.log(
  `${bags.length} sentences, ${packed.length} weights, ${packed.filter((weight) => weight !== 0).length} of them not 0`,
);

function digestOf(documents: readonly { text: string }[]): string {
  const hash = createHash("sha256");
  for (const { text } of documents) hash.update(text);
  return hash.digest("hex");
}
