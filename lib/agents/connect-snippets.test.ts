import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectSnippets } from "./connect-snippets.ts";

const run = promisify(execFile);
const seen: { authorization: string | undefined; body: unknown }[] = [];
/** Stands in for the gateway: the first answer is that it waits, the second that it is done. */
const server = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const isAsking = request.method === "POST";
  if (isAsking) seen.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
  response.writeHead(isAsking ? 202 : 200, { "Content-Type": "application/json" });
  response.end(
    JSON.stringify(isAsking ? { id: "1", status: "pending" } : { id: "1", status: "completed", output: "done" }),
  );
});
const input = { path: "it's/note.md", deep: { yes: true, none: null } };
let snippets: ReturnType<typeof connectSnippets>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  snippets = connectSnippets({ url: `http://127.0.0.1:${port}`, key: "alk_live_x", tool: "read_file", input });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const textOf = (id: string) => snippets.find((snippet) => snippet.id === id)?.text ?? "";
const asked = { authorization: "Bearer alk_live_x", body: { tool: "read_file", input, waitSeconds: 20 } };

test("the line for curl, pasted into a shell, asks for exactly this call", async () => {
  const { stdout } = await run("bash", ["-c", textOf("curl")]);
  expect(JSON.parse(stdout)).toMatchObject({ status: "pending" });
  expect(seen.at(-1)).toEqual(asked);
});

test("the Python asks for it and waits", async () => {
  const { stdout } = await run("python3", ["-c", textOf("python")]);
  expect(stdout.trim()).toBe("completed done");
  expect(seen.at(-1)).toEqual(asked);
});

test("the others are what their readers read", () => {
  expect(JSON.parse(textOf("mcp")).mcpServers.airlock.headers.Authorization).toBe("Bearer alk_live_x");
  expect(textOf("typescript")).toContain(`airlock.call("read_file", ${JSON.stringify(input)})`);
});
