import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { attackInside, commandInside, type Ground, openGround, outcomeOf } from "#lib/sandbox/hostile.fixture.ts";

/** Every name leads here, at addresses that look public; nothing leaves this machine. */
let origin: Server;
let originPort: number;
let ground: Ground;
let answers: Record<string, string[][]>;
let dialled: string[];

beforeAll(async () => {
  origin = createServer((request, response) => {
    if (request.url === "/away") response.writeHead(302, { location: "http://elsewhere.test/" });
    response.end(`origin saw ${request.method} ${request.url} for ${request.headers.host}`);
  }).listen(0, "127.0.0.1");
  await once(origin, "listening");
  originPort = (origin.address() as { port: number }).port;
  dialled = [];
  answers = {};
  ground = await openGround({
    egress: {
      resolve: async (name) => {
        const replies = answers[name] ?? [["93.184.216.34"]];
        return (replies.length > 1 ? replies.shift() : replies[0]) ?? [];
      },
      dial: async ({ address, port }) => {
        dialled.push(`${address}:${port}`);
        const socket = connect(originPort, "127.0.0.1");
        await once(socket, "connect");
        return socket;
      },
      ownAddresses: () => [],
    },
  });
});

afterAll(async () => {
  await ground.close();
  origin.close();
});

const FETCH = `const seen = [];
  for (const url of input) try { const reply = await fetch(url); seen.push(reply.status + " " + (await reply.text())); }
    catch (error) { seen.push("failed"); }
  return seen;`;

function policy(hosts: string[], exec: "allow" | "deny" = "deny"): ToolPolicy {
  return { filesystem: { read: [], write: [] }, network: { mode: "allowlist", hosts }, exec };
}

