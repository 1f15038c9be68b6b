import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { formText } from "../command-grammar/grammar.ts";
import { limits } from "../declared/limits.ts";
import { failureModes, output, timeoutSeconds } from "../declared/running.ts";
import { execute, type ListedSettings } from "./execute.ts";

export { output };

export const input = z.strictObject({
  program: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}$/),
  args: z.array(z.string().max(1024)).max(40).optional().describe("Each is one argument; no shell reads them."),
  timeoutSeconds,
});

/** Runs one of the commands that the installation's grammar allows. */
export function runListed(settings: ListedSettings) {
  return tool({
    name: "run_listed_command",
    title: "Run a listed command",
    summary: "Run a command that fits one of the installation's forms, to look at the workspace.",
    description:
      "Runs one program with arguments that fit one of the listed forms, in the workspace, without network and without a shell. What fits no form is " +
      "refused before anything runs. The forms are in the resource 'forms'.",
    input,
    output,
    safetyClass: "read",
    egressClass: "none",
    category: "terminal",
    actionType: "exec:command",
    idempotency: "optional",
    idempotent: true,
    policy: {
      risk: "low",
      filesystem: { read: ["${workspace}/**"], write: [] },
      network: { mode: "none" },
      environment: { allow: [] },
      exec: "allow",
      limits: limits({ wallSeconds: 120, cpuSeconds: 60 }),
    },
    settings,
    gate: { text: [{ at: "/args" }] },
    outputContent: "verbatim",
    effect: "Run {/program} with {/args}",
    costTier: "low",
    examples: [{ title: "Lines with a word", input: { program: "grep", args: ["-n", "-e", "total", "report.md"] } }],
    failureModes: ["command_refused: the command fits no form. Load the resource 'forms'.", ...failureModes],
    resources: [
      {
        id: "forms",
        title: "The commands that may be run",
        mimeType: "text/plain",
        text: settings.forms.map(formText).join("\n"),
      },
    ],
    execute,
    declaredIn: import.meta.url,
  });
}
