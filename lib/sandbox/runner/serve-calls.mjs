/**
 * Serves the calls of one owner in one process, as many at a time as come. Each answer and each line that a call prints
 * carries the call's number; what is written past us (by a process that a tool starts) carries none. Nothing here keeps
 * calls apart from each other: they share this process, its memory and its files, because their owner asked for that.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/**
 * @typedef {{ number: number, environment: Record<string, string>, secrets: Record<string, string>, call: string }} Message
 * @param {{ runCall: (text: string) => Promise<string>, prepare: (message: Message) => string,
 *   forget: (secrets: Record<string, string>) => void, say: (text: string) => void }} host
 */
export async function serveCalls({ runCall, prepare, forget, say }) {
  /** @type {AsyncLocalStorage<number>} */
  const current = new AsyncLocalStorage();
  attributeWhenUsed("stdout", current, say);
  attributeWhenUsed("stderr", current, say);
  let underWay = 0;

  /** @param {Message} message */
  const serve = async (message) => {
    underWay += 1;
    say(`${message.number} taken \n`);
    const answer = await current.run(message.number, () => runCall(prepare(message)));
    underWay -= 1;
    // Between calls there is nothing here to steal.
    if (underWay === 0) forget(message.secrets);
    say(`${message.number} answer ${answer}\n`);
  };

  let pending = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) void serve(JSON.parse(line));
  }
  process.exit(0);
}

/**
 * Not before a tool asks for the stream: to open it changes the descriptor under it, also for those who write past it.
 * @param {"stdout" | "stderr"} name
 * @param {AsyncLocalStorage<number>} current @param {(text: string) => void} say
 */
function attributeWhenUsed(name, current, say) {
  const open = Object.getOwnPropertyDescriptor(process, name)?.get;
  /** @type {NodeJS.WriteStream | undefined} */
  let stream;
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get() {
      if (!stream) {
        stream = /** @type {NodeJS.WriteStream} */ (open?.call(process));
        attribute(stream, name, current, say);
      }
      return stream;
    },
  });
}

/**
 * @param {NodeJS.WriteStream} stream @param {string} name
 * @param {AsyncLocalStorage<number>} current @param {(text: string) => void} say
 */
function attribute(stream, name, current, say) {
  const write = stream.write.bind(stream);
  stream.write = /** @type {typeof stream.write} */ (
    /** @param {string | Uint8Array} chunk @param {...unknown} more */
    (chunk, ...more) => {
      const number = current.getStore();
      if (number === undefined) return write(chunk, ...more);
      say(`${number} ${name} ${JSON.stringify(Buffer.from(chunk).toString("utf8"))}\n`);
      const done = more.findLast((argument) => typeof argument === "function");
      if (done) process.nextTick(done);
      return true;
    }
  );
}
