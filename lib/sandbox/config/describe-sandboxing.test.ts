import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeSandboxing } from "./describe-sandboxing.ts";
import { LAYERED } from "./layered.fixture.ts";
import { loadSandboxing } from "./load-sandboxing.ts";
import { readSandboxing } from "./read-sandboxing.ts";
import { DEFAULT_SANDBOXING, type Sandboxing } from "./sandboxing.ts";

function load(text: string): Sandboxing {
  const loaded = loadSandboxing(text);
  if (!loaded.ok) throw new Error(loaded.message);
  return loaded.value;
}

const OFFERED = [
  { name: "bubblewrap", offered: true },
  { name: "process", offered: true },
  { name: "firejail", offered: false },
] as const;

test("each kind of tool is said with who runs it, or why nobody does", () => {
  const { categories } = describeSandboxing(load(LAYERED), OFFERED);
  const of = (name: string) => categories.find(({ category }) => category === name);
  expect(of("file_system")).toEqual({
    category: "file_system",
    configured: "process",
    servedBy: ["process", "bubblewrap"],
  });
  expect(of("terminal")).toMatchObject({ configured: "docker", servedBy: ["bubblewrap"] });
  const nothing = describeSandboxing(load(LAYERED), []);
  expect(nothing.categories.every(({ servedBy, reason }) => servedBy.length === 0 && reason)).toBe(true);
});

test("what is written and does nothing here is said, and what narrows is not", () => {
  const keys = (text: string) => describeSandboxing(load(text), OFFERED).withoutEffect.map(({ key }) => key);
  expect(keys(LAYERED)).toEqual(["docker.image", "kubernetes"]);
  expect(keys("sandboxing:\n  docker: { memory_limit: 1g }\n")).toEqual(["docker"]);
  expect(keys("sandboxing:\n  default_backend: docker\n  docker: { dns_allowed: false, memory_limit: 1g }\n")).toEqual([
    "docker.dns_allowed",
  ]);
  expect(keys("sandboxing:\n  default_backend: k8s\n  k8s: { namespace: a, resource_requests: { cpu: 1 } }\n")).toEqual(
    ["kubernetes.namespace", "kubernetes.resource_requests"],
  );
  expect(describeSandboxing(DEFAULT_SANDBOXING, OFFERED).withoutEffect).toEqual([]);
});

test("an installation's document is read, its absence is the default, and a named one has to be there", () => {
  const home = mkdtempSync(join(tmpdir(), "airlock-home-"));
  try {
    expect(readSandboxing(home)).toEqual({ ok: true, value: { sandboxing: DEFAULT_SANDBOXING, file: null } });
    const file = join(home, "sandboxing.yaml");
    writeFileSync(file, LAYERED);
    expect(readSandboxing(home)).toEqual({ ok: true, value: { sandboxing: load(LAYERED), file } });
    expect(readSandboxing(home, join(home, "other.yaml"))).toMatchObject({ ok: false, code: "bad_configuration" });
    writeFileSync(file, "sandboxing:\n  docker:\n    image: 5\n");
    expect(readSandboxing(home)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/sandboxing\.yaml: .*line 3/),
    });
  } finally {
    rmSync(home, { recursive: true });
  }
});
