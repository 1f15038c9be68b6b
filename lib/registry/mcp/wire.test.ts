import { describe, expect, test } from "vitest";
import { Wire } from "./wire.ts";

function asking(...requests: [number | string, string][]) {
  let failed = 0;
  const wire = new Wire(() => {
    failed += 1;
  });
  for (const [id, method] of requests) wire.sent({ jsonrpc: "2.0", id, method });
  return { wire, hear: (text: string | Uint8Array) => wire.received(Buffer.from(text)), failures: () => failed };
}

describe("between a server's bytes and the client", () => {
  test("a list is kept as it was sent, and the client gets an empty one with what the protocol needs", () => {
    const { wire, hear } = asking([1, "tools/list"]);
    const result = '{"tools":[{"name":"a","name":"b"}],"nextCursor":"2","resultType":"complete","_meta":{"x":1}}';
    expect(hear(`{"jsonrpc":"2.0","id":1,"result":${result}}`)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { tools: [], nextCursor: "2", resultType: "complete" },
    });
    expect(Buffer.from(wire.resultOf("tools/list") ?? []).toString()).toBe(result);
  });

  test("other answers are read strictly, and one that cannot be ends the conversation", () => {
    const { wire, hear, failures } = asking([1, "initialize"], [2, "initialize"]);
    expect(hear('{"jsonrpc":"2.0","id":1,"result":{"a":1}}')).toMatchObject({ result: { a: 1 } });
    expect(hear('{"jsonrpc":"2.0","id":2,"result":{"a":1,"a":2}}')).toBeNull();
    expect(wire.failure).toMatchObject({
      code: "mcp_server_failed",
      message: expect.stringContaining("A key is given"),
    });
    expect(failures()).toBe(1);
    expect(hear('{"jsonrpc":"2.0","id":1,"result":{}}')).toBeNull();
  });

  test.each([
    ["a number that was not asked", '{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}'],
    ["the number as a text", '{"jsonrpc":"2.0","id":"1","result":{"tools":[]}}'],
    ["no number", '{"jsonrpc":"2.0","result":{"tools":[]}}'],
    ["two numbers", '{"jsonrpc":"2.0","id":7,"id":1,"result":{"tools":[]}}'],
    ["two results", '{"jsonrpc":"2.0","id":1,"result":{"tools":[]},"result":{"tools":[]}}'],
    ["two lists", '{"jsonrpc":"2.0","id":1,"result":{"tools":[],"tools":[]}}'],
    ["no object", '{"jsonrpc":"2.0","id":1,"result":[1]}'],
  ])("an answer with %s ends the conversation", (_case, line) => {
    const { wire, hear } = asking([1, "tools/list"]);
    expect(hear(line)).toBeNull();
    expect(wire.failure?.code).toBe("mcp_server_failed");
  });

  test("what is no message is passed over", () => {
    const { wire, hear } = asking();
    for (const noise of ["", "Server ready", "{", "[]", '{"method":"x","a":1,"a":2', Buffer.of(0xff, 0x00)]) {
      expect(hear(noise)).toBeNull();
    }
    expect(wire.failure).toBeNull();
  });

  test("another list is noticed when it is announced after ours was asked for", () => {
    const { wire, hear } = asking();
    const announcement = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
    hear(announcement);
    wire.sent({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(wire.listChanged).toBe(false);
    hear(announcement);
    expect(wire.listChanged).toBe(true);
  });
});
