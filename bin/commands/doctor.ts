import { readFileSync } from "node:fs";
import { release } from "node:os";
import { answers } from "#db/embedded/answers.ts";
import { layoutOf, socketUrl } from "#db/embedded/layout.ts";
import { findPostmaster } from "#db/embedded/postmaster.ts";
import { inspectDoors } from "#db/inspect-doors.ts";
import { openConnection } from "#db/open-connection.ts";
import { resolveHome } from "#lib/environment/home.ts";
import { readEnvironment } from "#lib/environment/read-environment.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
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
    /** What its logins could do beyond their functions, as far as the migration's login can see. */
    readonly open: readonly string[];
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
  if (!environment.ok) throw new Error(tellSender(environment));
  const home = resolveHome(environment.value.AIRLOCK_HOME);
  const inForce = readSandboxing(home, environment.value.AIRLOCK_SANDBOXING);
  if (!inForce.ok) throw new Error(tellSender(inForce));
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
  if (own) {
    const there = await answers(own);
    return { kind: "own", state: there ? "answers" : "does not answer", open: there ? await lookForDoors(own) : [] };
  }
  const layout = layoutOf(home);
  const running = findPostmaster(layout);
  if (!running) return { kind: "embedded", state: "stopped", open: [] };
  const url = socketUrl(running.socketDirectory, readFileSync(layout.passwordFile, "utf8"));
  return { kind: "embedded", state: "runs", open: await lookForDoors(url) };
}

/** Nothing where it cannot be asked now: that it does not answer is said elsewhere. */
async function lookForDoors(url: string): Promise<string[]> {
  const sql = openConnection(url, { max: 1, connect_timeout: 3 });
  try {
    return await inspectDoors(sql);
  } catch {
    return [];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function render({ machine, home, backends, sandboxing, database, keys }: Diagnosis): string {
  const lines = [
    `machine   ${machine.platform}, kernel ${machine.kernel}, Node ${machine.node}${machine.root ? ", root" : ""}`,
    `home      ${home}`,
    `database  ${database.kind === "own" ? "DATABASE_URL" : "embedded"}: ${database.state}`,
    ...database.open.map((sentence) => `  open: ${sentence}`),
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
