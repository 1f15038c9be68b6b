/**
 * Runs one tool once, for the backends that cannot put files of their own into a sandbox: the bundle is the file named
 * first, input comes on stdin, and the answer goes to a descriptor of its own. As everywhere, an answer is the tool's word.
 */
import { writeSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const [bundle, answerDescriptor] = process.argv.slice(2);

let answer;
try {
  const { input, context } = JSON.parse((await buffer(process.stdin)).toString("utf8"));
  const { default: tool } = await import(pathToFileURL(bundle).href);
  if (typeof tool?.execute !== "function") throw new TypeError("The bundle's default export has no execute function.");
  const output = await tool.execute(input, context);
  answer = JSON.stringify({ ok: true, output: output === undefined ? null : output });
} catch (error) {
  const known = error instanceof Error ? error : new Error(String(error));
  const code = "code" in known && typeof known.code === "string" ? known.code : "tool_error";
  const failure = { code: code.slice(0, 100), message: known.message.slice(0, 4000) };
  answer = JSON.stringify({ ok: false, error: failure });
}
const bytes = Buffer.from(`${answer}\n`);
for (let written = 0; written < bytes.length; ) {
  try {
    written += writeSync(Number(answerDescriptor), bytes, written);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EAGAIN") throw error;
  }
}
process.exit(0);
