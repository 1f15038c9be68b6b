import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createProxy, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { TEST_CERTIFICATE, TEST_KEY } from "#lib/sandbox/egress/test-certificate.fixture.ts";

/** Repositories below a folder, served over https as `api.test`, and a proxy on loopback that leads every name there. */
export interface GitServer {
  readonly proxy: string;
  /** Where it speaks https itself. */
  readonly port: number;
  /** `host:port` of every connection that was asked for. */
  readonly asked: string[];
  /** What happens elsewhere, once, after git began to fetch and before it is answered. */
  beforePack: () => void;
  close(): Promise<void>;
}

export async function serveRepositories(folder: string): Promise<GitServer> {
  const asked: string[] = [];
  const hooks = { beforePack: () => {} };
  const serve = (request: IncomingMessage, response: ServerResponse, url: string): void => {
    const [path = "", query = ""] = url.split("?");
    if (path.startsWith("/moved/")) {
      response.writeHead(302, { location: `/${path.slice(7)}?${query}` }).end();
      return;
    }
    const environment = {
      ...{ PATH: "/usr/bin:/bin", GIT_PROJECT_ROOT: folder, GIT_HTTP_EXPORT_ALL: "1", PATH_INFO: path },
      ...{ QUERY_STRING: query, REQUEST_METHOD: request.method ?? "", GIT_CONFIG_NOSYSTEM: "1", HOME: "/nonexistent" },
      ...{
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
      ...{ HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "", GIT_CONFIG_COUNT: "1" },
      ...{ GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" },
    } as object as NodeJS.ProcessEnv;
    if (path.endsWith("/git-upload-pack")) {
      const { beforePack } = hooks;
      hooks.beforePack = () => {};
      beforePack();
    }
    const backend = spawn("git", ["http-backend"], { env: environment, stdio: ["pipe", "pipe", "ignore"] });
    request.pipe(backend.stdin);
    backend.stdin.on("error", () => {});
    void answer(backend.stdout, response);
  };
  const origin = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (request, response) =>
    serve(request, response, request.url ?? ""),
  );
  // Plain requests are what a push sends; the egress proxy would speak TLS to the host.
  const plain = (request: IncomingMessage, response: ServerResponse): void => {
    const { host, pathname, search } = new URL(request.url ?? "");
    asked.push(host);
    serve(request, response, `${pathname}${search}`);
  };
  const proxy = createProxy(plain).on("connect", (request, client) => {
    asked.push(request.url ?? "");
    const upstream = connect((origin.address() as AddressInfo).port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
  });
  for (const server of [origin, proxy]) await once(server.listen(0, "127.0.0.1"), "listening");
  return Object.assign(hooks, {
    proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    port: (origin.address() as AddressInfo).port,
    asked,
    close: async () => {
      for (const server of [proxy, origin as Server]) {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      }
    },
  });
}

/** A CGI program's answer: its headers, an empty line, the rest. */
async function answer(
  output: AsyncIterable<Buffer>,
  response: { setHeader(name: string, value: string): unknown; statusCode: number; end(body: Buffer): unknown },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of output) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  const split = whole.indexOf("\r\n\r\n");
  for (const line of whole.subarray(0, split).toString().split("\r\n")) {
    const [name = "", value = ""] = line.split(": ");
    if (name.toLowerCase() === "status") response.statusCode = Number.parseInt(value, 10);
    else if (name !== "") response.setHeader(name, value);
  }
  response.end(whole.subarray(split + 4));
}
