import type { Execute } from "#lib/registry/tool.ts";
import { inJail } from "../file-access/jail.ts";
import { findProgram } from "../process/find-program.ts";
import { runSource } from "../process/run-source.ts";
import type { input, output } from "./contract.ts";

const PLACES = ["/usr/bin/python3", "/usr/local/bin/python3"];

export const execute: Execute<typeof input, typeof output> = async ({ code, args = [], ...options }) => {
  const python = await findProgram("Python 3", PLACES);
  const directory = inJail(options.directory ?? ".");
  // The program's file is elsewhere, so the folder in which modules are expected is named.
  const started = ["/usr/bin/env", `PYTHONPATH=${directory}`, python, "-B", "-X", "utf8"] as const;
  return runSource(code, "main.py", (file) => [...started, file, ...args], { ...options, directory });
};
