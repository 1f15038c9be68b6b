import { release } from "node:os";
import { answers } from "#db/embedded/answers.ts";
import { layoutOf } from "#db/embedded/layout.ts";
import { findPostmaster } from "#db/embedded/postmaster.ts";
import { resolveHome } from "#lib/environment/home.ts";
import { readEnvironment } from "#lib/environment/read-environment.ts";
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
  readonly database: {
    readonly kind: "embedded" | "own";
    readonly state: "answers" | "runs" | "stopped" | "does not answer";
  };
  readonly keys: readonly KeyReport[];
}

export const doctor: Command = {
  summary: "what this machine can isolate, proved by self-tests; database and keys",
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
  const runtime = await openSandboxRuntime({ nodePath: process.execPath });
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
    database: await inspectDatabase(home, environment.value.DATABASE_URL),
    keys: inspectKeys(home),
  };
}

async function inspectDatabase(home: string, own: string | undefined): Promise<Diagnosis["database"]> {
  if (own) return { kind: "own", state: (await answers(own)) ? "answers" : "does not answer" };
  return { kind: "embedded", state: findPostmaster(layoutOf(home)) ? "runs" : "stopped" };
}

function render({ machine, home, backends, database, keys }: Diagnosis): string {
  const lines = [
    `machine   ${machine.platform}, kernel ${machine.kernel}, Node ${machine.node}${machine.root ? ", root" : ""}`,
    `home      ${home}`,
    `database  ${database.kind === "own" ? "DATABASE_URL" : "embedded"}: ${database.state}`,
    ...keys.map(({ file, fault }) => `key       ${file}${fault ? `: ${fault}` : ""}`),
    ...backends.flatMap(renderBackend),
  ];
  return `${lines.join("\n")}\n`;
}

function renderBackend({ name, offered, tier, version, reason, checks }: SelfTestReport): string[] {
  const title = `${name}${version ? ` ${version}` : ""}: ${offered ? tier : "not offered, calls are refused"}`;
  return [
    `backend   ${title}${reason ? `. ${reason}` : ""}`,
    ...checks.map(({ name: check, holds, saw }) => `  ${holds ? "✓" : "✗"} ${check}${holds ? "" : `: ${saw}`}`),
  ];
}
