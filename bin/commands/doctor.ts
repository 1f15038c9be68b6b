import { release } from "node:os";
import { answers } from "#db/embedded/answers.ts";
import { layoutOf } from "#db/embedded/layout.ts";
import { findPostmaster } from "#db/embedded/postmaster.ts";
import { resolveHome } from "#lib/environment/home.ts";
import { readEnvironment } from "#lib/environment/read-environment.ts";
import { describeSandboxing, type SandboxingDescription } from "#lib/sandbox/config/describe-sandboxing.ts";
import { readSandboxing } from "#lib/sandbox/config/read-sandboxing.ts";
import type { Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import type { SelfTestReport } from "#lib/sandbox/self-test/report.ts";
import type { Command } from "./command.ts";
import { inspectKeys, type KeyReport } from "./inspect-keys.ts";
import { parseFlags } from "./parse-flags.ts";

interface Diagnosis {
  readonly machine: {
    readonly platform: string;
    readonly kernel: string;
    readonly node: string;
    readonly root: boolean;
  };
  readonly home: string;
  readonly backends: readonly SelfTestReport[];
  readonly sandboxing: {
    /** Null where nobody wrote one. */
    readonly file: string | null;
    readonly document: Sandboxing;
    readonly description: SandboxingDescription;
  };
  readonly database: {
    readonly kind: "embedded" | "own";
    readonly state: "answers" | "runs" | "stopped" | "does not answer";
  };
  readonly keys: readonly KeyReport[];
}

export const doctor: Command = {
  usage: "airlock doctor [--json]\n\n  Starts nothing and changes nothing.",

  async run(args) {
    const { values } = parseFlags(args, { json: { type: "boolean" } });
    const diagnosis = await diagnose();
    process.stdout.write(values.json ? `${JSON.stringify(diagnosis)}\n` : render(diagnosis));
    return 0;
  },
};

async function diagnose(): Promise<Diagnosis> {
  const environment = readEnvironment();
  if (!environment.ok) throw new Error(environment.message);
  const home = resolveHome(environment.value.AIRLOCK_HOME);
  const inForce = readSandboxing(home, environment.value.AIRLOCK_SANDBOXING);
  if (!inForce.ok) throw new Error(inForce.message);
  const { sandboxing, file } = inForce.value;
  const runtime = await openSandboxRuntime({ nodePath: process.execPath, sandboxing });
  await runtime.close();
  return {
    machine: {
      platform: `${process.platform}-${process.arch}`,
      kernel: release(),
      node: process.version,
      root: process.getuid?.() === 0,
    },
    home,
    backends: runtime.reports,
    sandboxing: { file, document: sandboxing, description: describeSandboxing(sandboxing, runtime.reports) },
    database: await inspectDatabase(home, environment.value.DATABASE_URL),
    keys: inspectKeys(home),
  };
}

async function inspectDatabase(home: string, own: string | undefined): Promise<Diagnosis["database"]> {
  if (own) return { kind: "own", state: (await answers(own)) ? "answers" : "does not answer" };
  return { kind: "embedded", state: findPostmaster(layoutOf(home)) ? "runs" : "stopped" };
}

function render({ machine, home, backends, sandboxing, database, keys }: Diagnosis): string {
  const lines = [
    `machine   ${machine.platform}, kernel ${machine.kernel}, Node ${machine.node}${machine.root ? ", root" : ""}`,
    `home      ${home}`,
    `database  ${database.kind === "own" ? "DATABASE_URL" : "embedded"}: ${database.state}`,
    ...keys.map(({ file, fault }) => `key       ${file}${fault ? `: ${fault}` : ""}`),
    ...backends.flatMap(renderBackend),
    ...renderSandboxing(sandboxing),
  ];
  return `${lines.join("\n")}\n`;
}

function renderSandboxing({ file, description }: Diagnosis["sandboxing"]): string[] {
  const { categories, withoutEffect, lifecycle } = description;
  const { strategy, grace_seconds: grace } = lifecycle;
  const keeping = strategy === "per-call" ? strategy : `${strategy}, ${grace} s of grace`;
  return [
    `document  ${file ?? "none: bubblewrap or stronger for everything"}; sandboxes ${keeping}`,
    ...categories.map(({ category, configured, servedBy, reason }) => {
      const served = servedBy.length > 0 ? `runs in ${servedBy.join(", else ")}` : `refused. ${reason}`;
      return `  ${category.padEnd(15)} ${configured.padEnd(10)} ${served}`;
    }),
    ...withoutEffect.map(({ key, why }) => `  without effect: ${key} (${why})`),
  ];
}

function renderBackend({ name, offered, tier, version, reason, checks }: SelfTestReport): string[] {
  const title = `${name}${version ? ` ${version}` : ""}: ${offered ? tier : "not offered"}`;
  return [
    `backend   ${title}${reason ? `. ${reason}` : ""}`,
    ...checks.map(({ name: check, holds, saw }) => `  ${holds ? "✓" : "✗"} ${check}${holds ? "" : `: ${saw}`}`),
  ];
}
