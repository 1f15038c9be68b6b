import { once } from "node:events";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CALL_LIMITS, type EgressLimits } from "./limits.ts";
import { type Egress, type EgressDoors, openEgress } from "./open-egress.ts";

/** A call's network from the channel on, as the forwarder inside would use it. */
let origin: Server;
let pairs: Server;
const sockets: Socket[] = [];
let egress: Egress;

beforeEach(async () => {
  const keep = (socket: Socket): void => void sockets.push(socket.on("error", () => {}));
  origin = createServer(keep).listen(0, "127.0.0.1");
  pairs = createServer().listen(0, "127.0.0.1");
  await Promise.all([once(origin, "listening"), once(pairs, "listening")]);
});

afterEach(() => {
  egress.close();
  origin.close();
  pairs.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const doors: EgressDoors = {
  resolve: async () => ["93.184.216.34"],
  dial: async () => {
    const socket = connect(portOf(origin), "127.0.0.1");
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  },
  secure: async (socket) => socket,
  ownAddresses: () => [],
  now: () => new Date(0),
};

async function openCall(limits: Partial<EgressLimits>, own: Partial<EgressDoors> = {}): Promise<ClientHttp2Session> {
  const reached = { ...doors, ...own };
  egress = openEgress({ mode: "allowlist", hosts: ["db.test:5432"] }, reached, [], { ...CALL_LIMITS, ...limits });
  const inside = connect(portOf(pairs), "127.0.0.1");
  const [outside] = (await once(pairs, "connection")) as [Socket];
  sockets.push(inside, outside);
  egress.attach(outside);
  return connectHttp2("http://egress", { createConnection: () => inside }).on("error", () => {});
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 5));
}

const reasons = (): (string | undefined)[] => egress.entries().map(({ reason }) => reason);

test("no more connections are open at once than a call may have; when one ends there is room again", async () => {
  const session = await openCall({ openAtOnce: 2 });
  const reach = () => session.request({ ":path": "/to/db.test:5432", ":method": "POST" }).on("error", () => {});
  const first = reach();
  reach();
  await until(() => reasons().length === 2 && sockets.length >= 6);
  reach();
  await until(() => reasons().includes("too_many_open"));
  expect(reasons()).toEqual([undefined, undefined, "too_many_open"]);
  first.close();
  // Its place is given back when both ends have heard of it; until then another is refused.
  while (reasons().at(-1) === "too_many_open") {
    const asked = reasons().length;
    reach();
    await until(() => reasons().length > asked);
    await new Promise((done) => setTimeout(done, 20));
  }
  expect(reasons().at(-1)).toBeUndefined();
});

test("a connection on which nothing moves is ended, and the record says why", async () => {
  const session = await openCall({ idleMs: 50 });
  const stream = session.request({ ":path": "/to/db.test:5432", ":method": "POST" }).on("error", () => {});
  await once(stream.resume(), "close");
  await until(() => reasons().includes("idle"));
  expect(egress.entries()).toMatchObject([{ host: "db.test", allowed: true, reason: "idle" }]);
});

test("a way that does not exist leads nowhere and dials nothing", async () => {
  const session = await openCall({});
  const stream = session.request({ ":path": "/elsewhere", ":method": "POST" }).on("error", () => {});
  await once(stream.resume(), "close");
  expect(egress.entries()).toEqual([]);
});

test("a further call of the same sandbox has a record of its own", async () => {
  const session = await openCall({});
  session.request({ ":path": "/to/other.test:1", ":method": "POST" }).on("error", () => {});
  await until(() => reasons().length === 1);
  egress.renew();
  expect(egress.entries()).toEqual([]);
});

