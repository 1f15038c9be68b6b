import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { failure } from "../failures/failure.ts";

/** One message to a server by SMTP (RFC 5321), signed in, inside TLS always. */
export interface Envelope {
  readonly host: string;
  readonly port: number;
  readonly security: "starttls" | "implicit";
  readonly ca?: string;
  /** `user:password`, as it is kept. */
  readonly login: string;
  readonly from: string;
  readonly to: readonly string[];
  /** Lines end in CRLF; no line is a single full stop, for the text is base64. */
  readonly message: string;
}

const PATIENCE_MS = 30_000;

/** What the server said when it took the message: from then on it is the server's to deliver. */
export async function sendMail(envelope: Envelope): Promise<string> {
  const { host, port, security, ca, login, from, to, message } = envelope;
  const trust = { servername: host, ...(ca === undefined ? {} : { ca }) };
  let talk = new Talk(
    security === "implicit" ? connectTls({ host, port, ...trust }) : connectTcp({ host, port }),
    host,
  );
  try {
    await talk.expect(220);
    await talk.say("EHLO airlock.invalid", 250);
    if (security === "starttls") {
      await talk.say("STARTTLS", 220);
      const secure = connectTls({ socket: talk.socket, ...trust });
      await once(secure, "secureConnect").catch((error: Error) => {
        throw failure("tls_refused", `${host} cannot be spoken to in TLS: ${error.message}`);
      });
      talk = new Talk(secure, host);
      await talk.say("EHLO airlock.invalid", 250);
    }
    const colon = login.indexOf(":");
    const proof = Buffer.from(`\0${login.slice(0, colon)}\0${login.slice(colon + 1).trimEnd()}`, "utf8");
    await talk.say(`AUTH PLAIN ${proof.toString("base64")}`, 235);
    await talk.say(`MAIL FROM:<${from}>`, 250);
    for (const address of to) await talk.say(`RCPT TO:<${address}>`, 250);
    await talk.say("DATA", 354);
    const taken = await talk.say(`${message}\r\n.`, 250);
    await talk.say("QUIT", 221).catch(() => {});
    return taken;
  } finally {
    talk.socket.destroy();
  }
}

class Talk {
  readonly socket: Socket | TLSSocket;
  readonly #host: string;
  readonly #chunks: AsyncIterator<Buffer>;
  #held = "";

  constructor(socket: Socket | TLSSocket, host: string) {
    this.socket = socket;
    this.#host = host;
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("it does not answer")));
    this.#chunks = socket.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  }

  async say(line: string, code: number): Promise<string> {
    this.socket.write(`${line}\r\n`);
    return this.expect(code);
  }

  /** The reply, whose last line has a space behind its number. */
  async expect(code: number): Promise<string> {
    for (;;) {
      const reply = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?: ([^\n]*))?\r?\n/.exec(this.#held);
      if (reply) {
        this.#held = this.#held.slice(reply[0].length);
        const words = (reply[2] ?? "").trim();
        if (Number(reply[1]) === code) return words;
        throw failure("mail_refused", `${this.#host} answered ${reply[1]}: ${words.slice(0, 300)}`);
      }
      const { value, done } = await this.#chunks.next().catch((error: Error) => {
        throw failure("server_unreachable", `${this.#host} cannot be reached: ${error.message}`);
      });
      if (done || this.#held.length > 65_536) throw failure("server_lost", `${this.#host} ended the conversation.`);
      this.#held += value.toString("utf8");
    }
  }
}
