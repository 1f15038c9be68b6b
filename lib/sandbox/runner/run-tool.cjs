/**
 * Runs one tool inside the sandbox: `{ execute }` from the bundle, one line of JSON as the answer. The third argument
 * says when: at once, with its input on stdin (`whole`); when a call comes, once (`one`); or for each call that comes,
 * until the sandbox is ended (`many`). While it waits nothing of the tool is loaded, and it knows nothing of the call.
 *
 * The answer goes to a descriptor of its own, so that nothing a tool prints, and nothing that a process it starts prints,
 * can be taken for it (Node marks the descriptor close-on-exec). It is not a wall against the tool itself: its code
 * shares this process and can write any answer it likes. That is why the other side treats an answer as the tool's word,
 * validates it against the output schema and cleans it; the sandbox protects the host from the tool, never the tool from
 * itself.
 *
 * Every module that is loaded here is paid for by every call. So is the way this file is loaded: as an ES module, under
 * the flag that forbids code from text, it took half as long again (Node then compiles its own loader anew).
 */
const { readFileSync, readSync, rmSync, writeFileSync, writeSync } = require("node:fs");

const TOOL = "file:///airlock/tool.mjs";
const [answerNumber, egressDescriptor, mode] = process.argv.slice(2);
const answerDescriptor = Number(answerNumber);
const IDS = ["AIRLOCK_AGENT_ID", "AIRLOCK_SESSION_ID", "AIRLOCK_TASK_ID", "AIRLOCK_REQUEST_ID"];

forbidNode();
void run();

/** Where programs are listed and Node is not among them: one that is started by what the tool starts does not get up. */
function forbidNode() {
  if (process.env.AIRLOCK_NODE !== "once") return;
  delete process.env.AIRLOCK_NODE;
  process.env.NODE_OPTIONS = "--require=/airlock/node-is-not-listed";
}

async function run() {
  // The kernel kills us with whoever started us, but only once bubblewrap has asked it to: one who died before that is
  // not noticed. By now it has, so one look is enough. Nobody waits for the answer: nobody would know of the effect either.
  if (mode !== "whole") await reachOut();
  if (!isAwaited()) process.exit(1);
  if (mode === "many") {
    const { serveCalls } = await import("./serve-calls.mjs");
    await serveCalls({ runCall, prepare, forget, say: (text) => writeWhole(Buffer.from(text)) });
  }
  const text = mode === "one" ? prepare(JSON.parse(takeLine())) : readFileSync(0, "utf8");
  if (mode === "whole") await reachOut();
  writeWhole(Buffer.from(`${await runCall(text)}\n`));
  // Whoever reads it ends us. Until then Node would take itself down piece by piece, on a processor that the next call could use.
  process.kill(process.pid, "SIGKILL");
}

async function reachOut() {
  if (egressDescriptor === "-") return;
  const { startForwarder } = await import("./forwarder.mjs");
  await startForwarder(Number(egressDescriptor));
}

/**
 * The answer as text, whatever happens.
 * @param {string} text
 */
async function runCall(text) {
  try {
    const { input, context } = JSON.parse(text);
    const { default: tool } = await import(TOOL);
    if (typeof tool?.execute !== "function")
      throw new TypeError("The bundle's default export has no execute function.");
    const output = await tool.execute(input, context);
    return JSON.stringify({ ok: true, output: output === undefined ? null : output });
  } catch (error) {
    return JSON.stringify({ ok: false, error: describe(error) });
  }
}

/**
 * What a call brings with it beside its input, put where the tool will look.
 * @param {{ environment: Record<string, string>, secrets: Record<string, string>, call: string }} message
 */
function prepare({ environment, secrets, call }) {
  // An id that this call has not is not to be an earlier call's.
  for (const name of IDS) delete process.env[name];
  Object.assign(process.env, environment);
  forget(secrets);
  for (const [path, value] of Object.entries(secrets)) writeFileSync(path, value, { mode: 0o400, flag: "wx" });
  return call;
}

/** @param {Record<string, string>} secrets */
function forget(secrets) {
  for (const path of Object.keys(secrets)) rmSync(path, { force: true });
}

/** Waits for the one line without any of what a stream needs. No line: nobody will ask any more. */
function takeLine() {
  const chunks = [];
  const chunk = Buffer.alloc(65_536);
  for (let size = readSync(0, chunk); size > 0; size = readSync(0, chunk)) {
    chunks.push(Buffer.from(chunk.subarray(0, size)));
    if (chunk[size - 1] !== 0x0a) continue;
    // From here on the call may have had an effect; until here it had none.
    if (isAwaited()) return Buffer.concat(chunks).toString("utf8");
  }
  return process.exit(0);
}

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

/** Whether somebody still reads there; whoever waits for us to be ready sees it. A blank before JSON changes nothing in it. */
function isAwaited() {
  try {
    writeSync(answerDescriptor, " ");
    return true;
  } catch {
    return false;
  }
}

/** @param {Buffer} bytes */
function writeWhole(bytes) {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(answerDescriptor, bytes, written);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EAGAIN") throw error;
    }
  }
}
