import type { Execute } from "#lib/registry/tool.ts";
import { type Form, formOf } from "../command-grammar/grammar.ts";
import { failure } from "../failures/failure.ts";
import { inJail } from "../file-access/jail.ts";
import { runArguments } from "../process/run-source.ts";
import type { input, output } from "./contract.ts";

export interface ListedSettings {
  readonly forms: readonly Form[];
}

export const execute: Execute<typeof input, typeof output, ListedSettings> = async (call, { settings }) => {
  const { program, args = [], ...options } = call;
  if (!formOf(settings.forms, program, args)) {
    throw failure("command_refused", `${program} with these arguments fits none of the listed forms.`);
  }
  return runArguments([program, ...args], { ...options, directory: inJail(".") });
};
