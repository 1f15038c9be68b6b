import { describe, expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

describe("ownPath", () => {
  it("keeps a path of the dashboard with its query", () => {
    expect(ownPath("/approvals?id=0192")).toBe("/approvals?id=0192");
  });

  it("never leads to another site", () => {
    for (const wanted of [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "javascript:alert(1)",
      "/\t/evil.example",
    ])
      expect(ownPath(wanted).startsWith("/") && !/^\/[/\\]/.test(ownPath(wanted)), wanted).toBe(true);
    expect(ownPath("//evil.example")).toBe("/");
    expect(ownPath("/\\evil.example")).toBe("/");
    expect(ownPath(["/a", "/b"])).toBe("/");
    expect(ownPath(undefined)).toBe("/");
  });
});
