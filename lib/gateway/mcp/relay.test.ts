import { expect, test } from "vitest";
import { Relay } from "./relay.ts";

/** The bridge before a gateway that does not behave. */
async function pass(line: object, answer: Response): Promise<unknown[]> {
  const written: string[] = [];
  const relay = new Relay({
    ...{ url: new URL("http://localhost/mcp"), key: "k", session: "s" },
    fetch: async () => answer,
    write: (text) => void written.push(text),
  });
  await relay.receive(JSON.stringify(line));
  return written.map((text) => JSON.parse(text));
}

const stream = (text: string) => new Response(text, { headers: { "Content-Type": "text/event-stream" } });
const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "write_note" } };

test("a request whose stream ends without its answer is answered: a client would wait for it for ever", async () => {
  const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } };
  const written = await pass(call, stream(`data: ${JSON.stringify(progress)}\n\n`));
  expect(written).toEqual([progress, { jsonrpc: "2.0", id: 7, error: expect.objectContaining({ code: -32603 }) }]);
  const answered = { jsonrpc: "2.0", id: 7, result: {} };
  expect(await pass(call, stream(`data: ${JSON.stringify(answered)}\n\n`))).toEqual([answered]);
});

test("what is no message is not passed on as one", async () => {
  const answered = { jsonrpc: "2.0", id: 7, result: {} };
  expect(await pass(call, stream(`data: \n\ndata: nonsense\n\ndata: ${JSON.stringify(answered)}\n\n`))).toEqual([
    answered,
  ]);
});
