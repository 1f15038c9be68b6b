import { buffer } from "node:stream/consumers";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { scanDocument, scanRecords, scanTogether } from "#lib/registry/scan/command.ts";
import { linesOf } from "#lib/sanitise/command.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./command.ts";
import { parseFlags } from "./parse-flags.ts";

export const scan: Command = {
  usage: `airlock scan [--jsonl [--together]] < DEFINITION

  The definition is JSON (an MCP Tool, or our contract) or a TOOL.md. Prints
  {"definitionHash", "descriptionHash", "verdict": "ok" | "review" | "block", "findings": […]}.

  --jsonl     every line in is a definition, or {"id", "tool": …} around one; one line out for each. A line that cannot be
              read gives {"error": …} in its place and the run goes on.
  --together  with --jsonl: the lines are the tools of one server, and each is judged beside the others`,

  async run(args) {
    const { values } = parseFlags(args, { jsonl: { type: "boolean" }, together: { type: "boolean" } });
    if (values.together && !values.jsonl) throw new UsageError("--together goes with --jsonl.");
    if (!values.jsonl) return await scanOne(await buffer(process.stdin));
    process.stdin.setEncoding("utf8");
    const lines = linesOf(process.stdin);
    for await (const line of values.together ? scanTogether(lines) : scanRecords(lines)) await print(line);
    return 0;
  },
};

/** A single definition that cannot be read is an answer too, and a failure: nothing was scanned. */
async function scanOne(source: Uint8Array): Promise<number> {
  const answer = scanDocument(source);
  if (answer.ok) {
    await print(answer.value);
    return 0;
  }
  await print(JSON.stringify({ error: { code: answer.code, message: tellSender(answer) } }));
  return 3;
}

/** Waits for a slow reader: a large input must not pile up in our memory. */
async function print(line: string): Promise<void> {
  if (process.stdout.write(`${line}\n`)) return;
  await new Promise((resolve) => process.stdout.once("drain", resolve));
}
