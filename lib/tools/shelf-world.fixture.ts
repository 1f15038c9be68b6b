import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { TLSSocket } from "node:tls";
import { secureDirectly } from "#lib/sandbox/egress/dial.ts";
import type { EgressDoors } from "#lib/sandbox/egress/open-egress.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "#lib/sandbox/egress/test-certificate.fixture.ts";

/**
 * The other side of every tool on the shelf, on loopback: port 443 is every web service (one server, told apart by its
 * paths), 80 a plain site, 587 a mail server, 5432 whatever Postgres the test has, 8443 git over TLS. Names have public
 * addresses, and whatever is dialled ends here.
 */
export interface ShelfWorld {
  readonly doors: Partial<EgressDoors>;
  readonly asked: Asked[];
  readonly mails: { readonly login: string; readonly to: string[]; readonly text: string }[];
  /** Answers to requests of a path; the first that begins with it. */
  serve(path: string, answer: (request: Asked) => Answer): void;
  /** What stands on a port of its own. */
  route(port: number, at: { readonly path: string } | { readonly port: number }): void;
  unroute(port: number): void;
  close(): void;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export async function openShelfWorld(): Promise<ShelfWorld> {
  const asked: Asked[] = [];
  const served: [path: string, answer: (request: Asked) => Answer][] = [];
  const routes = new Map<number, { path: string } | { port: number }>();
  const mails: ShelfWorld["mails"] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url: path = "", headers } = request;
    const seen = { method, path, headers, body: await text(request) };
    asked.push(seen);
    const [, known] = served.find(([begin]) => path.startsWith(begin)) ?? [];
    const { status = 200, headers: extra, body } = known?.(seen) ?? { status: 404, body: { message: "nothing here" } };
    const isText = typeof body === "string";
    response.writeHead(status, { "content-type": isText ? "text/html; charset=utf-8" : "application/json", ...extra });
    response.end(isText ? body : JSON.stringify(body));
  };
  const web = createServer((request, response) => void answer(request, response));
  const secure = createTlsServer(
    { key: TEST_KEY, cert: TEST_CERTIFICATE },
    (request, response) => void answer(request, response),
  );
  const mail = createTcpServer((socket) => void takeMail(socket, mails));
  const all: Server[] = [web, secure, mail];
  await Promise.all(all.map((server) => once(server.listen(0, "127.0.0.1"), "listening")));
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  return {
    asked,
    mails,
    serve: (path, known) => void served.unshift([path, known]),
    route: (port, at) => void routes.set(port, at),
    unroute: (port) => void routes.delete(port),
    doors: {
      resolve: async () => ["93.184.216.34"],
      ownAddresses: () => [],
      dial: async ({ port }) => {
        const local = port === 443 ? secure : port === 587 ? mail : web;
        const socket = connect((routes.get(port) ?? { port: portOf(local), host: "127.0.0.1" }) as { path: string });
        await once(socket, "connect");
        return socket;
      },
      secure: (socket, host, signal) => secureDirectly(socket, host, { signal, authorities: TEST_CERTIFICATE }),
    },
    close() {
      for (const server of all) server.close();
      web.closeAllConnections();
      secure.closeAllConnections();
    },
  };
}

/** As much of a mail server as takes a message: STARTTLS, AUTH PLAIN, and no recipient called nobody. */
async function takeMail(plain: Socket, mails: ShelfWorld["mails"]): Promise<void> {
  let socket: Socket = plain;
  const say = (line: string): boolean => socket.write(`${line}\r\n`);
  const taken = { login: "", to: [] as string[], text: "" };
  let data = false;
  const hear = (chunk: Buffer): void => {
    for (const line of chunk.toString("utf8").split("\r\n")) {
      if (data) {
        if (line === ".") {
          data = false;
          mails.push({ ...taken });
          say("250 taken as 7");
        } else taken.text += `${line}\n`;
      } else if (/^EHLO/.test(line)) say("250-mail.test\r\n250-STARTTLS\r\n250 AUTH PLAIN");
      else if (line === "STARTTLS") {
        say("220 go on");
        plain.removeAllListeners("data");
        socket = new TLSSocket(plain, { isServer: true, key: TEST_KEY, cert: TEST_CERTIFICATE });
        socket.on("error", () => {}).on("data", hear);
      } else if (line.startsWith("AUTH PLAIN ")) {
        taken.login = Buffer.from(line.slice(11), "base64").toString("utf8").split("\0").slice(1).join(":");
        say("235 welcome");
      } else if (line.startsWith("MAIL FROM")) say("250 fine");
      else if (line.startsWith("RCPT TO")) {
        taken.to.push(line.slice(9, -1));
        say(line.includes("nobody") ? "550 there is nobody" : "250 fine");
      } else if (line === "DATA") {
        data = true;
        say("354 go on");
      } else if (line === "QUIT") say("221 bye");
    }
  };
  plain.on("error", () => {}).on("data", hear);
  say("220 mail.test");
}
