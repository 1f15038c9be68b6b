import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { corpusDigest, corpusTextsAndSecrets } from "#fixtures/sanitise/labelled-texts.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import type { Measured } from "#lib/sanitise/scorecard/measured.ts";
import { scoreTexts } from "#lib/sanitise/scorecard/score-texts.ts";

/** Writes down how the cleaner does on the larger sets, with their hash, for the dashboard's scorecard. */
const folder = process.env.AIRLOCK_CORPORA;
if (folder === undefined || folder === "") {
  process.stderr.write("AIRLOCK_CORPORA names no folder with labelled sets.\n");
  process.exit(2);
}
const developed = [...corpusTextsAndSecrets("train", folder), ...corpusTextsAndSecrets("tune", folder)];
const measured: Measured = {
  date: new Date().toISOString().slice(0, 10),
  digest: corpusDigest(folder),
  developed: scoreTexts(developed),
  kept: scoreTexts(corpusTextsAndSecrets("kept", folder)),
};
const file = join(PROJECT_ROOT, "lib", "sanitise", "scorecard", "measured.json");
writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
process.stdout.write(`Written to ${file}\n`);
