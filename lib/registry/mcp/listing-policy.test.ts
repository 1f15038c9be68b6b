import { describe, expect, test } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { listingPolicy } from "./listing-policy.ts";

const open = (...hosts: string[]): ToolPolicy => ({ network: { mode: "open", hosts } });
const listing = (...hosts: string[]): ToolPolicy => ({ network: { mode: "allowlist", hosts } });

describe("while a server is only asked for its tools", () => {
  test.each([[open()], [listing("a.example:443")], [{ network: { mode: "none" as const } }], [{}]])(
    "one on its standard streams has no network, whatever its policy says: %j",
    (policy) => {
      expect(listingPolicy({ kind: "stdio", argv: ["node", "/x.js"] }, policy).network).toEqual({ mode: "none" });
    },
  );

  test.each([
    ["its own host of many", "https://a.example/mcp", listing("a.example:443", "b.example:443"), ["a.example:443"]],
    ["its own host of a domain", "https://a.example/mcp", listing("*.example:443"), ["a.example:443"]],
    ["its own host of all", "http://a.example:8080/mcp", open(), ["a.example:8080"]],
    [
      "its own host, and where that may lead",
      "http://a.example:8080/mcp",
      listing("a.example:8080", "10.0.0.0/8:8080", "10.0.0.0/8:22"),
      ["a.example:8080", "10.0.0.0/8:8080"],
    ],
    ["its own address of a network", "http://10.1.2.3:80/mcp", listing("10.0.0.0/8:80"), ["10.1.2.3:80"]],
    ["its own address", "http://[::1]:9/mcp", listing("[::1]:9", "[::1]:10"), ["[::1]:9"]],
    ["no host that is not listed", "https://c.example/mcp", listing("a.example:443"), []],
    ["no private address that only an open network would give", "http://127.0.0.1:80/mcp", open(), []],
    ["no private address that only the whole internet would give", "http://127.0.0.1:80/", listing("0.0.0.0/0:80"), []],
  ])("a remote one has %s", (_case, url, policy, hosts) => {
    const { network } = listingPolicy({ kind: "http", url }, policy);
    expect(network).toEqual(hosts.length === 0 ? { mode: "none" } : { mode: "allowlist", hosts });
  });

  test("the rest of the policy stays", () => {
    const policy: ToolPolicy = { filesystem: { read: ["/a/**"] }, exec: "deny", limits: { wallSeconds: 3 } };
    expect(listingPolicy({ kind: "stdio", argv: ["x"] }, policy)).toMatchObject(policy);
  });
});
