import { demo, gatewayUrl } from "./demo.ts";

export interface Answer {
  readonly httpStatus: number;
  readonly id: string;
  readonly status: string;
  readonly reason?: string;
  readonly output?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** An agent, as far as the gateway can tell: nothing but a key and HTTP. */
export class AgentClient {
  readonly #key: string;

  /** One of the demo's agents by its name, or any by its key. */
  constructor(agent: string | { readonly key: string }) {
    this.#key = typeof agent === "string" ? (demo().agents[agent] ?? "") : agent.key;
  }

  ask(body: Record<string, unknown>): Promise<Answer> {
    return this.#send("POST", "/api/v1/invocations", body);
  }

  /** Waits until the call has ended; a held one takes as long as a person takes. */
  wait(id: string, seconds = 30): Promise<Answer> {
    return this.#send("GET", `/api/v1/invocations/${id}?waitSeconds=${seconds}`);
  }

  async #send(method: string, path: string, body?: Record<string, unknown>): Promise<Answer> {
    const response = await fetch(`${gatewayUrl()}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { httpStatus: response.status, ...((await response.json()) as Omit<Answer, "httpStatus">) };
  }
}