test("who leaves while the other end is dialled leaves no connection, and none outlives the call", async () => {
  const dialled: Socket[] = [];
  const answer = Promise.withResolvers<void>();
  const session = await openCall(
    {},
    {
      dial: async (target) => {
        await answer.promise;
        const socket = await doors.dial(target);
        dialled.push(socket);
        return socket;
      },
    },
  );
  const reach = () => session.request({ ":path": "/to/db.test:5432", ":method": "POST" }).on("error", () => {});
  const [left] = [reach(), reach()];
  await until(() => reasons().length === 2);
  left.close();
  await once(left, "close");
  answer.resolve();
  await until(() => dialled.length === 2 && dialled.some(({ destroyed }) => destroyed));
  // The control: the other one was dialled the same way, and is open because somebody is there.
  expect(dialled.map(({ destroyed }) => destroyed).sort()).toEqual([false, true]);
  egress.close();
  expect(dialled.every(({ destroyed }) => destroyed)).toBe(true);
});

test("a call looks up few names at a time and no more than it has attempts, however many it asks for and forgets", async () => {
  let [asked, atOnce, most] = [0, 0, 0];
  const session = await openCall(
    { entries: 20, lookupsAtOnce: 2 },
    {
      resolve: async () => {
        asked += 1;
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise((done) => setTimeout(done, 5));
        atOnce -= 1;
        return ["93.184.216.34"];
      },
    },
  );
  for (let round = 0; round < 4; round += 1) {
    const streams = Array.from({ length: 30 }, () =>
      session.request({ ":path": "/to/db.test:5432", ":method": "POST" }).on("error", () => {}),
    );
    for (const stream of streams) stream.close();
    await Promise.all(streams.map((stream) => once(stream, "close")));
  }
  await until(() => reasons().length === 20 && atOnce === 0);
  expect(asked).toBeLessThanOrEqual(20);
  expect(most).toBe(2);
});

test.each(["/to/db.test:5432", "/elsewhere"])("who asks for %s without end loses the way out", async (path) => {
  const session = await openCall({ entries: 5 }, { resolve: async () => [] });
  let asked = 0;
  while (!session.destroyed) {
    const stream = session.request({ ":path": path, ":method": "POST" }).on("error", () => {});
    await once(stream.resume(), "close");
    asked += 1;
  }
  // The control: what it may do, and being told that it may not do more, comes first.
  expect(asked).toBe(21);
  expect(egress.entries()).toHaveLength(path === "/elsewhere" ? 0 : 5);
});

test("lookups that still wait when the call is over are never made", async () => {
  let asked = 0;
  const first = Promise.withResolvers<readonly string[]>();
  const session = await openCall(
    { lookupsAtOnce: 1 },
    {
      resolve: () => {
        asked += 1;
        return first.promise;
      },
    },
  );
  for (let n = 0; n < 5; n += 1)
    session.request({ ":path": "/to/db.test:5432", ":method": "POST" }).on("error", () => {});
  await until(() => asked === 1);
  egress.close();
  first.resolve(["93.184.216.34"]);
  await new Promise((done) => setTimeout(done, 20));
  expect(asked).toBe(1);
});

test("between two calls nothing moves and nothing can be opened; what stayed open is on the next call's record", async () => {
  let heard = "";
  origin.on("connection", (socket: Socket) => socket.on("data", (chunk: Buffer) => (heard += chunk)));
  const session = await openCall({});
  const reach = () => session.request({ ":path": "/to/db.test:5432", ":method": "POST" }).on("error", () => {});
  const kept = reach();
  kept.write("\x01one ");
  await until(() => heard === "\x01one ");
  egress.rest();
  kept.write("two ");
  await once(reach().resume(), "close");
  await new Promise((done) => setTimeout(done, 50));
  expect(heard).toBe("\x01one ");
  expect(reasons()).toHaveLength(1);
  egress.renew();
  await until(() => heard === "\x01one two ");
  egress.renew();
  kept.write("three");
  await until(() => heard.endsWith("three"));
  expect(heard).toBe("\x01one two three");
  expect(egress.entries()).toMatchObject([{ host: "db.test", allowed: true, bytesOut: 5 }]);
});
