import { Agent, request as httpRequest } from "node:http";

/** As many connections as clients, kept open, each with one request under way. */
export interface Connections {
  readonly address: string;
  readonly count: number;
  readonly agent: Agent;
}

export function openConnections(address: string, count: number): Connections {
  return { address, count, agent: new Agent({ keepAlive: true, maxSockets: count }) };
}

export interface Answered {
  readonly status: number;
  readonly text: string;
}

export function request(
  { address, agent }: Connections,
  method: "GET" | "POST",
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(`${address}${path}`, { method, agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
