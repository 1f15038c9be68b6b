import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderEnvExample } from "#lib/environment/env-example.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { renderErrorsPage } from "#lib/errors/errors-page.ts";
import { renderPolicySchema } from "#lib/policy/document/policy-json-schema.ts";
import { renderToolsPage } from "#lib/tools/tools-page.ts";
import { type Captured, runCaptured } from "../processes/run-captured.ts";
import { toolPath } from "../processes/tool-path.ts";
import { findDocumentFaults } from "./documents.ts";
import { findLockFaults } from "./lock-file.ts";
import { findMachinePaths } from "./machine-paths.ts";

const GENERATED = [
  { path: ".env.example", render: renderEnvExample },
  { path: "docs/errors.md", render: renderErrorsPage },
  { path: "docs/policy.schema.json", render: renderPolicySchema },
  { path: "docs/tools.md", render: renderToolsPage },
];

export interface Check {
  readonly name: string;
  run(): Promise<Captured>;
}

/** The checks, slowest first. With `write`, what a machine can mend is mended. */
export function listChecks({ write }: { write: boolean }): Check[] {
  return [
    { name: "types", run: checkTypes },
    {
      name: "dead code",
      run: () => runCaptured(toolPath("knip"), ["--no-progress", "--treat-config-hints-as-errors"]),
    },
    {
      name: "lint, format, layers",
      run: () => runCaptured(toolPath("biome"), ["check", "--error-on-warnings", ...(write ? ["--write"] : []), "."]),
    },
    {
      name: "lock file",
      run: async () => failOn(findLockFaults(read("package-lock.json"))),
    },
    {
      name: "machine paths",
      run: async () => failOn((await findMachinePaths()).map((line) => `${line}: names a folder of this machine`)),
    },
    { name: "documents", run: async () => failOn(findDocumentFaults(PROJECT_ROOT)) },
    { name: "generated documents", run: () => checkGenerated(write) },
  ];
}

/** Next describes its own modules (style sheets, route types) in files that it generates; a fresh clone has none. */
async function checkTypes(): Promise<Captured> {
  const generated = await runCaptured(toolPath("next"), ["typegen"]);
  if (generated.code !== 0) return generated;
  return await runCaptured(toolPath("tsc"), ["--noEmit", "--incremental", "false"]);
}

/** Documents that are made from code: each is what the code says, or renewed when we may write. */
async function checkGenerated(write: boolean): Promise<Captured> {
  if (write) for (const { path, render } of GENERATED) writeFileSync(join(PROJECT_ROOT, path), render());
  const stale = GENERATED.filter(({ path, render }) => read(path) !== render());
  return failOn(stale.map(({ path }) => `${path} is not what the code says; 'npm run check -- --write' renews it`));
}

function failOn(faults: readonly string[]): Captured {
  return { code: faults.length === 0 ? 0 : 1, output: faults.join("\n") };
}

function read(path: string): string {
  return existsSync(join(PROJECT_ROOT, path)) ? readFileSync(join(PROJECT_ROOT, path), "utf8") : "";
}
