import { describe, expect, it } from "vitest";
import { readMcpJson } from "./read-mcp-json.ts";

const read = (value: unknown) => readMcpJson(typeof value === "string" ? value : JSON.stringify(value));

describe("an entry of an mcp.json", () => {
  const entry = { command: "node", args: ["/opt/x.js", "a b"], env: { LOG_LEVEL: "info", DEPTH: 3 } };
  const fields = { kind: "stdio", argv: "node\n/opt/x.js\na b", environment: "LOG_LEVEL=info\nDEPTH=3" };

  it.each([
    ["by itself", entry, {}],
    ["under its name", { "My Files": entry }, { name: "my-files" }],
    ["in a whole file", { mcpServers: { files: entry } }, { name: "files" }],
    ["in an editor's file", { inputs: [], servers: { files: { type: "stdio", ...entry } } }, { name: "files" }],
    ["with its command as a list", { ...entry, command: ["node", "/opt/x.js"], args: ["a b"] }, {}],
  ])("%s becomes arguments, one a line, and nothing is run together", (_where, value, named) => {
    expect(read(value)).toEqual({ ok: true, value: { fields: { ...fields, ...named }, notes: [] } });
  });

  it("with an address becomes a remote server, and values of headers are left behind", () => {
    const remote = { type: "http", url: "https://mcp.example.com/mcp", headers: { Authorization: "Bearer s3cret" } };
    const taken = read({ partner: remote });
    expect(taken).toMatchObject({ value: { fields: { name: "partner", kind: "http", url: remote.url } } });
    expect(JSON.stringify(taken)).not.toContain("s3cret");
    expect(taken.ok && taken.value.notes[0]).toContain("Authorization");
  });

  it("that fetches its server at every start is taken, with a word about that", () => {
    const taken = read({ command: "npx", args: ["-y", "@scope/server"] });
    expect(taken.ok && taken.value.notes[0]).toMatch(/^npx fetches the server/);
  });

  it("of the old transport is refused by name", () => {
    expect(read({ type: "sse", url: "https://x.example/events" })).toMatchObject({ code: "mcp_sse_refused" });
  });

  it.each([
    ["no JSON", "node /opt/x.js", /not JSON/],
    ["a list", [], /JSON object/],
    ["nothing", {}, /no server/],
    ["two servers", { mcpServers: { a: entry, b: entry } }, /2 servers in this \(a, b\)/],
    ["neither command nor address", { type: "stdio" }, /neither a command nor an address/],
    ["an argument of two lines", { command: "node", args: ["a\nb"] }, /line break/],
    ["arguments in one string", { command: "node", args: "a b" }, /args/],
  ])("with %s is refused in words", (_case, value, words) => {
    const refused = read(value);
    expect(refused).toMatchObject({ ok: false });
    expect(!refused.ok && refused.message).toMatch(words);
  });
});
