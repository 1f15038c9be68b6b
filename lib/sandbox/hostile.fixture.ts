import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { openSandboxRuntime, type RuntimeOptions } from "./open-runtime.ts";
import type { SandboxResult } from "./result.ts";
import type { SandboxRuntime } from "./runtime.ts";

/**
 * For the tests that attack a real sandbox: the same attack is run inside, and as a bare process to show that it bites.
 */
export interface Ground {
  readonly runtime: SandboxRuntime;
  /** Anybody may enter it, as the parent of workspaces is. */
  readonly directory: string;
  readonly isRoot: boolean;
  close(): Promise<void>;
}

export async function openGround(options: Omit<RuntimeOptions, "nodePath"> = {}): Promise<Ground> {
  const runtime = await openSandboxRuntime({ nodePath: process.execPath, ...options });
  if (runtime.name === "deny-all") {
    const reason = runtime.reports.map((report) => report.reason).join(" ");
    throw new Error(`These tests need a working bubblewrap (or --without=sandbox): ${reason}`);
  }
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "airlock-ground-")));
  chmodSync(directory, 0o711);
  return {
    runtime,
    directory,
    isRoot: process.getuid?.() === 0,
    async close() {
      await runtime.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Attack {
  readonly policy?: ToolPolicy;
  readonly input?: unknown;
  readonly workspace?: string;
  readonly signal?: AbortSignal;
}

/** The body of `async (input) => …`, with Node's modules as `fs`, `net`, `child_process`, `os`. */
export function bundleOf(body: string): string {
  const modules = ["fs", "net", "child_process", "os"]
    .map((name) => `import * as ${name} from "node:${name}";`)
    .join("\n");
  return `${modules}\nexport default { async execute(input) { ${body} } };\n`;
}

export async function attackInside(
  { runtime, directory }: Ground,
  body: string,
  attack: Attack = {},
): Promise<SandboxResult> {
  const code = bundleOf(body);
  const sha256 = createHash("sha256").update(code).digest("hex");
  const bundlePath = join(directory, `${sha256.slice(0, 16)}.mjs`);
  writeFileSync(bundlePath, code);
  const plan = runtime.plan({
    policy: { filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] }, exec: "allow", ...attack.policy },
    grant: ACCESS_GRANTS.elevated,
    unspecified: "nothing",
    roots: { workspace: attack.workspace ?? join(directory, "workspace") },
    command: { kind: "bundle", sha256 },
  });
  if (!plan.ok) throw new Error(`${plan.code}: ${plan.message}`);
  return runtime.run(plan.value, {
    stdin: JSON.stringify({ input: attack.input ?? null, context: {} }),
    bundlePath,
    ...(attack.signal ? { signal: attack.signal } : {}),
  });
}

/** What the attack returned inside, or its error, as a value to compare. */
export function outcomeOf(result: SandboxResult): unknown {
  if (!result.answer)
    throw new Error(`No answer: ${JSON.stringify({ ...result, stdout: result.stdout.slice(0, 500) })}`);
  return result.answer.ok ? result.answer.output : result.answer.error;
}

/** The same attack by an ordinary process of this machine. */
export async function attackBare({ directory }: Ground, body: string, input: unknown = null): Promise<unknown> {
  const bundlePath = join(directory, "bare.mjs");
  writeFileSync(bundlePath, bundleOf(body));
  const harness = `const { default: tool } = await import(process.argv[1]);
    console.log(JSON.stringify({ output: await tool.execute(JSON.parse(process.argv[2])) }));`;
  const args = ["--input-type=module", "-e", harness, bundlePath, JSON.stringify(input)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return (JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { output: unknown }).output;
}

export async function commandInside(
  { runtime, directory }: Ground,
  argv: string[],
  policy: ToolPolicy,
  more: { readonly workspace?: string; readonly signal?: AbortSignal; readonly stdin?: string } = {},
): Promise<SandboxResult> {
  const plan = runtime.plan({
    policy,
    grant: ACCESS_GRANTS.elevated,
    unspecified: "nothing",
    roots: { workspace: more.workspace ?? join(directory, "workspace") },
    command: { kind: "argv", argv },
  });
  if (!plan.ok) throw new Error(`${plan.code}: ${plan.message}`);
  return runtime.run(plan.value, {
    ...(more.stdin === undefined ? {} : { stdin: more.stdin }),
    ...(more.signal ? { signal: more.signal } : {}),
  });
}

/** A directory of the host that no policy names, with something in it worth stealing. */
export function plantSecret({ directory }: Ground): {
  readonly folder: string;
  readonly file: string;
  readonly secret: string;
} {
  const folder = join(directory, "private");
  const file = join(folder, "secret");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, "the operator's secret");
  return { folder, file, secret: "the operator's secret" };
}

/** Processes of the whole machine whose command line has this mark. */
export function processesMarked(mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
      } catch {
        return false;
      }
    });
}
