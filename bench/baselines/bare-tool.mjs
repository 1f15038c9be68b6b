/** What a runner of bundles does at the least: reads the call, loads the tool, runs it, prints the answer. */
import { readFileSync } from "node:fs";

const [bundle] = process.argv.slice(2);
const { input } = JSON.parse(readFileSync(0, "utf8"));
const { default: tool } = await import(`file://${bundle}`);
process.stdout.write(JSON.stringify({ ok: true, output: await tool.execute(input) }));
