import { readFlags } from "../terminal/read-flags.ts";
import { runChecks } from "./run-checks.ts";

const USAGE = `npm run check [-- --write]

  Types, lint, format, layers, dead code, lock file, machine paths, what documents name, generated documents.
  --write  mends what a machine can mend (format, order of imports, generated documents)`;

const { write = false } = readFlags(USAGE, { write: { type: "boolean" } });
const { failed } = await runChecks({ write });
process.exitCode = failed > 0 ? 1 : 0;
