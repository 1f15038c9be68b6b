import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import {
  attackInside,
  commandInside,
  type Ground,
  openGround,
  outcomeOf,
  processesMarked,
} from "#lib/sandbox/hostile.fixture.ts";

/** A server that speaks first, as ssh, SMTP and MySQL do, and then repeats what it hears. */
let banner: Server;
let ground: Ground;
let dialled: string[];

beforeAll(async () => {
  dialled = [];
  banner = createServer((socket: Socket) => {
    socket.on("error", () => {}).write("SSH-2.0-test\r\n");
    socket.on("data", (chunk) => socket.write(`heard ${chunk}`));
  }).listen(0, "127.0.0.1");
  await once(banner, "listening");
  ground = await openGround({
    egress: {
      resolve: async () => ["93.184.216.34"],
      dial: async ({ address, port }) => {
        dialled.push(`${address}:${port}`);
        const socket = connect((banner.address() as AddressInfo).port, "127.0.0.1");
        await once(socket, "connect");
        return socket;
      },
      ownAddresses: () => [],
    },
  });
});

afterAll(async () => {
  await ground.close();
  banner.close();
});

const HOSTS = ["git.test:22", "db.test:5432", "*.cdn.test:6000"];

function policy(more: Partial<ToolPolicy> = {}): ToolPolicy {
  return {
    filesystem: { read: [], write: [] },
    network: { mode: "allowlist", hosts: HOSTS },
    exec: "allow",
    ...more,
  };
}

/** Connects by name, without any proxy, and says what it read. */
const TALK = `const told = [];
  for (const [host, port] of input) told.push(await new Promise((done) => {
    const socket = net.connect({ host, port, family: 4 }, () => socket.write("hello\\n"));
    let text = ""; socket.on("data", (d) => { text += d; if (text.includes("heard hello")) { socket.destroy(); done(text); } });
    socket.on("error", (e) => done(e.code));
  }));
  return told;`;
const BANNER = "SSH-2.0-test\r\nheard hello\n";

const PYTHON = `
import socket, sys
for host, port in [("git.test", 22), ("db.test", 5432)]:
    with socket.create_connection((host, port), 5) as s:
        f = s.makefile("rw"); print(f.readline().strip()); f.write("hello\\n"); f.flush(); print(f.readline().strip())
print(open("/proc/self/status").read().split("CapEff:")[1].split()[0])
try:
    open("/proc/sys/net/ipv4/ip_unprivileged_port_start", "w").write("0"); print("written")
except OSError as e: print(e.errno in (13, 30))
print([line.split(":")[0].strip() for line in open("/proc/net/dev").readlines()[2:]])
`;

test("a bundle's own sockets reach a listed name on any port, below 1024 too, and the record says so", async () => {
  const result = await attackInside(ground, TALK, {
    policy: policy(),
    input: [
      ["git.test", 22],
      ["db.test", 5432],
    ],
  });
  expect(outcomeOf(result)).toEqual([BANNER, BANNER]);
  expect(dialled.splice(0)).toEqual(["93.184.216.34:22", "93.184.216.34:5432"]);
  expect(result.network).toMatchObject([
    { host: "git.test", port: 22, method: "TCP", allowed: true, seen: "nothing" },
    { host: "db.test", port: 5432, method: "TCP", allowed: true, seen: "nothing" },
  ]);
});

test("so do those of a command, which has no capability and cannot change the setting", async () => {
  const result = await commandInside(ground, ["/usr/bin/python3", "-c", PYTHON], policy());
  const said = ["SSH-2.0-test", "heard hello"];
  expect(result.stdout.split("\n")).toEqual([...said, ...said, "0000000000000000", "True", "['lo']", ""]);
});

test("and where the policy names directories of the host", async () => {
  const files = { filesystem: { read: [`${ground.directory}/**`], write: [] } };
  const result = await attackInside(ground, TALK, { policy: policy(files), input: [["git.test", 22]] });
  expect(outcomeOf(result)).toEqual([BANNER]);
});

test("another port of a listed name, an unlisted name and a pattern lead nowhere", async () => {
  dialled.length = 0;
  const result = await attackInside(ground, TALK, {
    policy: policy(),
    input: [
      ["git.test", 5432],
      ["other.test", 22],
      ["a.cdn.test", 6000],
      ["127.77.0.9", 22],
    ],
  });
  expect(outcomeOf(result)).toEqual([
    "ECONNREFUSED",
    expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
    expect.any(String),
    "ECONNREFUSED",
  ]);
  expect(dialled).toEqual([]);
});

test("a call that is cancelled leaves nothing behind, though its network was made a step earlier", async () => {
  const mark = `left-behind-${process.pid}`;
  const script = "import socket, sys, time; s = socket.create_connection(('git.test', 22)); time.sleep(600)";
  const ending = new AbortController();
  const running = commandInside(ground, ["/usr/bin/python3", "-c", script, mark], policy(), { signal: ending.signal });
  while (dialled.length === 0) await new Promise((done) => setTimeout(done, 20));
  expect(processesMarked(mark).length).toBeGreaterThan(0);
  ending.abort();
  expect((await running).stopped).toBe("cancelled");
  expect(processesMarked(mark)).toEqual([]);
});
