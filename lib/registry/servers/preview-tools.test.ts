import { describe, expect, it } from "vitest";
import { readListedTools } from "./listed-tools.ts";
import { offeredClasses } from "./offered-classes.ts";
import { type ImportedTool, isImportable, previewTools } from "./preview-tools.ts";

const stored = (upstream: string, more: Record<string, unknown> = {}) => ({
  upstream,
  definition: { name: upstream, description: `Does ${upstream}.` },
  problem: null,
  contractText: JSON.stringify({ name: `s_${upstream}` }),
  findings: [],
  ...more,
});

const imported = (upstream: string, more: Partial<ImportedTool> = {}): ImportedTool => ({
  name: `s_${upstream}`,
  upstream,
  state: "active",
  inForce: true,
  newest: "approved",
  waiting: false,
  safetyClass: "read",
  egressClass: "none",
  ...more,
});

describe("the preview of an import", () => {
  it("says of each tool whether it is new, waits, is in force, has changed, or is gone", () => {
    const tools = readListedTools(["fresh", "asked", "running", "turned", "ended"].map((name) => stored(name)));
    const preview = previewTools(tools, [
      imported("asked", { inForce: false, waiting: true }),
      imported("running"),
      imported("turned", { state: "quarantined" }),
      imported("ended", { state: "retired" }),
      imported("gone"),
      imported("long gone", { state: "retired" }),
    ]);
    expect(preview.map(({ upstream, status }) => `${upstream}: ${status}`)).toEqual([
      "fresh: new",
      "asked: waiting",
      "running: in_force",
      "turned: changed",
      "ended: ended",
      "gone: removed",
    ]);
    expect(preview.filter(isImportable).map(({ upstream }) => upstream)).toEqual(["fresh"]);
  });

  it("suggests and offers no egress class none where the server has a network", () => {
    const preview = (mode: "none" | "allowlist") => {
      const contractText = JSON.stringify({ name: "s_get_page", policy: { network: { mode } } });
      return previewTools(readListedTools([stored("get_page", { contractText })]), [])[0];
    };
    expect(preview("none")).toMatchObject({ egressClass: "none", offered: { why: null } });
    expect(preview("allowlist")).toMatchObject({
      egressClass: "read_only",
      offered: { egress: ["read_only", "write"], why: expect.stringContaining("something can leave") },
    });
  });

  it("lets what was rejected be imported again, and what cannot be read never", () => {
    const [rejected, broken] = previewTools(
      readListedTools([
        stored("rejected"),
        stored("broken", { problem: { code: "malformed", message: "Two names." }, contractText: null }),
      ]),
      [imported("rejected", { inForce: false })],
    );
    expect(rejected && isImportable(rejected)).toBe(true);
    expect(broken && isImportable(broken)).toBe(false);
  });

  it("shows a stored tool that cannot be read as such, and the others as they are", () => {
    const tools = readListedTools([stored("good"), { upstream: "bad", findings: "none" }, null, 7]);
    expect(tools.map(({ upstream, problem }) => [upstream, problem?.code])).toEqual([
      ["good", undefined],
      ["bad", "malformed"],
      ["#3", "malformed"],
      ["#4", "malformed"],
    ]);
    expect(readListedTools("nothing")).toEqual([]);
  });
});

describe("the classes that are offered", () => {
  it("are all where the server says nothing, or that its tool is harmless", () => {
    for (const annotations of [undefined, null, "x", {}, { readOnlyHint: true, destructiveHint: false }]) {
      expect(offeredClasses(annotations)).toMatchObject({
        safety: ["read", "write", "network", "financial", "privileged"],
        egress: ["none", "read_only", "write"],
        why: null,
      });
    }
  });

  it("leave out what is less grave than the server's own word, and say why", () => {
    const { safety, egress, why } = offeredClasses({ destructiveHint: true });
    expect(safety).not.toContain("read");
    expect(egress).toEqual(["write"]);
    expect(why).toContain("destructiveHint: true");
    expect(offeredClasses({ openWorldHint: true })).toMatchObject({
      safety: ["write", "network", "financial", "privileged"],
      egress: ["read_only", "write"],
    });
  });
});
