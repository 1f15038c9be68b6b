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

// The kernel kills us with whoever started us, but only once bubblewrap has asked it to: one who died before that is not
// noticed. By now it has, so one look is enough. Nobody waits for the answer: nobody would know of the effect either.
if (!isAwaited(Number(answerDescriptor))) process.exit(1);

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

/**
 * The innermost cause says what happened: a refused connection reaches `fetch` wrapped three times over.
 * @param {unknown} error
 */
function describe(error) {
  const chain = [];
  for (let cause = error; cause instanceof Error && chain.length < 5; cause = cause.cause) chain.push(cause);
  const code = chain.map((cause) => ("code" in cause ? cause.code : null)).findLast((it) => typeof it === "string");
  const messages = chain.length > 0 ? chain.map(({ message }) => message) : [String(error)];
  return {
    code: String(code ?? "tool_error").slice(0, 100),
    message: [...new Set(messages)].join(": ").slice(0, 4000),
  };
}

/**
 * Whether somebody still reads there. A blank before the line of JSON changes nothing in it.
 * @param {number} descriptor
 */
function isAwaited(descriptor) {
  try {
    writeSync(descriptor, " ");
    return true;
  } catch {
    return false;
  }
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
