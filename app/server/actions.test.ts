import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const sources = globSync("{app,components,lib}/**/*.{ts,tsx}")
  .filter((file) => !file.includes(".test."))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));
const isServerFile = (text: string) => /^\s*["']use server["']/m.test(text);

describe("server actions", () => {
  it("exist only under app/actions", () => {
    const elsewhere = sources.filter(({ file, text }) => isServerFile(text) && !file.startsWith("app/actions/"));
    expect(elsewhere.map(({ file }) => file)).toEqual([]);
  });

  it("are each made by operatorAction, so that none can be called without a session and a permission", () => {
    const actions = sources.filter(({ file }) => file.startsWith("app/actions/"));
    expect(actions.length).toBeGreaterThan(3);
    for (const { file, text } of actions) {
      const exports = text.match(/^export .*/gm) ?? [];
      expect(exports, file).toHaveLength(1);
      expect(exports[0], file).toMatch(/^export const \w+ = (operatorAction|anonymousAction)\(/);
    }
  });

  it("leave the painting to hints only where the inbox calls them, which follows the hints", () => {
    const hinted = sources
      .filter(({ file, text }) => file.startsWith("app/actions/") && text.includes('pages: "hinted"'))
      .map(({ file }) => file);
    expect(hinted).toContain("app/actions/approve-invocation.ts");
    for (const action of hinted) {
      const callers = sources.filter(({ text }) => text.includes(`"#${action}"`)).map(({ file }) => file);
      expect(callers, action).toEqual(["app/(dashboard)/approvals/inbox-actions.ts"]);
    }
  });

  it("work without a session only for the set-up link", () => {
    const anonymous = sources.filter(
      ({ file, text }) => file.startsWith("app/actions/") && text.includes("anonymousAction("),
    );
    expect(anonymous.map(({ file }) => file)).toEqual(["app/actions/follow-setup-link.ts"]);
  });
});
