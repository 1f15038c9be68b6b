import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Airlock } from "./airlock.ts";
import { SomeFatal } from "./call-all.ts";
import { isFatal } from "./errors.ts";

function client(fetch: (url: string) => Promise<Response>): Airlock {
  return new Airlock({ url: "http://gateway.test", key: "k", retries: 0, fetch: fetch as typeof globalThis.fetch });
}

test("an address or a key that the environment did not have is named when the client is made", () => {
  expect(() => new Airlock({ url: undefined, key: "k" })).toThrow("There is no url");
  expect(() => new Airlock({ url: "", key: "k" })).toThrow("There is no url");
  expect(() => new Airlock({ url: "http://gateway.test", key: undefined })).toThrow("There is no key");
  expect(new Airlock({ url: "http://proxy.test", key: "" })).toBeInstanceOf(Airlock);
});

test("a gateway that is gone ends all of a batch, after each has settled", async () => {
  const airlock = client(() => Promise.reject(new TypeError("fetch failed")));
  const call = { tool: "read_note", input: {} };
  const failed = await airlock.callAll([call, call]).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SomeFatal);
  expect(isFatal(await airlock.read("x").catch((error: unknown) => error))).toBe(true);
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([301, 302, 303, 307, 308])(
  "a redirect (%i) takes arguments nowhere, and no other's word counts",
  async (status) => {
    const heard: string[] = [];
    const other = await serve((request, response) => {
      heard.push(request.url ?? "");
      response.end(JSON.stringify({ id: "x", status: "completed", output: "forged" }));
    });
    const gateway = await serve((request, response) => {
      response.writeHead(status, { location: `${other}${request.url}` }).end();
    });
    const airlock = new Airlock({ url: gateway, key: "k", retries: 0 });
    await expect(airlock.call("pay", { iban: "DE00" })).rejects.toMatchObject({ code: "unreachable" });
    const ended = AbortSignal.timeout(100);
    for await (const event of airlock.events({ signal: ended })) throw new Error(`heard ${event.id}`);
    expect(heard).toEqual([]);
  },
);

test("an id, wherever it came from, names one call and never another address", async () => {
  const asked: string[] = [];
  const airlock = client(async (url) => {
    asked.push(new URL(url).pathname);
    return Response.json({ status: "completed" });
  });
  const id = "../sessions/morning/end?";
  await airlock.cancel(id);
  await airlock.read(id);
  await airlock.resume(id);
  for (const path of asked) expect(path).toMatch(/^\/api\/v1\/invocations\/[^/]+(\/cancel)?$/);
});

test.each(["agent_frozen", "stopped"])("a denial that is not about the call (%s) ends all of a batch", async (code) => {
  const denied = { error: { code, message: "Not now.", details: { id: "x", status: "denied" } } };
  const airlock = client(async () => Response.json(denied, { status: 403 }));
  await expect(airlock.callAll([{ tool: "read_note", input: {} }])).rejects.toBeInstanceOf(SomeFatal);
  const about = { error: { ...denied.error, code: "access_refused" } };
  const one = client(async () => Response.json(about, { status: 403 }));
  expect(await one.callAll([{ tool: "read_note", input: {} }])).toMatchObject([{ ok: false }]);
});
