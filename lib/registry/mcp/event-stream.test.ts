import { expect, test } from "vitest";
import { EventSplitter, eventOf } from "./event-stream.ts";

function messagesOf(chunks: Iterable<Uint8Array>): string[] {
  const messages: string[] = [];
  const splitter = new EventSplitter((data) => messages.push(Buffer.from(data).toString("latin1")));
  for (const chunk of chunks) splitter.push(chunk);
  return messages;
}

const STREAM =
  ': hello\nid: 1\ndata: {"a":\ndata: 1}\n\nevent: message\r\ndata:{}\r\n\r\nevent: ping\ndata: x\n\nretry: 5\n\ndata: é\r\rdata: open';

test("messages come out whole, however the bytes come in", () => {
  const bytes = Buffer.from(STREAM, "latin1");
  const expected = ['{"a":\n1}', "{}", "é"];
  expect(messagesOf([bytes])).toEqual(expected);
  expect(messagesOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
});

test("bytes that are no text are handed on as they are", () => {
  const bytes = Buffer.concat([Buffer.from("data: "), Buffer.of(0xff, 0xfe), Buffer.from("\n\n")]);
  expect(messagesOf([bytes])).toEqual(["ÿþ"]);
});

test("what is written as an event is read as one", () => {
  expect(messagesOf([eventOf({ text: "a\nb" })])).toEqual(['{"text":"a\\nb"}']);
});
