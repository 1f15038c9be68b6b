import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderEnvExample } from "#lib/environment/env-example.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { type Captured, runCaptured } from "../processes/run-captured.ts";
import { toolPath } from "../processes/tool-path.ts";
import { findDownloadAddresses } from "./lock-file.ts";
import { findMachinePaths } from "./machine-paths.ts";

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
      run: async () => failOn(findDownloadAddresses(read("package-lock.json")), "names a download address"),
    },
    { name: "machine paths", run: async () => failOn(await findMachinePaths(), "names a folder of this machine") },
    { name: ".env.example", run: async () => checkEnvExample(write) },
  ];
}

/** Next describes its own modules (style sheets, route types) in files that it generates; a fresh clone has none. */
async function checkTypes(): Promise<Captured> {
  const generated = await runCaptured(toolPath("next"), ["typegen"]);
  if (generated.code !== 0) return generated;
  return await runCaptured(toolPath("tsc"), ["--noEmit", "--incremental", "false"]);
}

async function checkEnvExample(write: boolean): Promise<Captured> {
  const path = join(PROJECT_ROOT, ".env.example");
  if (write) writeFileSync(path, renderEnvExample());
  return failOn(
    read(".env.example") === renderEnvExample() ? [] : [".env.example"],
    "is not what lib/environment/variables.ts says",
  );
}

function failOn(places: readonly string[], fault: string): Captured {
  return { code: places.length === 0 ? 0 : 1, output: places.map((place) => `${place}: ${fault}\n`).join("") };
}

function read(path: string): string {
  return readFileSync(join(PROJECT_ROOT, path), "utf8");
}
