import { describe, expect, test, vi } from "vitest";
import { clientHello, record } from "./client-hello.fixture.ts";
import { createInspector, type StreamInspector, type Verdict } from "./inspect-stream.ts";
import { RequestLines } from "./request-lines.ts";
import { retryRequest, serverHello } from "./server-hello.fixture.ts";

const hello = clientHello({ names: ["good.test"] });
const evil = clientHello({ names: ["evil.test"] });
const REFUSED: Verdict = { kind: "refuse", reason: "server_name_mismatch" };
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
    expect(inspector.answered(Buffer.from("220 hello\r\n"))).toEqual(sent("EHLO"));
    expect(inspector.take(Buffer.from(" x\r\n"))).toEqual(sent(" x\r\n"));
  });

  test("text that has no request in it", () => {
    const inspector = createInspector("good.test", "read");
    expect(inspector.take(Buffer.from("PING\r\n"))).toEqual(sent("PING\r\n"));
    expect(inspector.take(Buffer.from("SET a b\r\n"))).toEqual(sent("SET a b\r\n"));
  });
});

describe("TLS", () => {
  const sealed = record(0x17, Buffer.from("\r\nPOST / HTTP/1.1\r\n"));
  const early = clientHello({ names: ["good.test"], last: [[42, Buffer.alloc(0)]] });

  test("goes on by whole records up to where the server has taken a hello, and then as it comes", () => {
    const inspector = createInspector("good.test", "read");
    expect(inspector.take(hello.subarray(0, 10))).toEqual({ kind: "hold" });
    expect(inspector.take(hello.subarray(10))).toEqual(sent(hello));
    expect(inspector.seen).toBe("server_name");
    const change = record(0x14, Buffer.from([1]));
    expect(inspector.take(change.subarray(0, 3))).toEqual({ kind: "hold" });
    expect(inspector.answered(serverHello().subarray(0, 20))).toEqual({ kind: "hold" });
    expect(inspector.answered(serverHello().subarray(20))).toEqual(sent(change.subarray(0, 3)));
    expect(inspector.take(change.subarray(3))).toEqual(sent(change.subarray(3)));
    expect(inspector.take(sealed)).toEqual(sent(sealed));
    expect(inspector.take(Buffer.from("POST / HTTP/1.1\r\n"))).toEqual(sent("POST / HTTP/1.1\r\n"));
  });

  test("a second hello for the same server goes on", () => {
    const inspector = createInspector("good.test", undefined);
    inspector.take(hello);
    inspector.answered(retryRequest());
    expect(inspector.take(hello)).toEqual(sent(hello));
  });

  test("what a client seals before the server has answered goes on, and opens nothing", () => {
    const inspector = createInspector("good.test", undefined);
    expect(inspector.take(Buffer.concat([early, sealed]))).toEqual(sent(Buffer.concat([early, sealed])));
    inspector.answered(retryRequest());
    expect(inspector.take(sealed)).toEqual(sent(sealed));
    expect(inspector.take(evil)).toEqual(REFUSED);
    // The control: from a server's own hello on nobody reads a second one.
    const control = createInspector("good.test", undefined);
    control.take(early);
    control.answered(serverHello());
    expect(control.take(evil)).toEqual(sent(evil));
  });

  test("what was refused stays so, whatever comes afterwards", () => {
    const inspector = createInspector("good.test", undefined);
    expect(inspector.take(evil)).toEqual(REFUSED);
    expect(inspector.answered(serverHello())).toEqual({ kind: "hold" });
    expect(inspector.take(hello)).toEqual(REFUSED);
  });

  test.each<[string, Buffer]>([
    ["sealed bytes that no hello announced", sealed],
    ["a handshake that goes on before the server has said anything", record(0x16, Buffer.from([16, 0, 0, 1, 0]))],
    ["a record without content", record(0x16, Buffer.alloc(0))],
    ["sealed bytes without content", record(0x17, Buffer.alloc(0))],
    ["a change of cipher that is none", record(0x14, Buffer.from([2]))],
    ["text", Buffer.from("POST / HTTP/1.1\r\n")],
  ])("behind a hello, %s is refused until the server has taken it", (_, bytes) => {
    for (const said of [[], [retryRequest()], [Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")]]) {
      const inspector = createInspector("good.test", undefined);
      inspector.take(hello);
      for (const chunk of said) inspector.answered(chunk);
      expect(inspector.take(bytes)).toEqual(REFUSED);
    }
  });

  test("of a tool that only reads has no request in what the server has not sealed", () => {
    const take = (methods: "read" | undefined): Verdict =>
      createInspector("good.test", methods).take(Buffer.concat([early, sealed]));
    expect(take("read")).toEqual({ kind: "refuse", reason: "method_not_allowed" });
    expect(take(undefined)).toMatchObject({ kind: "send" });
  });

  test("a hello in many records is read whole before any of it goes on", () => {
    const cut = clientHello({ names: ["good.test"], recordBytes: 7 });
    const inspector = createInspector("good.test", undefined);
    for (let at = 0; at < cut.length - 1; at += 1) expect(inspector.take(cut.subarray(at, at + 1)).kind).toBe("hold");
    expect(inspector.take(cut.subarray(cut.length - 1))).toEqual(sent(cut));
  });

  test("a hello in records of one byte is refused as soon as there are more of them than any client makes", () => {
    const cut = clientHello({ names: ["good.test"], last: [[51, Buffer.alloc(40_000)]], recordBytes: 1 });
    const concat = vi.spyOn(Buffer, "concat");
    const inspector = createInspector("good.test", undefined);
    expect(inspector.take(cut.subarray(0, 96))).toEqual({ kind: "hold" });
    expect(inspector.take(cut.subarray(96, 97))).toEqual(REFUSED);
    expect(createInspector("good.test", undefined).take(cut)).toEqual(REFUSED);
    const joined = concat.mock.calls.length;
    vi.restoreAllMocks();
    // A few for each record that was read, and none for the forty thousand that were not.
    expect(joined).toBeLessThan(200);
  });

  test("to an address needs no name", () => {
    expect(createInspector("192.0.2.1", undefined).take(clientHello({}))).toMatchObject({ kind: "send" });
  });

  test("a hello without an end is not held for ever", () => {
    const endless = Buffer.concat([Buffer.from([0x16, 3, 1, 0x40, 0, 1, 0xff, 0xff, 0xff]), Buffer.alloc(16_400)]);
    expect(createInspector("good.test", undefined).take(endless)).toMatchObject({ kind: "refuse" });
  });

  test.each([
    ["a record without content", record(0x16, Buffer.alloc(0))],
    ["a change of cipher without content", record(0x14, Buffer.alloc(0))],
    ["a change of cipher", record(0x14, Buffer.from([1]))],
    ["a warning, which Go's servers pass over", record(0x15, Buffer.from([1, 90]))],
    ["a warning of an odd version", Buffer.from([0x15, 5, 1, 0, 2, 1, 90])],
    ["sealed bytes", sealed],
    ["another message", record(0x16, Buffer.alloc(4))],
  ])("does not begin with %s, at the start or where a protocol turns to it", (_, before) => {
    const bytes = Buffer.concat([before, evil]);
    for (const step of [bytes.length, 1]) {
      expect(reasonOf(createInspector("good.test", undefined), bytes, step)).toBe("server_name_mismatch");
      const turned = atTurn();
      // No server reads on behind these two, and other protocols have messages that look like them.
      const isDead = before[0] === 0x17 || before[5] === 0;
      expect(reasonOf(turned, bytes, step)).toBe(isDead ? undefined : "server_name_mismatch");
    }
  });

  test.each([
    ["of an odd version, which Go's servers read", Buffer.concat([Buffer.from([0x16, 5, 1]), evil.subarray(3)])],
    ["of no version", Buffer.concat([Buffer.from([0x16, 0, 0]), evil.subarray(3)])],
    ["in one-byte records of an odd version", Buffer.concat([Buffer.from([0x16, 0, 0, 0, 1, 1]), evil.subarray(6)])],
  ])("a hello %s is refused, in whatever pieces it comes", (_, bytes) => {
    for (const step of [bytes.length, 1])
      for (const inspector of [createInspector("good.test", undefined), atTurn()])
        expect(reasonOf(inspector, bytes, step)).toBe("server_name_mismatch");
  });

  test("a hello in the form of SSL 2 is refused, also when it comes byte by byte", () => {
    const bytes = Buffer.concat([Buffer.from([0x80, 0x2e, 1, 3, 1]), Buffer.alloc(43)]);
    for (const step of [bytes.length, 2, 1])
      expect(reasonOf(createInspector("good.test", undefined), bytes, step)).toBe("server_name_mismatch");
  });

  test.each([
    ["a statement to MySQL", Buffer.from([0x16, 0, 0, 0, 0x17, 1, 0, 0, 0, 0, 1, 0, 0, 0])],
    ["a long statement to MySQL", Buffer.from([0x16, 3, 0, 0, 0x17, 1, 0, 0, 0, 0, 1, 0, 0, 0])],
    ["a message to MongoDB", Buffer.from([0x16, 3, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0xdd, 7, 0, 0])],
    ["a question to a Modbus device", Buffer.from([0x16, 3, 0, 0, 0, 6, 1, 3, 0, 0, 0, 1])],
  ])("is not what begins like it and is none, in a conversation that is open: %s", (_, bytes) => {
    expect(atTurn().take(bytes)).toEqual(sent(bytes));
    // The control: a hello at the same place is read.
    expect(atTurn().take(evil)).toEqual(REFUSED);
    expect(atTurn().take(hello)).toEqual(sent(hello));
  });
});

/** A conversation that began in the clear, where the server has just said something. */
function atTurn(): StreamInspector {
  const inspector = createInspector("good.test", undefined);
  inspector.take(Buffer.from([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f]));
  inspector.answered(Buffer.from("S"));
  return inspector;
}

function reasonOf(inspector: StreamInspector, bytes: Buffer, step: number): string | undefined {
  for (let at = 0; at < bytes.length; at += step) {
    const verdict = inspector.take(bytes.subarray(at, at + step));
    if (verdict.kind === "refuse") return verdict.reason;
  }
}

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

test.each([["PROXY TCP4 192.0.2.1 192.0.2.2 1 443\r\n"], ["PROXY UNKNOWN\r\n"], ["\r\n\r\n\0\r\nQUIT\n\x20\0\0\0"]])(
  "what a load balancer would say first is said by no tool: %j",
  (line) => {
    const bytes = Buffer.concat([Buffer.from(line, "latin1"), evil]);
    for (const step of [bytes.length, 1])
      expect(reasonOf(createInspector("good.test", undefined), bytes, step)).toBe("protocol_refused");
  },
);

test("a first line is looked at once, though it comes byte by byte", () => {
  const line = Buffer.from(`GET /${"x".repeat(16_000)}`);
  let looked = 0;
  const read = RequestLines.prototype.read;
  vi.spyOn(RequestLines.prototype, "read").mockImplementation(function (this: RequestLines, bytes) {
    looked += bytes.length;
    read.call(this, bytes);
  });
  const text = vi.spyOn(Buffer.prototype, "toString");
  const inspector = createInspector("good.test", undefined);
  for (const byte of line) inspector.take(Buffer.from([byte]));
  const texts = text.mock.calls.length;
  vi.restoreAllMocks();
  expect({ looked, texts }).toEqual({ looked: line.length, texts: 0 });
});

describe("a tool that only reads", () => {
  test.each([
    ["behind bytes of another kind", ["\x01\r\n", "POST /x HTTP/1.1\r\n"]],
    [
      "whose line is longer than any that is held",
      ["\x01\r\n", `POST /${"x".repeat(9000)}`, "x".repeat(9000), " HTTP/1.1\r\n"],
    ],
    ["parted by what only lenient servers part by", ["\x01\n", "POST\v/x\fHTTP/1.1\r\n"]],
    ["without a version", ["\x01\n", "POST /x\r\n"]],
    ["after the server has spoken", ["HELO\r\n", "", "POST /x HTTP/1.1\r\n"]],
  ])("sends no request %s", (_, pieces) => {
    const verdicts = (methods: "read" | undefined): Verdict[] => {
      const inspector = createInspector("good.test", methods);
      return pieces.map((piece) =>
        piece === "" ? inspector.answered(Buffer.from("x")) : inspector.take(Buffer.from(piece, "latin1")),
      );
    };
    expect(verdicts("read")).toContainEqual({ kind: "refuse", reason: "method_not_allowed" });
    // The control: it would have gone out.
    expect(verdicts(undefined).filter(({ kind }) => kind === "refuse")).toEqual([]);
  });
});

test.each(["\v", "\f", "\r", "\t", "\x1f", "\xa0"])(
  "a line parted by %j is a request, and judged as one",
  (separator) => {
    const line = Buffer.from(`POST /x${separator}HTTP/1.1\r\n`, "latin1");
    expect(createInspector("good.test", undefined).take(line)).toEqual({ kind: "http", bytes: line });
  },
);
