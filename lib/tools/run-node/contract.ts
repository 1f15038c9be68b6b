import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { args, code, directory, failureModes, output, policy, stdin, timeoutSeconds } from "../declared/running.ts";
import { execute } from "./execute.ts";

export { output };

export const input = z.strictObject({
  code: code.describe("An ES module, in JavaScript or in TypeScript whose types can be erased."),
  args,
  stdin,
  directory,
  timeoutSeconds,
});

/** Runs a Node program in the agent's workspace. */
export const runNode = tool({
  name: "run_node",
  title: "Run Node",
  summary: "Run a JavaScript or TypeScript program in the workspace, without network.",
  description:
    "Runs the given ES module with the Node of the sandbox and returns what it wrote and how it ended. It sees the " +
    "workspace, which is its working directory, and a private /tmp; it imports Node's own modules and, by absolute path, " +
    "files of the workspace. There is no network.",
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
  effect: "Run a Node program of {/code|size}: {/code}",
  costTier: "medium",
  examples: [
    {
      title: "A version",
      input: { code: "console.log(process.argv[2])", args: ["hello"] },
      output: { stdout: "hello\n", stderr: "", exitCode: 0, timedOut: false, truncated: false },
    },
  ],
  failureModes,
  execute,
  declaredIn: import.meta.url,
});
