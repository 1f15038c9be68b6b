import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

const HERE = "https://airlock.example/sign-in";
/** Where a browser on the sign-in page ends when it is sent there. */
const originOf = (path: string): string => new URL(path, HERE).origin;

describe("ownPath", () => {
  it("keeps a path of the dashboard with its query", () => {
    expect(ownPath("/approvals?id=0192")).toBe("/approvals?id=0192");
    expect(ownPath("/registry/a//b?next=//c")).toBe("/registry/a//b?next=//c");
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/%2e//evil.example",
    "/x/%2E%2e//evil.example",
    "/./\\evil.example",
    "/.\\\\evil.example",
    "/.\n//evil.example",
    "//[",
  ])("answers %j, which leads to another site or nowhere, with the first page", (wanted) => {
    expect(ownPath(wanted)).toBe("/");
  });

  it("takes nothing but one path", () => {
    expect(ownPath(["/a", "/b"])).toBe("/");
    expect(ownPath(undefined)).toBe("/");
    expect(ownPath("")).toBe("/");
  });

  it("never leads to another site, whatever dots, slashes and escapes it is made of", () => {
    const part = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "%2F",
      "%5c",
      "\t",
      "\n",
      "@",
      ":",
      "?",
      "#",
      "x",
      "evil.example",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
        const path = ownPath(`/${parts.join("")}`);
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(originOf(path)).toBe("https://airlock.example");
      }),
      { numRuns: 2_000 },
    );
  });

  it("control: the same forms do lead away when only what was typed is looked at", () => {
    const { pathname } = new URL("/.//evil.example", HERE);
    expect(originOf(pathname)).toBe("https://evil.example");
  });
});
