import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { resolveHome } from "#lib/environment/home.ts";
import { readEnvironment } from "#lib/environment/read-environment.ts";
import { isErrorCode } from "#lib/errors/codes.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { type ToolPolicy, toolPolicySchema } from "#lib/policy/tool-policy.ts";
import { BACKENDS, type Backend } from "#lib/policy/vocabulary.ts";
import { readSandboxing } from "#lib/sandbox/config/read-sandboxing.ts";
import type { Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import { runCommandUnderPolicy } from "#lib/sandbox/run-command.ts";
import { type Command, UsageError } from "./command.ts";
import { parseFlags } from "./parse-flags.ts";

const EXIT_REFUSED = 1;

export const sandboxRun: Command = {
  usage: `airlock sandbox run --policy FILE [--backend NAME] [--workspace DIR] [--project DIR] [--stdin] -- CMD…

  FILE is a policy as in a tool's contract; what it leaves out grants nothing. Exit 0 when the command ran, however it ended;
  1 when the sandbox refused it (the result's "error" says why).

  --backend    one of ${BACKENDS.join(", ")}; has to be offered here ('airlock doctor' says which are).
               process and firejail are, where the sandboxing document names or enables them
  --workspace  what \${workspace} stands for; without it an empty folder that is removed afterwards
  --project    what \${project} stands for
  --stdin      gives our stdin to the command`,

  async run(args) {
    const { values, rest: argv } = parseFlags(args, {
      policy: { type: "string" },
      backend: { type: "string" },
      workspace: { type: "string" },
      project: { type: "string" },
      stdin: { type: "boolean" },
    });
    if (values.policy === undefined) throw new UsageError("--policy is missing.");
    if (argv.length === 0) throw new UsageError("There is no command behind '--'.");
    const policy = readPolicy(values.policy);
    const backend = values.backend === undefined ? undefined : readBackend(values.backend);
    const result = await runCommandUnderPolicy(policy, argv, {
      nodePath: process.execPath,
      stateDirectory: resolveHome(),
      environment: process.env,
      sandboxing: documentInForce(),
      ...(backend === undefined ? {} : { backend }),
      ...(values.workspace === undefined ? {} : { workspace: values.workspace }),
      ...(values.project === undefined ? {} : { project: values.project }),
      ...(values.stdin ? { stdin: await buffer(process.stdin) } : {}),
    });
    process.stdout.write(`${JSON.stringify(advised(result))}\n`);
    return result.error ? EXIT_REFUSED : 0;
  },
};

function advised(result: SandboxResult): SandboxResult {
  const { code = "", message = "" } = result.error ?? {};
  return isErrorCode(code) ? { ...result, error: { code, message: tellSender({ code, message }) } } : result;
}

function readPolicy(file: string): ToolPolicy {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`The policy ${file} cannot be read: ${(error as Error).message}`);
  }
  const policy = toolPolicySchema.safeParse(document);
  if (!policy.success) throw new UsageError(`The policy ${file} is not one:\n${z.prettifyError(policy.error)}`);
  return policy.data;
}

function documentInForce(): Sandboxing {
  const environment = readEnvironment();
  if (!environment.ok) throw new UsageError(tellSender(environment));
  const { AIRLOCK_HOME, AIRLOCK_SANDBOXING } = environment.value;
  const inForce = readSandboxing(resolveHome(AIRLOCK_HOME), AIRLOCK_SANDBOXING);
  if (!inForce.ok) throw new UsageError(tellSender(inForce));
  return inForce.value.sandboxing;
}

function readBackend(name: string): Backend {
  const backend = BACKENDS.find((known) => known === name);
  if (!backend) throw new UsageError(`There is no backend '${name}'.`);
  return backend;
}
