import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { args, code, directory, failureModes, output, policy, stdin, timeoutSeconds } from "../declared/running.ts";
import { execute } from "./execute.ts";

export { output };

export const input = z.strictObject({
  code: code.describe("A Python 3 program."),
  args,
  stdin,
  directory,
  timeoutSeconds,
});

/** Runs a Python program in the agent's workspace. */
export const runPython = tool({
  name: "run_python",
  title: "Run Python",
  summary: "Run a Python 3 program in the workspace, without network.",
  description:
    "Runs the given program with the Python 3 of the sandbox and returns what it wrote and how it ended. It sees the " +
    "workspace, which is its working directory and on its module path, and a private /tmp. There is no network.",
  input,
  output,
  safetyClass: "write",
  egressClass: "write",
  category: "code_execution",
  actionType: "exec:code",
  idempotency: "optional",
  idempotent: false,
  policy,
  gate: { paths: [{ at: "/directory", access: "write" }], text: [{ at: "/code" }, { at: "/args" }, { at: "/stdin" }] },
  outputContent: "verbatim",
  effect: "Run a Python program of {/code|size}: {/code}",
  costTier: "medium",
  examples: [
    {
      title: "A sum",
      input: { code: "import sys\nprint(sum(map(int, sys.argv[1:])))", args: ["1", "2"] },
      output: { stdout: "3\n", stderr: "", exitCode: 0, timedOut: false, truncated: false },
    },
  ],
  failureModes,
  execute,
  declaredIn: import.meta.url,
});
