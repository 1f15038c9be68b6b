import { describe, expect, it } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { describeLimits, describePermissions } from "./describe-permissions.ts";

const of = (policy: ToolPolicy, what: string) => describePermissions(policy).find((line) => line.what === what);

describe("a tool's permissions, as a reviewer reads them", () => {
  it("rank what is not said above everything that is", () => {
    expect(describePermissions({}).map(({ breadth }) => breadth)).toEqual(Array(5).fill("widest"));
    expect(of({ network: { mode: "open" } }, "network")?.breadth).toBe("wide");
  });

  it("tell an empty list, which is a stance, from none", () => {
    const said = of({ filesystem: { read: [] } }, "files it reads");
    expect(said).toMatchObject({ breadth: "nothing", declared: [], words: "nothing" });
    expect(of({ filesystem: { read: [] } }, "files it writes")).toMatchObject({
      breadth: "widest",
      declared: undefined,
    });
    expect(of({ network: { mode: "allowlist" } }, "network")?.breadth).toBe("nothing");
  });

  it("say of a pattern that is finer than a directory that the kernel does not hold it", () => {
    const [whole, finer] = of({ filesystem: { write: ["/out/**", "/data/*.csv"] } }, "files it writes")?.held ?? [];
    expect(whole).toBe("The kernel mounts /out writable.");
    expect(finer).toContain("/data writable; the finer pattern is held at the gate alone");
  });

  it("call the whole machine, wildcard hosts and address ranges wide", () => {
    expect(of({ filesystem: { read: ["/**"] } }, "files it reads")?.breadth).toBe("wide");
    expect(of({ filesystem: { read: ["${workspace}/**"] } }, "files it reads")?.breadth).toBe("listed");
    expect(of({ network: { mode: "allowlist", hosts: ["a.example:443"] } }, "network")?.breadth).toBe("listed");
    for (const host of ["*.example:443", "10.1.0.0/16:5432"]) {
      expect(of({ network: { mode: "allowlist", hosts: [host] } }, "network")?.breadth).toBe("wide");
    }
  });

  it("say of every limit who holds it, and which were never declared", () => {
    const limits = describeLimits({ exec: "deny", limits: { wallSeconds: 5, hard: ["wallSeconds"] } });
    expect(limits.find(({ name }) => name === "wallSeconds")).toMatchObject({
      value: 5,
      declared: true,
      hard: true,
      held: "reader",
    });
    expect(limits.find(({ name }) => name === "memoryMb")).toMatchObject({ declared: false, held: "kernel" });
  });
});
