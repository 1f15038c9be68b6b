import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, TOAST_STYLE_HASHES } from "./security-headers.ts";

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

describe("content security policy", () => {
  it("names the style text that the toast library writes, and no other", () => {
    const source = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
    const literal = /^__insertCSS\((".*")\);$/m.exec(source)?.[1];
    expect(literal).toBeDefined();
    const css: unknown = JSON.parse(literal ?? "null");
    expect(TOAST_STYLE_HASHES).toEqual([hashOf(""), hashOf(String(css))]);
  });

  it("runs no inline or foreign script in production, and ties scripts to the nonce", () => {
    const scripts = directive(contentSecurityPolicy("N0nce", false), "script-src");
    expect(scripts).toContain("'nonce-N0nce'");
    expect(scripts).not.toContain("unsafe-inline");
    expect(scripts).not.toContain("unsafe-eval");
  });
});

function directive(policy: string, name: string): string {
  return policy.split("; ").find((part) => part.startsWith(`${name} `)) ?? "";
}
