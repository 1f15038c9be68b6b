import { Socket } from "node:net";

/**
 * A connection's socket that says once, not twice, that it broke. The driver (postgres.js 3.4.9) rejects what is under way when
 * it hears `error`, and still gives the connection new statements until it hears `close`; those nobody ever answers, and the
 * next connection takes their places in the queue for its own. Once connected, this one keeps the error to itself, so that the
 * driver hears `close` alone and answers everything at that moment. A connection that never came about is told as it is.
 */
class PoolSocket extends Socket {
  #connected = false;

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === "connect") this.#connected = true;
    if (this.#connected && event === "error") return true;
    if (this.#connected && event === "close") return super.emit("close", false);
    // The driver listens a moment after it was handed the socket, and a path that is not there fails at once.
    if ((event === "error" || event === "close") && this.listenerCount(event) === 0) {
      setImmediate(() => super.emit(event, ...values));
      return true;
    }
    return super.emit(event, ...values);
  }
}

/** What the driver calls for every new connection, with its own options. */
export function openPoolSocket({
  path,
  host,
  port,
}: {
  path?: string | false;
  host: string[];
  port: number[];
}): Socket {
  const socket = new PoolSocket();
  return path ? socket.connect(path) : socket.connect(port[0] ?? 5432, host[0] ?? "localhost");
}
