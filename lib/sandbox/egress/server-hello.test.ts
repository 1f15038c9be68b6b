import { expect, test } from "vitest";
import { record } from "./client-hello.fixture.ts";
import { message, retryRequest, serverHello } from "./server-hello.fixture.ts";
import { ServerAnswer } from "./server-hello.ts";

const CHANGE = record(0x14, Buffer.from([1]));
const WARNING = record(0x15, Buffer.from([1, 112]));

function isTaken(said: Buffer, step = said.length): boolean {
  const answer = new ServerAnswer();
  let taken = false;
  for (let at = 0; at < said.length; at += step) taken = answer.read(said.subarray(at, at + step));
  return taken;
}

const cut = (content: Buffer, size: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(content.length / size) }, (_, index) =>
      record(0x16, content.subarray(index * size, (index + 1) * size)),
    ),
  );

test.each([
  ["its hello", serverHello()],
  ["its hello behind a warning", Buffer.concat([WARNING, serverHello()])],
  ["its hello after it asked again", Buffer.concat([retryRequest(), CHANGE, serverHello()])],
  ["its hello, cut over many records", cut(message(Buffer.alloc(32, 7)), 3)],
  [
    "its hello in one record with what follows",
    record(0x16, Buffer.concat([message(Buffer.alloc(32)), Buffer.alloc(99)])),
  ],
])("a server has taken a hello when it says %s, in whatever pieces", (_, said) => {
  for (const step of [said.length, 7, 1]) expect(isTaken(said, step)).toBe(true);
});

test.each([
  ["asks for another hello", retryRequest()],
  ["asks for another hello and changes its cipher", Buffer.concat([retryRequest(), CHANGE])],
  ["only warns", WARNING],
  ["has said half of its hello", serverHello().subarray(0, 42)],
  ["speaks something else", Buffer.concat([Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"), serverHello()])],
  ["says another message first", Buffer.concat([record(0x16, message(Buffer.alloc(32), 4)), serverHello()])],
  ["says something without a hello", Buffer.concat([record(0x17, Buffer.alloc(64)), serverHello()])],
])("and not when it %s", (_, said) => {
  for (const step of [said.length, 7, 1]) expect(isTaken(said, step)).toBe(false);
});
