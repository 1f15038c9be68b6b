import { randomUUID } from "node:crypto";
import { type Connections, request } from "./connections.ts";

export interface Asker {
  readonly key: string;
  readonly tool: string;
}

/** Asks for a call as a client would. `waitSeconds` 0 measures until it is decided, more until its cleaned result is there. */
export async function askOverHttp(connections: Connections, { key, tool }: Asker, waitSeconds: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ tool, input: { n: randomUUID() }, waitSeconds });
  const { status, text } = await request(connections, "POST", "/api/v1/invocations", headers, body);
  const wanted = waitSeconds > 0 ? 200 : 202;
  if (status !== wanted) throw new Error(`An ask was answered ${status}: ${text.slice(0, 200)}`);
}
