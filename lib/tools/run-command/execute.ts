import type { Execute } from "#lib/registry/tool.ts";
import { inJail } from "../file-access/jail.ts";
import { runArguments } from "../process/run-source.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output> = async ({ program, args = [], ...options }) =>
  runArguments([program, ...args], { ...options, directory: inJail(options.directory ?? ".") });
