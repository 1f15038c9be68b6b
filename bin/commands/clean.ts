import { text } from "node:stream/consumers";
import { cleanDocument, cleanRecords, linesOf } from "#lib/sanitise/command.ts";
import type { Command } from "./command.ts";
import { parseFlags } from "./parse-flags.ts";

export const clean: Command = {
  summary: "cleans text as a tool's output is cleaned, and says what it found",
  usage: `airlock clean [--jsonl] [--verbatim] < TEXT

  Prints {"cleaned", "findings": […]}.

  --jsonl     every line in is {"text": …}, with an "id" if you like; one line out for each. A line that cannot be read gives
              {"error": …} in its place and the run goes on.
  --verbatim  the text is source, data or a diff, not prose`,

  async run(args) {
    const { values } = parseFlags(args, { jsonl: { type: "boolean" }, verbatim: { type: "boolean" } });
    const options = { content: values.verbatim ? "verbatim" : "prose" } as const;
    process.stdin.setEncoding("utf8");
    if (!values.jsonl) {
      await print(cleanDocument(await text(process.stdin), options));
      return 0;
    }
    for await (const line of cleanRecords(linesOf(process.stdin), options)) await print(line);
    return 0;
  },
};

/** Waits for a slow reader: a large input must not pile up in our memory. */
async function print(line: string): Promise<void> {
  if (process.stdout.write(`${line}\n`)) return;
  await new Promise((resolve) => process.stdout.once("drain", resolve));
}
