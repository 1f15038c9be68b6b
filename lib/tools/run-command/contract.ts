import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { directory, failureModes, output, policy, stdin, timeoutSeconds } from "../declared/running.ts";
import { execute } from "./execute.ts";

export { output };

export const input = z.strictObject({
  program: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}$/)
    .describe("A program's name, looked up on the sandbox's PATH; never a path."),
  args: z.array(z.string().max(16_384)).max(200).optional().describe("Each is one argument; no shell reads them."),
  stdin,
  directory,
  timeoutSeconds,
});

/** Runs one program of the sandbox in the agent's workspace. */
export const runCommand = tool({
  name: "run_command",
  title: "Run a command",
  summary: "Run one program with its arguments in the workspace, without network and without a shell.",
  description:
    "Runs one program that the sandbox has, with the given arguments, and returns what it wrote and how it ended. No shell " +
    "is involved: pipes, redirections, variables and wildcards in arguments are plain text. The program sees the " +
    "workspace, which is its working directory, and a private /tmp. There is no network.",
  input,
  output,
  safetyClass: "write",
  egressClass: "write",
  category: "terminal",
  actionType: "exec:command",
  idempotency: "optional",
  idempotent: false,
  policy,
  gate: { paths: [{ at: "/directory", access: "write" }], text: [{ at: "/args" }, { at: "/stdin" }] },
  outputContent: "verbatim",
  effect: "Run {/program} with {/args}",
  costTier: "medium",
  examples: [
    {
      title: "Count lines",
      input: { program: "wc", args: ["-l", "notes.md"] },
      output: { stdout: "12 notes.md\n", stderr: "", exitCode: 0, timedOut: false, truncated: false },
    },
  ],
  failureModes,
  execute,
  declaredIn: import.meta.url,
});
