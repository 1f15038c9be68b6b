/** Ready text for an agent's side. What is pasted works as it stands, but for the key where it is not shown. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  /** Where it goes. */
  readonly note: string;
  readonly text: string;
}

interface Connection {
  /** Where the gateway is. */
  readonly url: string;
  readonly key: string;
  /** Something this agent may call, and what to call it with. */
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

export function connectSnippets({ url, key, tool, input }: Connection): Snippet[] {
  const args = JSON.stringify(input);
  return [
    {
      id: "curl",
      label: "curl",
      note: "In a terminal.",
      text: [
        `curl -s ${url}/api/v1/invocations \\`,
        `  -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
        `  -d ${shellWord(JSON.stringify({ tool, input, waitSeconds: 20 }))}`,
      ].join("\n"),
    },
    {
      id: "mcp",
      label: "MCP",
      note: "In the client's list of servers. The agent then sees the tools it may call.",
      text: JSON.stringify(
        { mcpServers: { airlock: { type: "http", url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } } } },
        null,
        2,
      ),
    },
    {
      id: "typescript",
      label: "TypeScript",
      note: "The SDK waits for people and goes on after restarts; docs/sdk.md says more.",
      text: [
        'import { Airlock } from "airlock/sdk";',
        "",
        `const airlock = new Airlock({ url: "${url}", key: "${key}" });`,
        `console.log(await airlock.call("${tool}", ${args}));`,
      ].join("\n"),
    },
    {
      id: "python",
      label: "Python",
      note: "The standard library is enough.",
      text: [
        "import json, urllib.request",
        "",
        "def ask(path, body=None):",
        `    request = urllib.request.Request("${url}/api/v1" + path, data=body and json.dumps(body).encode(),`,
        `        headers={"Authorization": "Bearer ${key}", "Content-Type": "application/json"})`,
        "    with urllib.request.urlopen(request) as answer:",
        "        return json.load(answer)",
        "",
        `call = ask("/invocations", ${pythonValue({ tool, input, waitSeconds: 20 })})`,
        'while call["status"] in ("pending", "running"):',
        '    call = ask("/invocations/" + call["id"] + "?waitSeconds=50")',
        'print(call["status"], call.get("output", call.get("reason")))',
      ].join("\n"),
    },
  ];
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** JSON is Python but for three words. */
function pythonValue(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, " ")
    .replace(/\b(true|false|null)\b(?=[\s,}\]])/g, (word) => ({ true: "True", false: "False" })[word] ?? "None");
}
