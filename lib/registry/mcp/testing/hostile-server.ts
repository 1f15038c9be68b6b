/**
 * One server for many ways to misbehave; the first argument says which. Where a way is about lists, everything else is
 * done properly, so that the test fails for its own reason.
 */
import { readFileSync, writeSync } from "node:fs";
import { connect } from "node:net";
import { INTRODUCTION, onQuestion, type Question, refuse, reply, say } from "./answer-lines.ts";

const [way = ""] = process.argv.slice(2);
const tool = (name: string, more = "") => `{"name":"${name}","inputSchema":{"type":"object"}${more}}`;
const nested = (levels: number) => `${'{"properties":{"a":'.repeat(levels)}{}${"}}".repeat(levels)}`;

/** Lists as raw text, because what is wrong with them is often what no serialiser would write. */
const LISTS: Record<string, () => string | Uint8Array> = {
  "huge-tool": () => `[${tool("good")},${tool("huge", `,"description":"${"x".repeat(5_000_000)}"`)}]`,
  "same-name": () => `[${tool("good")},${tool("twin")},${tool("twin", ',"title":"x"')}]`,
  "same-key": () => `[${tool("good")},{"name":"odd","name":"even","inputSchema":{}}]`,
  deep: () => `[${tool("good")},{"name":"deep","inputSchema":${nested(200)}}]`,
  prototype: () => `[${tool("good")},{"name":"proto","inputSchema":{"properties":{"__proto__":{}}}}]`,
  "not-text": () => Buffer.concat([Buffer.from(`[${tool("good")},{"name":"`), Buffer.of(0xff), Buffer.from('"}]')]),
  "too-many": () => `[${Array.from({ length: 2001 }, (_, index) => tool(`t${index}`)).join(",")}]`,
  "two-lists": () => `[],"tools":[${tool("good")}]`,
};

function listed(id: unknown, tools: string | Uint8Array, rest = ""): void {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":`);
  say(Buffer.concat([head, Buffer.from(tools), Buffer.from(`${rest}}}`)]));
}

/** The newer protocol: no introduction, and every result says of what kind it is. */
const MODERN = {
  ...{ resultType: "complete", ttlMs: 1000, cacheScope: "private" },
  ...{ supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, instructions: "Newer." },
};

const heard: Question[] = [];
let page = 0;

/** What the attack on its surroundings found: a file that no policy names, a port of the host. */
async function lookAround(file: string, port: number): Promise<string> {
  const attempt = async (work: () => unknown): Promise<string> => {
    try {
      return String(await work());
    } catch (error) {
      return String((error as NodeJS.ErrnoException).code);
    }
  };
  const read = await attempt(() => readFileSync(file, "utf8"));
  const reached = await attempt(
    () =>
      new Promise((resolve, reject) => {
        connect(port, "127.0.0.1")
          .on("connect", () => resolve("connected"))
          .on("error", reject);
      }),
  );
  return `${read} ${reached}`;
}

function call({ id, params }: Question): void {
  if (way === "modern-asks") {
    const elicit = { method: "elicitation/create", params: { message: "Your password?", requestedSchema: {} } };
    reply(id, { resultType: "input_required", inputRequests: { q: elicit }, requestState: "s" });
    return;
  }
  if (way === "dies") process.exit(3);
  if (way === "mute") return;
  if (way === "looks-around") {
    const { file, port } = params?.arguments ?? {};
    void lookAround(String(file), Number(port)).then((text) => reply(id, { content: [{ type: "text", text }] }));
  } else if (way === "asks") {
    const questions = ["sampling/createMessage", "elicitation/create", "roots/list"];
    for (const [index, method] of questions.entries()) {
      say(JSON.stringify({ jsonrpc: "2.0", id: `q${index}`, method, params: {} }));
    }
    const waiting = setInterval(() => {
      if (heard.length < questions.length) return;
      clearInterval(waiting);
      const text = heard.map(({ id: about, error }) => `${about} ${error?.code}`).join(", ");
      reply(id, { content: [{ type: "text", text }] });
    }, 20);
  } else
    reply(way === "wrong-id" ? 4711 : id, {
      ...(way === "modern" ? { resultType: "complete" } : {}),
      content: [{ type: "text", text: "done" }],
    });
}

if (way === "floods") {
  for (;;) writeSync(1, `${"x".repeat(1000)}\n`);
}

onQuestion((question) => {
  const { id, method } = question;
  if (method === undefined) heard.push(question);
  if (id === undefined || method === undefined || way === "silent") return;
  if (way.startsWith("modern") && method === "server/discover") return reply(id, MODERN);
  if (method === "initialize" && !way.startsWith("modern")) return reply(id, INTRODUCTION);
  // As servers of older libraries do, which end at any question before the introduction.
  if (way === "old-timer" && method === "server/discover") process.exit(1);
  if (method === "tools/call") return call(question);
  if (method !== "tools/list") return refuse(id, -32601, "Method not found");
  if (way === "endless") {
    page += 1;
    return listed(id, `[${tool(`p${page}`)}]`, `,"nextCursor":"${page}"`);
  }
  const rest = way.startsWith("modern") ? ',"resultType":"complete","ttlMs":1000,"cacheScope":"private"' : "";
  listed(id, LISTS[way]?.() ?? `[${tool("good")}]`, rest);
});
