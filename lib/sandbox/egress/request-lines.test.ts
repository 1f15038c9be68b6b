import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, test } from "vitest";
import { RequestLines } from "./request-lines.ts";

function read(text: string, step = text.length): RequestLines {
  const lines = new RequestLines();
  const bytes = Buffer.from(text, "latin1");
  for (let at = 0; at < bytes.length; at += step) lines.read(bytes.subarray(at, at + step));
  return lines;
}

const SEPARATORS = ["\t", "\v", "\f", "\r", " ", "\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\xa0", " \v\r\t"];

describe("a request is found", () => {
  test.each(SEPARATORS.map((separator) => [JSON.stringify(separator), separator]))(
    "with %s between its words",
    (_, separator) => {
      const line = ["POST", "/x", "HTTP/1.1"].join(separator);
      for (const text of [`${line}\r\n`, `${separator}${line}\n`, `\r\n\r\n${line}`])
        for (const step of [text.length, 1]) expect(read(text, step)).toMatchObject({ first: "request", found: true });
    },
  );

  test.each([
    ["behind bytes that no request begins with", "\x01\x02\r\nPOST /x HTTP/1.1"],
    ["behind a line end that is half of one", "\x01\rPOST /x HTTP/1.1"],
    ["behind a line of another protocol", "PING\r\nPOST /x HTTP/1.1"],
    ["behind a word in its own line", "X\rPOST /x HTTP/1.1"],
    ["however long its address is", `\x01\nPOST /${"x".repeat(100_000)} HTTP/1.1`],
    ["however much space is in it", `\x01\nPOST${" ".repeat(100_000)}/x${"\v".repeat(100_000)}HTTP/1.1`],
    ["without a version", "\x01\nPOST /x\r\n"],
  ])("%s, in whatever pieces it comes", (_, text) => {
    for (const step of [text.length, 4096, 5, 1]) expect(read(text, step).found).toBe(true);
  });

  test.each([
    "POST /x\r\n",
    "DELETE *\r\n",
    "GET http://evil.test/\r\n",
    `GET ${"x".repeat(40)}://evil.test/\r\n`,
    "POST /x RTSP/1.0\r\n",
    "SOURCE /x ICE/1.0\r\n",
    "POST  /x HTTP/1.1\r\n",
  ])("as Node's own server finds it: %j", async (line) => {
    expect(read(line)).toMatchObject({ first: "request", found: true });
    // The control: a server of today that reads this one.
    const server = createServer((request) => server.emit("heard", request.method)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
    client.write(`${line}Host: evil.test\r\nContent-Length: 0\r\n\r\n`);
    expect(await once(server, "heard")).toEqual([line.split(" ")[0]]);
    client.destroy();
    server.close();
  });
});

test.each([
  "PING\r\n",
  "EHLO there\r\n",
  "GET key\r\n",
  "get /key\r\n",
  "set http/page 0 0 5\r\n",
  "*2\r\n$3\r\nGET\r\n$6\r\n/pages\r\n",
  "A1 LOGIN u p\r\n",
  "SSH-2.0-client\r\n",
  "\x00\x00\x00\x08\x04\xd2\x16\x2f",
  "HTTP/1.1 200 OK\r\n",
  "\x01 POST /x HTTP/1.1\r\n",
])("and none where there is none: %j", (text) => {
  for (const step of [text.length, 1]) expect(read(text, step)).toMatchObject({ first: "other", found: false });
});

test("a line is in doubt until a word or its end says what it is", () => {
  for (const text of ["", "\r\n", "GET", "GET ", "GET /x HTTP/", "GET /x y"]) expect(read(text).first).toBe("open");
});
