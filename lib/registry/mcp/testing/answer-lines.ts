/** For servers of tests: plain JSON-RPC on the standard streams, one message a line, so that a test decides every byte. */
import { createInterface } from "node:readline";

export interface Question {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: Record<string, unknown>; readonly cursor?: string };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export function say(text: string | Uint8Array): void {
  process.stdout.write(text);
  process.stdout.write("\n");
}

export function reply(id: unknown, result: unknown): void {
  say(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

export function refuse(id: unknown, code: number, message: string): void {
  say(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
}

/** How a server of the older protocol introduces itself. */
export const INTRODUCTION = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: "test", version: "1" },
};

export function onQuestion(answer: (question: Question) => void): void {
  createInterface({ input: process.stdin }).on("line", (line) => answer(JSON.parse(line) as Question));
}
