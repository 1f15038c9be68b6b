import type { DemoCredentials } from "./credentials.ts";

interface FirstCall {
  readonly agent: string;
  readonly body: Record<string, unknown>;
}

/** Real calls through the gateway, so that the first page already has something to decide and something to look at. */
const FIRST_CALLS: readonly FirstCall[] = [
  { agent: "scribe", body: { tool: "read_file", input: { path: "notes/week-46.md" }, sessionId: "weekly-report" } },
  {
    agent: "scribe",
    body: { tool: "read_file", input: { path: "inbox/partner-reply.txt" }, sessionId: "weekly-report" },
  },
  { agent: "gardener", body: { tool: "list_files", input: { path: "." }, taskId: "spring-clean" } },
  { agent: "gardener", body: { tool: "read_file", input: { path: "README.md" }, taskId: "spring-clean" } },
  { agent: "scout", body: { tool: "read_file", input: { path: "/etc/passwd" }, sessionId: "survey" } },
  {
    agent: "scout",
    body: { tool: "http_fetch", input: { url: "http://169.254.169.254/latest/meta-data" }, sessionId: "survey" },
  },
  {
    agent: "scribe",
    body: {
      tool: "write_file",
      input: {
        path: "reports/week-46.md",
        content: "# Report, week 46\n\nThe billing export shipped.\n",
        createDirectories: true,
      },
      sessionId: "weekly-report",
      justification: "The weekly report is due on Monday morning.",
    },
  },
  {
    agent: "scout",
    body: {
      tool: "write_file",
      input: { path: "notes/m\u0430in.md", content: "Checked three pages.\n", createDirectories: true },
      sessionId: "survey",
    },
  },
];

/** Asks them in order; a call that is refused is part of the picture, a gateway that does not answer is not. */
export async function askFirstCalls(gatewayUrl: string, keys: DemoCredentials["agents"]): Promise<void> {
  for (const [index, { agent, body }] of FIRST_CALLS.entries()) {
    await fetch(new URL("/api/v1/invocations", gatewayUrl), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${keys[agent] ?? ""}` },
      body: JSON.stringify({ ...body, idempotencyKey: `demo-${index}` }),
      signal: AbortSignal.timeout(60_000),
    });
  }
}
