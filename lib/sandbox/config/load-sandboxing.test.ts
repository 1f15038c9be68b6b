import { describe, expect, test } from "vitest";
import { LAYERED } from "./layered.fixture.ts";
import { loadSandboxing } from "./load-sandboxing.ts";
import { DEFAULT_SANDBOXING, megabytesOf, processorsOf } from "./sandboxing.ts";

function problemsOf(text: string): unknown {
  const loaded = loadSandboxing(text);
  return loaded.ok ? [] : loaded.details?.problems;
}

describe("the sandboxing document", () => {
  test("loads as it is usually written, and is kept in our words", () => {
    const loaded = loadSandboxing(LAYERED);
    expect(loaded).toMatchObject({
      ok: true,
      value: {
        default_backend: "process",
        overrides: {
          file_system: "process",
          version_control: "process",
          web: "docker",
          code_execution: "docker",
          terminal: "docker",
          database: "docker",
        },
        process: { timeout_seconds: 30, workspace_only: true, restricted_path: true },
        docker: {
          image: "synthorg-sandbox:latest",
          network: "none",
          network_overrides: { database: "bridge", web: "bridge" },
          memory_limit: "512m",
          cpu_limit: "1.0",
          mount_mode: "ro",
        },
        kubernetes: { namespace: "synthorg-agents", resource_limits: { cpu: "1", memory: "1Gi" } },
        lifecycle: { strategy: "per-call", grace_seconds: 30 },
      },
    });
  });

  test("without a document everything needs bubblewrap, one sandbox a call, and logs hold no payloads", () => {
    expect(DEFAULT_SANDBOXING).toMatchObject({
      default_backend: "bubblewrap",
      overrides: {},
      firejail: { enabled: false },
      lifecycle: { strategy: "per-call", grace_seconds: 30 },
      log_shipping: { enabled: true, ship_raw_logs: false },
    });
    expect(loadSandboxing("sandboxing: {}")).toEqual({ ok: true, value: DEFAULT_SANDBOXING });
  });

  test("takes a lifecycle where others write it, beside docker's", () => {
    const lifecycle = { lifecycle: { strategy: "per-agent", grace_seconds: 5 } };
    const text = (body: string): string => `sandboxing:\n${body}`;
    const inDocker = text("  docker:\n    lifecycle: { strategy: per-agent, grace_seconds: 5 }\n");
    expect(loadSandboxing(inDocker)).toMatchObject({ ok: true, value: lifecycle });
    expect(loadSandboxing(text("  lifecycle: { strategy: per-agent, grace_seconds: 5 }\n"))).toMatchObject({
      ok: true,
      value: lifecycle,
    });
    expect(problemsOf(text("  lifecycle: {}\n  docker:\n    lifecycle: {}\n"))).toMatchObject([{ line: 4 }]);
    expect(problemsOf(text("  docker:\n    lifecycle: { strategy: per-day }\n"))).toMatchObject([{ line: 3 }]);
  });

  test.each([
    ["a key nobody knows", "sandboxing:\n  docker:\n    memory_limits: 1g\n", 3, "Did you mean memory_limit?"],
    ["a key nobody knows, at the top", "sandboxing: {}\nsandbox: {}\n", 2, "sandbox is not it"],
    ["a kind of tool nobody knows", "sandboxing:\n  overrides:\n    termnal: docker\n", 3, "terminal"],
    ["a backend nobody knows", "sandboxing:\n  default_backend: chroot\n", 2, "default_backend"],
    ["a number out of bounds", "sandboxing:\n  subprocess:\n    timeout_seconds: -1\n", 3, "timeout_seconds"],
    ["a size that is none", "sandboxing:\n  docker:\n    memory_limit: lots\n", 3, "512m"],
    ["one thing under two names", "sandboxing:\n  k8s: {}\n  kubernetes: {}\n", 3, "are one"],
    ["a key given twice", "sandboxing:\n  default_backend: docker\n  default_backend: process\n", 3, "twice"],
    ["an alias", "sandboxing:\n  docker: &d {}\n  k8s: *d\n", 2, "anchor"],
    ["nothing", "", 1, "sandboxing:"],
  ])("%s is refused, with its line", (_case, text, line, words) => {
    expect(problemsOf(text)).toMatchObject([{ line, message: expect.stringContaining(words) }]);
  });

  test.each(["code_execution", "terminal", "web", "database"])("%s cannot be sent to less than a container", (kind) => {
    for (const backend of ["subprocess", "firejail", "seatbelt"]) {
      expect(problemsOf(`sandboxing:\n  overrides:\n    ${kind}: ${backend}\n`)).toMatchObject([{ line: 3 }]);
    }
    expect(problemsOf(`sandboxing:\n  overrides:\n    ${kind}: bubblewrap\n`)).toEqual([]);
    expect(problemsOf(`sandboxing:\n  overrides:\n    ${kind}: deny-all\n`)).toEqual([]);
  });
});

test("sizes and processors are read as container tools read them, and never rounded up", () => {
  expect(["512m", "1Gi", "1.5g", "2097152", "2048k"].map(megabytesOf)).toEqual([512, 1024, 1536, 2, 2]);
  expect(["1.0", "250m", "2"].map(processorsOf)).toEqual([1, 0.25, 2]);
});
