import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { failure } from "../failures/failure.ts";
import { MessageStream } from "./message-stream.ts";
import { saslInitial, saslResponse, sslRequest, startup, terminate } from "./messages.ts";
import { type Answer, readAnswer } from "./read-answer.ts";
import { scram } from "./scram.ts";
import { refusalOf } from "./server-error.ts";

/**
 * As much of a PostgreSQL client as the database tools need, with Node's own modules: what runs in the sandbox is one
 * reviewed file and nothing from npm. It signs in with SCRAM alone; a server that asks for a password in the clear, or by MD5, is refused.
 */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly tls: boolean;
  /** PEM of the authorities to trust, instead of the system's. */
  readonly ca?: string;
}

export interface Connection {
  run(sql: string, parameters?: readonly (string | null)[], bounds?: Bounds): Promise<Answer>;
  close(): void;
}

export interface Bounds {
  readonly maxRows: number;
  readonly maxBytes: number;
}

const UNBOUNDED: Bounds = { maxRows: 0, maxBytes: 4_194_304 };
const CONNECT_SECONDS = 15;

/** `login`: `user:password`, as it is kept. */
export async function connect(place: Place, login: string): Promise<Connection> {
  const [user, password] = splitLogin(login);
  const socket = await openSocket(place);
  const messages = new MessageStream(socket);
  try {
    const session = { application_name: "airlock", client_encoding: "UTF8", standard_conforming_strings: "on" };
    socket.write(startup({ user, database: place.database, ...session }));
    await signIn(socket, messages, password);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return {
    run: (sql, parameters = [], bounds = UNBOUNDED) => readAnswer(socket, messages, sql, parameters, bounds),
    close() {
      socket.end(terminate());
      socket.destroySoon();
    },
  };
}

function splitLogin(login: string): [user: string, password: string] {
  const colon = login.indexOf(":");
  if (colon < 1) throw failure("credential_malformed", "The kept login is not written user:password.");
  return [login.slice(0, colon), login.slice(colon + 1).trimEnd()];
}

async function openSocket({ host, port, tls, ca }: Place): Promise<Socket> {
  const plain = connectTcp({ host, port });
  plain.setTimeout(CONNECT_SECONDS * 1_000, () => plain.destroy(new Error("The server does not answer.")));
  await reached(once(plain, "connect"), host, port);
  if (!tls) return plain.setTimeout(0);
  plain.write(sslRequest());
  const [answer] = (await reached(once(plain, "data"), host, port)) as [Buffer];
  // More than the one byte before TLS is somebody in between who wants to be taken for the server.
  if (answer.toString("latin1") !== "S") {
    plain.destroy();
    throw failure("tls_refused", `${host} does not offer TLS, which this installation asks for.`);
  }
  const secure = connectTls({ socket: plain, servername: host, ...(ca === undefined ? {} : { ca }) });
  await reached(once(secure, "secureConnect"), host, port);
  plain.setTimeout(0);
  return secure;
}

async function reached<T>(waited: Promise<T>, host: string, port: number): Promise<T> {
  return waited.catch((error: Error) => {
    throw failure("server_unreachable", `${host}:${port} cannot be reached: ${error.message}`);
  });
}

async function signIn(socket: Socket, messages: MessageStream, password: string): Promise<void> {
  const exchange = scram(password, randomBytes(18).toString("base64"));
  let proved = false;
  for (;;) {
    const { type, body } = await messages.next();
    if (type === "E") throw refusalOf(body);
    if (type === "Z" && proved) return;
    if (type !== "R" && type !== "Z") continue;
    // One that lets anybody in has proved nothing about itself.
    if (type === "Z" || (body.readInt32BE(0) === 0 && !proved))
      throw failure("server_refused", "The server does not sign in by SCRAM-SHA-256.");
    const kind = body.readInt32BE(0);
    const said = body.subarray(4).toString("utf8");
    if (kind === 10 && said.split("\0").includes("SCRAM-SHA-256")) {
      socket.write(saslInitial("SCRAM-SHA-256", exchange.first));
    } else if (kind === 11) socket.write(saslResponse(exchange.final(said)));
    else if (kind === 12) {
      exchange.verify(said);
      proved = true;
    } else if (kind !== 0) throw failure("server_refused", "The server does not sign in by SCRAM-SHA-256.");
  }
}
