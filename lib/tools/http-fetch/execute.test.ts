import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { output } from "./contract.ts";
import { execute } from "./execute.ts";

const context = { idempotencyKey: "k", agentId: "a" };
const asked: string[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === "/moved") response.writeHead(302, { location: "/secret" }).end();
    else if (request.url === "/cookie") response.writeHead(200, { "set-cookie": "s=1", "x-seen": "1" }).end("ok");
    else if (request.url === "/binary") response.end(Uint8Array.of(0xff, 0x00));
    else if (request.url === "/large") response.end("é".repeat(600_000));
    else if (request.url === "/echo") response.end(JSON.stringify(request.headers));
    else response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("hello");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));

describe("http_fetch", () => {
  test("returns status, headers, type and body", async () => {
    const result = await execute({ url: `${origin}/` }, context);
    expect(result).toMatchObject({
      status: 200,
      contentType: "text/plain; charset=utf-8",
      body: "hello",
      encoding: "utf8",
      truncated: false,
    });
    expect(output.parse(result)).toEqual(result);
  });

  test("asks with HEAD when told to", async () => {
    expect(await execute({ url: `${origin}/`, method: "HEAD" }, context)).toMatchObject({ status: 200, body: "" });
    expect(asked.at(-1)).toBe("HEAD /");
  });

  test("does not follow a redirect: the new address has to be asked for", async () => {
    const result = await execute({ url: `${origin}/moved` }, context);
    expect(result).toMatchObject({ status: 302, headers: { location: "/secret" } });
    expect(asked).not.toContain("GET /secret");
    // The control: fetch as it is by default goes there.
    await fetch(`${origin}/moved`);
    expect(asked).toContain("GET /secret");
  });

  test("keeps the other side's cookies to itself", async () => {
    const { headers } = await execute({ url: `${origin}/cookie` }, context);
    expect(headers).toHaveProperty("x-seen");
    expect(headers).not.toHaveProperty("set-cookie");
  });

  test("sends the allowed headers and names itself", async () => {
    const { body } = await execute({ url: `${origin}/echo`, headers: { accept: "text/csv" } }, context);
    expect(JSON.parse(body)).toMatchObject({ accept: "text/csv", "user-agent": "airlock-http-fetch/1" });
  });

  test("cuts a large body, never inside a character, and gives binary as base64", async () => {
    const cut = await execute({ url: `${origin}/large`, maxBytes: 5 }, context);
    expect(cut).toMatchObject({ body: "éé", truncated: true });
    expect(await execute({ url: `${origin}/binary` }, context)).toMatchObject({ body: "/wA=", encoding: "base64" });
  });
});
