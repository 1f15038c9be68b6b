import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { allowsHost, contains, effectiveAccess, literalDirectory } from "./effective-access.ts";

const { sandboxed, restricted, standard, elevated } = ACCESS_GRANTS;
const BOTH = { workspace: "/w", project: "/p" };
const ALONE = { workspace: "/w" };
const own = (...roots: string[]) => ({ patterns: roots.map((root) => `${root}/**`), within: roots });

describe("files", () => {
  test("what a policy leaves unspecified is the agent's own roots, as far as its level gives them and they exist", () => {
    expect(effectiveAccess({}, sandboxed, BOTH).read).toEqual(own("/workspace"));
    expect(effectiveAccess({}, restricted, BOTH).read).toEqual(own("/workspace", "/project"));
    expect(effectiveAccess({}, restricted, ALONE).read).toEqual(own("/workspace"));
    expect(effectiveAccess({}, elevated, BOTH).write).toEqual(own("/workspace", "/project"));
  });

  test("what it declares is met with the level, and what no level reaches is left out", () => {
    const policy: ToolPolicy = {
      filesystem: { read: ["${workspace}/a/*.md", "${project}/**", "/etc/hosts", "/**"], write: [] },
    };
    expect(effectiveAccess(policy, sandboxed, BOTH)).toMatchObject({
      read: { patterns: ["/workspace/a/*.md", "/**"], within: ["/workspace"] },
      write: { patterns: [], within: ["/workspace"] },
    });
    expect(effectiveAccess(policy, elevated, BOTH).read).toEqual({
      patterns: ["/workspace/a/*.md", "/project/**", "/etc/hosts", "/**"],
      within: ["/"],
    });
    expect(effectiveAccess(policy, elevated, ALONE).read.patterns).toEqual(["/workspace/a/*.md", "/etc/hosts", "/**"]);
  });

  test.each([
    ["/a/b/*.md", "/a/b"],
    ["/a/b?/c", "/a"],
    ["/a/b", "/a/b"],
    ["/*", "/"],
    ["/**", "/"],
  ])("of %s the sandbox would mount %s", (pattern, directory) => {
    expect(literalDirectory(pattern)).toBe(directory);
  });

  test("a directory holds itself and what is below, and nothing that is only named like it", () => {
    expect(["/a", "/a/b", "/ab", "/"].map((path) => contains("/a", path))).toEqual([true, true, false, false]);
    expect(contains("/", "/x")).toBe(true);
  });
});

describe("the network", () => {
  const network = (declared: ToolPolicy["network"], grant = standard) =>
    effectiveAccess({ ...(declared ? { network: declared } : {}) }, grant, BOTH).network;
  const hosts = ["a.example:443"];

  test("is what tool and level both give", () => {
    expect(network(undefined)).toEqual({ mode: "open", hosts: [] });
    expect(network({ mode: "open", hosts })).toEqual({ mode: "open", hosts });
    expect(network({ mode: "allowlist", hosts })).toEqual({ mode: "allowlist", hosts });
    expect(network({ mode: "none", hosts })).toEqual({ mode: "none", hosts: [] });
    expect(network({ mode: "open", hosts }, restricted)).toEqual({ mode: "allowlist", hosts });
    expect(network(undefined, restricted)).toEqual({ mode: "allowlist", hosts: [] });
    expect(network({ mode: "open", hosts }, sandboxed)).toEqual({ mode: "none", hosts: [] });
  });

  test("none is none, whatever is listed", () => {
    expect(allowsHost({ mode: "none", hosts }, { host: "a.example", port: 443 })).toBe(false);
    expect(allowsHost({ mode: "allowlist", hosts }, { host: "a.example", port: 443 })).toBe(true);
    expect(allowsHost({ mode: "open", hosts: ["127.0.0.1:80"] }, { host: "127.0.0.1", port: 80 })).toBe(true);
  });
});
