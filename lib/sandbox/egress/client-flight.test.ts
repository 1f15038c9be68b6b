import { afterEach, describe, expect, test, vi } from "vitest";
import { ClientFlight, HELLO_RECORDS } from "./client-flight.ts";
import { clientHello, record } from "./client-hello.fixture.ts";

const large = (recordBytes?: number): Buffer =>
  clientHello({
    names: ["good.test"],
    last: [[51, Buffer.alloc(60_000)]],
    ...(recordBytes === undefined ? {} : { recordBytes }),
  });

/** What a reading costs, counted in bytes that were copied; a time would say as much about the machine. */
function countCopies(work: () => void): number {
  let bytes = 0;
  const concat = Buffer.concat.bind(Buffer);
  const from = Buffer.from.bind(Buffer) as (value: unknown, ...rest: unknown[]) => Buffer;
  const copy = Buffer.prototype.copy;
  vi.spyOn(Buffer, "concat").mockImplementation((list, length) => {
    const joined = concat(list, length);
    bytes += joined.length;
    return joined;
  });
  vi.spyOn(Buffer, "from").mockImplementation(((value: unknown, ...rest: unknown[]) => {
    const made = from(value, ...rest);
    bytes += made.length;
    return made;
  }) as typeof Buffer.from);
  vi.spyOn(Buffer.prototype, "copy").mockImplementation(function (this: Buffer, ...args) {
    const copied = copy.apply(this, args as Parameters<typeof copy>);
    bytes += copied;
    return copied;
  });
  work();
  vi.restoreAllMocks();
  return bytes;
}

afterEach(() => void vi.restoreAllMocks());

describe("what a client's bytes cost", () => {
  test("is in proportion to them, though they come one by one", () => {
    const bytes = large();
    const flight = new ClientFlight();
    const kinds = new Set<string>();
    const copied = countCopies(() => {
      for (let at = 0; at < bytes.length; at += 1) {
        flight.add(bytes.subarray(at, at + 1));
        kinds.add(flight.next().kind);
        flight.takeRead();
      }
    });
    expect([...kinds]).toEqual(["incomplete", "hello"]);
    expect(copied).toBeGreaterThan(bytes.length);
    expect(copied).toBeLessThan(8 * bytes.length);
    // The control: to join what is held at every piece, as one would write it first, is thousands of times that.
    const naive = countCopies(() => {
      let held: Buffer = Buffer.alloc(0);
      for (let at = 0; at < bytes.length / 16; at += 1) held = Buffer.concat([held, bytes.subarray(at, at + 1)]);
    });
    expect(naive).toBeGreaterThan(100 * bytes.length);
  });

  test("is in proportion to them, though they are many small records behind each other", () => {
    const hello = clientHello({ names: ["good.test"] });
    const sealed = record(0x17, Buffer.from([0]));
    const bytes = Buffer.concat([hello, ...Array.from({ length: 10_000 }, () => sealed)]);
    const flight = new ClientFlight();
    const copied = countCopies(() => {
      for (let at = 0; at < bytes.length; at += 1) {
        flight.add(bytes.subarray(at, at + 1));
        while (flight.next().kind !== "incomplete") flight.takeRead();
      }
    });
    expect(copied).toBeLessThan(8 * bytes.length);
  });

  test("ends at once where a hello is cut into more records than any client cuts one into", () => {
    const bytes = large(1);
    const flight = new ClientFlight();
    const bound = 6 * HELLO_RECORDS;
    flight.add(bytes.subarray(0, bound));
    expect(flight.next()).toEqual({ kind: "incomplete" });
    flight.add(bytes.subarray(bound, bound + 1));
    expect(flight.next()).toEqual({ kind: "malformed" });
  });
});

describe("a hello", () => {
  test("is read over as many records as are allowed, and goes out as it came", () => {
    const bytes = clientHello({ names: ["good.test"], recordBytes: 5 });
    const flight = new ClientFlight();
    flight.add(bytes);
    expect(bytes.length - 65).toBe(5 * 13);
    expect(flight.next()).toMatchObject({ kind: "hello", hello: { serverName: "good.test" } });
    expect(flight.takeRead()).toEqual(bytes);
  });

  const hello = clientHello({ names: ["good.test"] });
  const handshake = hello.subarray(5);
  const half = Math.floor(handshake.length / 2);
  const CHANGE = record(0x14, Buffer.from([1]));

  test.each([
    ["a record without content before it", Buffer.concat([record(0x16, Buffer.alloc(0)), hello])],
    ["a change of cipher without content before it", Buffer.concat([record(0x14, Buffer.alloc(0)), hello])],
    [
      "a record without content in it",
      Buffer.concat([record(0x16, handshake.subarray(0, half)), record(0x16, Buffer.alloc(0))]),
    ],
    ["a change of cipher in it", Buffer.concat([record(0x16, handshake.subarray(0, half)), CHANGE])],
    ["another one behind it in its record", record(0x16, Buffer.concat([handshake, handshake]))],
    ["a byte behind it in its record", record(0x16, Buffer.concat([handshake, Buffer.alloc(1)]))],
    ["another message before it", record(0x16, Buffer.concat([Buffer.alloc(4), handshake]))],
    ["a record of no known kind before it", Buffer.concat([Buffer.from([0x18, 3, 1, 0, 1, 1]), hello])],
    ["another version", Buffer.concat([Buffer.from([0x16, 2, 1]), hello.subarray(3)])],
    ["more than any hello has", Buffer.from([0x16, 3, 1, 0, 4, 1, 1, 0, 0])],
    ["a list of no names", clientHello({ first: [[0, Buffer.from([0, 0])]] })],
    ["a name of no list", clientHello({ first: [[0, Buffer.alloc(0)]] })],
    ["a name of another kind", clientHello({ first: [[0, Buffer.from([0, 4, 1, 0, 1, 0x78])]] })],
  ])("with %s is read by nobody", (_, bytes) => {
    for (const step of [bytes.length, 1]) {
      const flight = new ClientFlight();
      let kind = "incomplete";
      for (let at = 0; at < bytes.length && kind === "incomplete"; at += step) {
        flight.add(bytes.subarray(at, at + step));
        kind = flight.next().kind;
      }
      expect(kind).toBe("malformed");
    }
    // The control: nothing else is wrong with it.
    const flight = new ClientFlight();
    flight.add(hello);
    expect(flight.next().kind).toBe("hello");
  });
});
