import { text } from "node:stream/consumers";
import { SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import type { CleanOptions } from "#lib/sanitise/clean.ts";
import { cleanDocument, cleanRecords, linesOf } from "#lib/sanitise/command.ts";
import { readPolicyFlags } from "#lib/sanitise/policy-flags.ts";
import { type Command, UsageError } from "./command.ts";
import { parseFlags } from "./parse-flags.ts";

export const clean: Command = {
  usage: `airlock clean [--jsonl] [--content KIND] [--class CLASS] [--step STEP=TREATMENT]… [--max-length N] [--markers HOW] < TEXT

  Prints {"cleaned", "findings": […]}, and "truncated", "findingsDropped" and "blocked" where there is something to say.

  --jsonl       every line in is {"text": …}, with an "id" if you like; one line out for each. A line that cannot be read gives
                {"error": …} in its place and the run goes on.
  --content     prose (the default), or verbatim: source, data or a diff, in which markup is reported and left
  --verbatim    the same as --content verbatim
  --class       the safety class whose defaults hold: ${SAFETY_CLASSES.join(", ")}
  --step        what is done with one kind of thing, as in sentences=block: escapes, hidden, credentials, markup, concealed,
                roles, sentences or encoded; report, mark, mask, remove, fence or block, as far as the step allows it
  --max-length  head and tail of a text that is longer are kept
  --markers     visible, or counted: a removal leaves a marker, or only a finding`,

  async run(args) {
    const { values } = parseFlags(args, {
      jsonl: { type: "boolean" },
      verbatim: { type: "boolean" },
      content: { type: "string" },
      class: { type: "string" },
      step: { type: "string", multiple: true },
      "max-length": { type: "string" },
      markers: { type: "string" },
    });
    const read = readPolicyFlags({
      content: values.verbatim ? "verbatim" : values.content,
      safetyClass: values.class,
      steps: values.step ?? [],
      maxLength: values["max-length"],
      markers: values.markers,
    });
    if (!read.ok) throw new UsageError(read.message);
    const options: CleanOptions = read.value;
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
