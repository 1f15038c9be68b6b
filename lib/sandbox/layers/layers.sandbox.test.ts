import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DenyAllSandbox } from "#lib/sandbox/deny-all.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { DeclaredToolHost } from "./declared-tool-host.ts";
import { FilesystemSandbox } from "./filesystem-sandbox.ts";
import { ProcessSandbox } from "./process-sandbox.ts";
import { SubprocessSandbox } from "./subprocess-sandbox.ts";
import { failed, type ToolCall, type ToolEvent, type ToolHost, type ToolResult } from "./tool-host.ts";

const CODE = `import { readFileSync } from "node:fs";
  export default { async execute({ path, wait }) {
    if (wait) await new Promise((done) => setTimeout(done, wait));
    return { text: readFileSync(path, "utf8"), pid: process.pid };
  } };`;

let runtime: SandboxRuntime;
let base: string;
let workspace: string;
let host: DeclaredToolHost;
beforeAll(async () => {
  runtime = await openSandboxRuntime({ nodePath: process.execPath });
  base = realpathSync(mkdtempSync(join(tmpdir(), "airlock-layers-")));
  chmodSync(base, 0o711);
  workspace = join(base, "workspace");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "own"), "mine");
  writeFileSync(join(base, "tool.mjs"), CODE);
  const bundle = { kind: "bundle", sha256: createHash("sha256").update(CODE).digest("hex") } as const;
  host = new DeclaredToolHost([
    {
      name: "read",
      description: "Reads a file.",
      prepare: () => ({
        policy: { filesystem: { read: ["${workspace}/**"], write: [] }, network: { mode: "none" }, exec: "deny" },
        category: "file_system",
        command: bundle,
        bundlePath: join(base, "tool.mjs"),
      }),
    },
    {
      name: "fail",
      description: "Ends badly.",
      prepare: ({ code }) => ({
        policy: { filesystem: { read: [], write: [] }, network: { mode: "none" }, exec: "allow" },
        category: "file_system",
        command: { kind: "argv", argv: ["sh", "-c", `echo why >&2; exit ${Number(code)}`] },
      }),
    },
  ]);
});
afterAll(async () => {
  await runtime.close();
  rmSync(base, { recursive: true, force: true });
});

async function ask(layer: ToolHost, tool: string, args: ToolCall["arguments"]): Promise<ToolResult> {
  for await (const event of layer.call({ id: "1", tool, arguments: args }))
    if (event.type === "result") return event.result;
  throw new Error("There was no result.");
}

const subprocess = (inner: ToolHost, timeoutSeconds = 20) =>
  new SubprocessSandbox(inner, { runtime, roots: { workspace }, timeoutSeconds });

/** Somebody's own layer: the same interface. */
class Forbidding implements ToolHost {
  readonly #inner: ToolHost;
  readonly #tool: string;
  constructor(inner: ToolHost, tool: string) {
    this.#inner = inner;
    this.#tool = tool;
  }
  listTools = () => this.#inner.listTools();
  prepare = (call: ToolCall) => this.#inner.prepare(call);
  async *call(call: ToolCall): AsyncIterable<ToolEvent> {
    if (call.tool === this.#tool) yield failed(call, "blocked");
    else yield* this.#inner.call(call);
  }
}

describe("layers", () => {
  test("a gate around a subprocess around a host: each has its say, and what passes runs", async () => {
    const layers = new FilesystemSandbox(subprocess(host), { roots: [workspace] });
    expect(await layers.listTools()).toHaveLength(2);
    expect(await ask(layers, "read", { path: "own" })).toMatchObject({ ok: true, output: { text: "mine" } });
    expect(await ask(layers, "read", { path: "/etc/passwd" })).toEqual({
      ok: false,
      message: "ERROR: path '/etc/passwd' is outside the allowed roots",
    });
  });

  test("the other way round they say the same", async () => {
    const layers = subprocess(new FilesystemSandbox(host, { roots: [workspace] }));
    expect(await ask(layers, "read", { path: "own" })).toMatchObject({ ok: true, output: { text: "mine" } });
    expect(await ask(layers, "read", { path: "/etc/passwd" })).toMatchObject({
      ok: false,
      message: expect.stringContaining("ERROR: path '/etc/passwd' is outside the allowed roots"),
    });
  });

  test("a layer of one's own goes anywhere between", async () => {
    const layers = new FilesystemSandbox(new Forbidding(subprocess(host), "fail"), { roots: [workspace] });
    expect(await ask(layers, "fail", { code: 0 })).toEqual({ ok: false, message: "blocked" });
    expect(await ask(layers, "read", { path: "own" })).toMatchObject({ ok: true });
  });

  test("without the gate the kernel still holds: the file is not there", async () => {
    const result = await ask(subprocess(host), "read", { path: join(base, "tool.mjs") });
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining("ENOENT") });
  });

  test("a crash, and a tool that does not end, are results", async () => {
    expect(await ask(subprocess(host), "fail", { code: 9 })).toEqual({
      ok: false,
      message: "ERROR: fail ended with exit code 9",
    });
    expect(await ask(subprocess(host, 1), "read", { path: "own", wait: 60_000 })).toEqual({
      ok: false,
      message: "ERROR: read ran longer than 1 seconds and was killed",
    });
  });
});

describe("nothing runs outside a sandbox", () => {
  test("a host by itself refuses", async () => {
    expect(await ask(host, "fail", { code: 0 })).toMatchObject({
      ok: false,
      message: expect.stringContaining("sandbox"),
    });
  });

  test("a subprocess where nothing is proved refuses", async () => {
    const denied = new SubprocessSandbox(host, { runtime: new DenyAllSandbox("nothing here."), roots: { workspace } });
    expect(await ask(denied, "fail", { code: 0 })).toMatchObject({
      ok: false,
      message: expect.stringContaining("nothing here"),
    });
  });
});

test("a process for a policy is held by it, or not run", async () => {
  const options = { nodePath: process.execPath, workspace };
  const sandbox = ProcessSandbox.forPolicy({ filesystem: { read: ["${workspace}/**"] }, exec: "allow" }, options);
  expect(await sandbox.run(["cat", "own"])).toMatchObject({ exitCode: 0, stdout: "mine" });
  const impossible = ProcessSandbox.forPolicy({}, { ...options, backend: "e2b" });
  expect(await impossible.run(["true"])).toMatchObject({ exitCode: null, error: { code: "no_sandbox" } });
});
