import { describe, expect, test } from "vitest";
import { tellPerson } from "#lib/errors/tell-refusal.ts";
import { readServerConfiguration } from "./server-configuration.ts";

const declared = {
  prefix: "files",
  safetyClass: "read",
  egressClass: "none",
  idempotency: "optional",
  idempotent: true,
} as const;
const stdio = {
  transport: { kind: "stdio", argv: ["node", "/opt/files/dist/index.js", "/workspace"] },
  policy: { filesystem: { read: ["/opt/files/**", "${workspace}/**"] }, network: { mode: "none" }, exec: "allow" },
  declared,
};
const http = {
  transport: { kind: "http", url: "https://mcp.example.com/mcp" },
  policy: { network: { mode: "allowlist", hosts: ["mcp.example.com:443"] } },
  declared: { ...declared, egressClass: "read_only" },
};

describe("the configuration of a server", () => {
  test("is taken where it can work, and is known by a hash of how it is reached and confined", () => {
    const one = readServerConfiguration(stdio);
    const same = readServerConfiguration({ ...stdio, declared: { ...declared, prefix: "other" } });
    const wider = readServerConfiguration({ ...stdio, policy: { ...stdio.policy, exec: "deny" } });
    expect(one).toMatchObject({ ok: true, value: { configHash: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    expect(same.ok && one.ok && same.value.configHash === one.value.configHash).toBe(true);
    expect(wider.ok && one.ok && wider.value.configHash === one.value.configHash).toBe(false);
    expect(readServerConfiguration(http)).toMatchObject({ ok: true });
  });

  test("over the old transport is refused by name", () => {
    const sse = readServerConfiguration({ ...http, transport: { kind: "sse", url: "https://mcp.example.com/sse" } });
    expect(sse).toMatchObject({ ok: false, code: "mcp_sse_refused" });
    expect(!sse.ok && tellPerson(sse)).toContain("Streamable HTTP");
  });

  test.each([
    ["a shell string", { ...stdio, transport: { kind: "stdio", argv: "node x.js" } }, /./],
    [
      "a program that the policy hides",
      { ...stdio, policy: { ...stdio.policy, filesystem: { read: [] } } },
      /read its own program/,
    ],
    [
      "a value that the policy keeps out",
      { ...stdio, transport: { ...stdio.transport, environment: { API_TOKEN: "x" } } },
      /does not let API_TOKEN/,
    ],
    [
      "a name that no policy lets in",
      {
        ...stdio,
        transport: { ...stdio.transport, environment: { API_TOKEN: "x" } },
        policy: { ...stdio.policy, environment: { allow: ["API_TOKEN"] } },
      },
      /No policy lets API_TOKEN in/,
    ],
    [
      "a host that the policy does not list",
      { ...http, policy: { network: { mode: "allowlist", hosts: [] } } },
      /list/,
    ],
    ["egress none and a network", { ...http, declared }, /Egress none has no network/],
    ["no word about the network", { ...stdio, policy: {} }, /what network/],
    ["no network", { ...http, policy: { network: { mode: "none" } } }, /does not list mcp.example.com:443/],
    ["a password", { ...http, transport: { kind: "http", url: "https://a:b@mcp.example.com/mcp" } }, /password/],
    ["another scheme", { ...http, transport: { kind: "http", url: "ftp://mcp.example.com/" } }, /./],
    ["a header in clear", { ...http, transport: { ...http.transport, headers: { authorization: "Bearer x" } } }, /./],
    ["a NUL", { ...stdio, transport: { kind: "stdio", argv: ["sh", "a\0b"] } }, /NUL/],
    ["nothing at all", null, /./],
  ])("with %s is refused", (_case, given, words) => {
    const read = readServerConfiguration(given);
    const errors = [{ pointer: expect.stringMatching(/^\//), message: expect.any(String) }];
    expect(read).toMatchObject({ ok: false, code: "invalid_definition", details: { errors } });
    expect(!read.ok && read.message).toMatch(words);
  });
});
