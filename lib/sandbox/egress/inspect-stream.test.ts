import { describe, expect, test } from "vitest";
import { clientHello, record } from "./client-hello.fixture.ts";
import { createInspector, type Verdict } from "./inspect-stream.ts";

const hello = clientHello({ names: ["good.test"] });
const sent = (bytes: string | Buffer): Verdict => ({ kind: "send", bytes: Buffer.from(bytes) });

describe("what goes on unseen", () => {
  test("a protocol in which the client speaks first, at once", () => {
    const inspector = createInspector("good.test", undefined);
    expect(inspector.take(Buffer.from([0, 0, 0, 8]))).toEqual(sent(Buffer.from([0, 0, 0, 8])));
    expect(inspector.seen).toBe("nothing");
  });

  test("one in which the server does, though the answer could be the start of a request", () => {
    const inspector = createInspector("good.test", undefined);
    expect(inspector.take(Buffer.from("EHLO"))).toEqual({ kind: "hold" });
    expect(inspector.answered()).toEqual(sent("EHLO"));
    expect(inspector.take(Buffer.from(" x\r\n"))).toEqual(sent(" x\r\n"));
  });

  test("text that has no request in it", () => {
    const inspector = createInspector("good.test", "read");
    expect(inspector.take(Buffer.from("PING\r\n"))).toEqual(sent("PING\r\n"));
    expect(inspector.take(Buffer.from("SET a b\r\n"))).toEqual(sent("SET a b\r\n"));
  });
});

describe("TLS", () => {
  test("goes on by whole records up to where it is sealed, and then as it comes", () => {
    const inspector = createInspector("good.test", "read");
    const sealed = record(0x17, Buffer.from("POST / HTTP/1.1\r\n"));
    expect(inspector.take(hello.subarray(0, 10))).toEqual({ kind: "hold" });
    expect(inspector.take(hello.subarray(10))).toEqual(sent(hello));
    expect(inspector.seen).toBe("server_name");
    expect(inspector.take(sealed.subarray(0, 3))).toEqual({ kind: "hold" });
    expect(inspector.take(sealed.subarray(3))).toEqual(sent(sealed));
    expect(inspector.take(Buffer.from("POST / HTTP/1.1\r\n"))).toEqual(sent("POST / HTTP/1.1\r\n"));
  });

  test("a second hello for the same server goes on", () => {
    const inspector = createInspector("good.test", undefined);
    inspector.take(hello);
    inspector.answered();
    expect(inspector.take(hello)).toEqual(sent(hello));
  });

  test("a hello in many records is read whole before any of it goes on", () => {
    const cut = clientHello({ names: ["good.test"], recordBytes: 7 });
    const inspector = createInspector("good.test", undefined);
    for (let at = 0; at < cut.length - 1; at += 1) expect(inspector.take(cut.subarray(at, at + 1)).kind).toBe("hold");
    expect(inspector.take(cut.subarray(cut.length - 1))).toEqual(sent(cut));
  });

  test("to an address needs no name", () => {
    expect(createInspector("192.0.2.1", undefined).take(clientHello({}))).toMatchObject({ kind: "send" });
  });

  test("a hello without an end is not held for ever", () => {
    const endless = Buffer.concat([Buffer.from([0x16, 3, 1, 0x40, 0, 1, 0xff, 0xff, 0xff]), Buffer.alloc(16_400)]);
    expect(createInspector("good.test", undefined).take(endless)).toMatchObject({ kind: "refuse" });
  });
});

test("a request is handed over with all that came", () => {
  const inspector = createInspector("good.test", undefined);
  inspector.take(Buffer.from("GE"));
  expect(inspector.take(Buffer.from("T / HTTP/1.1\r\n"))).toEqual({
    kind: "http",
    bytes: Buffer.from("GET / HTTP/1.1\r\n"),
  });
});

test("a first line without an end is not held for ever", () => {
  expect(createInspector("good.test", undefined).take(Buffer.from(`GET /${"x".repeat(20_000)}`))).toEqual({
    kind: "refuse",
    reason: "bad_request",
  });
});
