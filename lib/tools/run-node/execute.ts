import type { Execute } from "#lib/registry/tool.ts";
import { inJail } from "../file-access/jail.ts";
import { runSource } from "../process/run-source.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output> = async ({ code, args = [], ...options }) => {
  const directory = inJail(options.directory ?? ".");
  // The Node that runs this tool; a sandbox always has it.
  const node = process.execPath;
  return runSource(code, "main.mts", (file) => [node, file, ...args], { ...options, directory });
};