describe("a tool that may use the network", () => {
  test("reaches a listed host with plain fetch, and the call's record says so", async () => {
    const result = await attackInside(ground, FETCH, {
      input: ["http://api.test/x?q=1"],
      policy: policy(["api.test:80"]),
    });
    expect(outcomeOf(result)).toEqual(["200 origin saw GET /x?q=1 for api.test"]);
    expect(result.network).toMatchObject([{ host: "api.test", port: 80, allowed: true }]);
    expect(JSON.stringify(result.network)).not.toContain("q=1");
  });

  test("reaches our loopback only where the policy lists it as an address", async () => {
    const url = `http://127.0.0.1:${originPort}/`;
    expect(
      outcomeOf(await attackInside(ground, FETCH, { input: [url], policy: policy([`127.0.0.1:${originPort}`]) })),
    ).toEqual([`200 origin saw GET / for 127.0.0.1:${originPort}`]);
    expect(outcomeOf(await attackInside(ground, FETCH, { input: [url], policy: policy(["api.test:80"]) }))).toEqual([
      "failed",
    ]);
  });

  test("reaches no other host, no other port, and no address however it is written", async () => {
    dialled.length = 0;
    const input = [
      ...[
        "http://other.test/",
        "http://api.test:8080/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://[::ffff:7f00:1]/",
      ],
      ...["http://[::1]/", "http://169.254.169.254/latest/meta-data/", "http://93.184.216.34/"],
    ];
    const result = await attackInside(ground, FETCH, { input, policy: policy(["api.test:80"]) });
    expect(outcomeOf(result)).toEqual(input.map(() => "failed"));
    expect(dialled).toEqual([]);
    expect(result.network.map(({ reason }) => reason)).toEqual(input.map(() => "not_listed"));
  });

  test("is judged again after a redirect", async () => {
    const result = await attackInside(ground, FETCH, {
      input: ["http://api.test/away"],
      policy: policy(["api.test:80"]),
    });
    expect(outcomeOf(result)).toEqual(["failed"]);
    expect(result.network.at(-1)).toMatchObject({ host: "elsewhere.test", allowed: false, reason: "not_listed" });
  });

  test("gains nothing from a name that changes its answer", async () => {
    dialled.length = 0;
    answers["evil.test"] = [["93.184.216.34"], ["127.0.0.1"]];
    const twice = `const one = await fetch("http://evil.test/a", { headers: { connection: "close" } }).then((r) => r.status, () => "failed");
      const two = await fetch("http://evil.test/b", { headers: { connection: "close" } }).then((r) => r.status, () => "failed");
      return [one, two];`;
    const result = await attackInside(ground, twice, { policy: policy(["evil.test:80"]) });
    expect(dialled.every((address) => address === "93.184.216.34:80")).toBe(true);
    expect(result.network.filter(({ allowed }) => !allowed).every(({ reason }) => reason === "private_address")).toBe(
      true,
    );
    expect(dialled.length).toBe(1);
  });

  test("has no network beside the proxy: a program that ignores it reaches nothing", async () => {
    const direct = `return await new Promise((done) => net.connect(input, "127.0.0.1").on("connect", () => done("connected")).on("error", (e) => done(e.code)));`;
    expect(outcomeOf(await attackInside(ground, direct, { input: originPort, policy: policy(["api.test:80"]) }))).toBe(
      "ECONNREFUSED",
    );
    const lookup = `const dns = await import("node:dns/promises"); return await dns.lookup("other.test").then(() => "found", (e) => e.code);`;
    expect(outcomeOf(await attackInside(ground, lookup, { policy: policy(["api.test:80"]) }))).toMatch(
      /ENOTFOUND|EAI_AGAIN/,
    );
  });

  test("still cannot make other sockets", async () => {
    const unix = `return await new Promise((done) => { const s = net.createServer().on("error", (e) => done(e.code)); s.listen("/tmp/s", () => done("made")); });`;
    expect(outcomeOf(await attackInside(ground, unix, { policy: policy(["api.test:80"]) }))).toBe("EPERM");
  });

  test("talking to the channel itself is talking to the same proxy", async () => {
    const raw = `const http2 = await import("node:http2");
      const socket = net.connect(3128, "127.0.0.1");
      socket.write("CONNECT 127.0.0.1:22 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n");
      return await new Promise((done) => socket.once("data", (d) => done(String(d).split("\\r\\n")[0])));`;
    expect(outcomeOf(await attackInside(ground, raw, { policy: policy(["api.test:80"]) }))).toBe(
      "HTTP/1.1 403 Forbidden",
    );
  });

  test("garbage on the channel ends this tool's network and nothing else", async () => {
    const garbage = `const channel = Number(process.argv[3]);
      for (let i = 0; i < 50; i += 1) try { fs.writeSync(channel, Buffer.from(Array.from({ length: 1000 }, () => Math.random() * 256))); } catch {}
      return await fetch("http://api.test/").then((r) => r.status, () => "failed");`;
    expect(outcomeOf(await attackInside(ground, garbage, { policy: policy(["api.test:80"]) }))).toBe("failed");
    const after = await attackInside(ground, FETCH, { input: ["http://api.test/"], policy: policy(["api.test:80"]) });
    expect(outcomeOf(after)).toEqual(["200 origin saw GET / for api.test"]);
  });

  test("a refused connection reaches the tool's error with its cause", async () => {
    const result = await attackInside(ground, 'await fetch("http://other.test/");', {
      policy: policy(["api.test:80"]),
    });
    expect(outcomeOf(result)).toMatchObject({ message: expect.stringContaining("403") });
  });
});

describe("a command that may use the network", () => {
  test("goes through the proxy by its environment", async () => {
    const result = await commandInside(ground, ["curl", "-s", "http://api.test/c"], policy(["api.test:80"], "allow"));
    expect(result.stdout).toBe("origin saw GET /c for api.test");
    expect(result.network).toMatchObject([{ host: "api.test", method: "GET", path: "/c", allowed: true }]);
  });

  test("is refused a host that is not listed, and its own exit code comes back", async () => {
    const result = await commandInside(ground, ["curl", "-sf", "http://other.test/"], policy(["api.test:80"], "allow"));
    expect(result.exitCode).toBe(22);
    expect(result.network).toMatchObject([{ host: "other.test", allowed: false }]);
  });

  test("starts no second process where the policy denies it", async () => {
    const script = ["sh", "-c", "echo one; /bin/echo two; echo three"];
    expect((await commandInside(ground, script, policy(["api.test:80"], "deny"))).stdout).toBe("one\n");
    expect((await commandInside(ground, script, policy(["api.test:80"], "allow"))).stdout).toBe("one\ntwo\nthree\n");
  });
});
