import { runChecks } from "../check/run-checks.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";
import { readFlags } from "../terminal/read-flags.ts";
import { seconds } from "../terminal/steps.ts";
import { OPTIONAL_PARTS, parseWithout } from "./parts.ts";
import { MissingPrerequisite, providePrerequisites } from "./prerequisites.ts";
import { countBrowserTests, runBrowserTests } from "./run-browser-tests.ts";
import { runVitest } from "./run-vitest.ts";
import { add, NOTHING, renderTally, type Tally } from "./tally.ts";
import { openTestHome, removeTestHome, sweepDeadTestHomes } from "./test-home.ts";

const USAGE = `npm test [-- --without=browser,sandbox]

  Checks, unit tests, database tests, sandbox tests, then browser tests against a fresh installation.
  --without  leaves out what needs a program that this machine cannot have: ${OPTIONAL_PARTS.join(", ")}`;

const flags = readFlags(USAGE, { without: { type: "string" } });
const without = parseWithout(flags.without);
if ("unknown" in without) {
  process.stderr.write(`There is no part '${without.unknown}'.\n\n${USAGE}\n`);
  process.exit(2);
}

loadEnvironment();
await providePrerequisites(without.parts).catch((error: Error) => {
  process.stderr.write(error instanceof MissingPrerequisite ? `\n${error.message}\n` : `${error.stack}\n`);
  process.exit(1);
});

await sweepDeadTestHomes();
const home = openTestHome();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => removeTestHome(home).finally(() => process.exit(1)));
}

const started = performance.now();
let total: Tally = NOTHING;
try {
  total = add(total, { ...(await runChecks({ write: false })), skipped: 0 });
  total = add(total, await runVitest(home, { withSandbox: !without.parts.has("sandbox") }));
  total = add(
    total,
    without.parts.has("browser") ? { ...NOTHING, skipped: await countBrowserTests() } : await runBrowserTests(home),
  );
} finally {
  await removeTestHome(home);
}
process.stdout.write(`\nin ${seconds(performance.now() - started)}\n${renderTally(total, without.parts.size > 0)}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
