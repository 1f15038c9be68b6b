import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { secureDirectly } from "./dial.ts";
import type { EgressDoors } from "./open-egress.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "./test-certificate.fixture.ts";

/**
 * The whole outside of a test: every name has a public address, and whatever is dialled ends at a server of this process.
 * Port 443 speaks TLS as api.test, 5432 a little Postgres, every other port HTTP. Nothing leaves the machine.
 */
export interface LocalWorld {
  readonly doors: Partial<EgressDoors>;
  /** Addresses that were dialled, in order. */
  readonly dialled: string[];
  /** What the web servers were asked: method, path, and one header. */
  readonly asked: string[];
  /** A real port on this machine's loopback, which only a program outside can reach. */
  readonly port: number;
  close(): void;
}

export const PUBLIC_ADDRESS = "93.184.216.34";

export async function openLocalWorld(): Promise<LocalWorld> {
  const site = mkdtempSync(join(tmpdir(), "airlock-site-"));
  makeRepository(site);
  const asked: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? "-"}`);
    const path = normalize(decodeURI((request.url ?? "/").split("?")[0] ?? "/"));
    if (path.startsWith("/repo.git/")) return void sendFile(join(site, path), response);
    if (path === "/echo") return void response.end(`you sent ${request.headers.authorization}`);
    response.end(`origin saw ${request.method} ${path} for ${request.headers.host}`);
  };
  const web = createServer(answer);
  const secure = createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, answer);
  const postgres = createTcpServer(speakPostgres);
  const all: Server[] = [web, secure, postgres];
  await Promise.all(all.map((server) => once(server.listen(0, "127.0.0.1"), "listening")));
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  const dialled: string[] = [];
  return {
    dialled,
    asked,
    port: portOf(web),
    doors: {
      resolve: async () => [PUBLIC_ADDRESS],
      ownAddresses: () => [],
      dial: async ({ address, port }) => {
        dialled.push(`${address}:${port}`);
        const socket = connect(portOf(port === 443 ? secure : port === 5432 ? postgres : web), "127.0.0.1");
        await once(socket, "connect");
        return socket;
      },
      secure: (socket, host, signal) => secureDirectly(socket, host, { signal, authorities: TEST_CERTIFICATE }),
    },
    close() {
      for (const server of all) server.close();
      web.closeAllConnections();
      secure.closeAllConnections();
      rmSync(site, { recursive: true, force: true });
    },
  };
}

/** A repository as plain files, which is all that git needs of a web server. */
function makeRepository(site: string): void {
  const work = join(site, "work");
  mkdirSync(work);
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@test", ...args], { cwd: work, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  writeFileSync(join(work, "README"), "from the repository\n");
  git("add", "README");
  git("commit", "-q", "-m", "one");
  git("clone", "-q", "--bare", ".", join(site, "repo.git"));
  execFileSync("git", ["update-server-info"], { cwd: join(site, "repo.git"), stdio: "ignore" });
}

function sendFile(path: string, response: ServerResponse): void {
  try {
    response.end(readFileSync(path));
  } catch {
    response.writeHead(404).end();
  }
}

/** As much of a Postgres server as answers one simple query: no TLS, no password, one row. */
function speakPostgres(socket: Socket): void {
  let started = false;
  socket
    .on("error", () => {})
    .on("data", (chunk) => {
      if (!started && chunk.readInt32BE(4) === 80877103) return void socket.write("N");
      if (!started) {
        started = true;
        socket.write(Buffer.concat([message("R", int32(0)), message("Z", Buffer.from("I"))]));
      } else if (chunk[0] === 0x51) {
        const text = Buffer.from("reached");
        const column = Buffer.concat([
          Buffer.from("answer\0"),
          int32(0),
          int16(0),
          int32(25),
          int16(-1),
          int32(-1),
          int16(0),
        ]);
        socket.write(
          Buffer.concat([
            message("T", Buffer.concat([int16(1), column])),
            message("D", Buffer.concat([int16(1), int32(text.length), text])),
            message("C", Buffer.from("SELECT 1\0")),
            message("Z", Buffer.from("I")),
          ]),
        );
      }
    });
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
