/**
 * Runs one tool once, inside the sandbox: input on stdin, `{ execute }` from the bundle, one line of JSON as the answer.
 *
 * The answer goes to a descriptor of its own, so that nothing a tool prints, and nothing that a process it starts prints,
 * can be taken for it (Node marks the descriptor close-on-exec). It is not a wall against the tool itself: its code
 * shares this process and can write any answer it likes. That is why the other side treats an answer as the tool's word,
 * validates it against the output schema and cleans it; the sandbox protects the host from the tool, never the tool from
 * itself.
 */
import { writeSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { startForwarder } from "./forwarder.mjs";

const [answerDescriptor, egressDescriptor] = process.argv.slice(2);

let answer;
try {
  const { input, context } = JSON.parse((await buffer(process.stdin)).toString("utf8"));
  if (egressDescriptor !== "-") await startForwarder(Number(egressDescriptor));
  const { default: tool } = await import(pathToFileURL("/airlock/tool.mjs").href);
  if (typeof tool?.execute !== "function") throw new TypeError("The bundle's default export has no execute function.");
  const output = await tool.execute(input, context);
  answer = JSON.stringify({ ok: true, output: output === undefined ? null : output });
} catch (error) {
  answer = JSON.stringify({ ok: false, error: describe(error) });
}
writeWhole(Number(answerDescriptor), Buffer.from(`${answer}\n`));
process.exit(0);

/** @param {unknown} error */
function describe(error) {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "tool_error";
  const message = error instanceof Error ? error.message : String(error);
  return { code: code.slice(0, 100), message: message.slice(0, 4000) };
}

/** @param {number} descriptor @param {Buffer} bytes */
function writeWhole(descriptor, bytes) {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EAGAIN") throw error;
    }
  }
}
