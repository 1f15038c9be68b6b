import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Control } from "./attack-report.ts";
import type { Answer, Probe } from "./probe.ts";

export const RUNNER = fileURLToPath(new URL("./probe-runner.mjs", import.meta.url));

/** The control: as an ordinary process, or with the namespaces that anybody can make and every capability in them. */
export async function runBare(
  attempts: Record<string, Probe["attempt"]>,
  control: Control,
  bubblewrap: string | undefined,
): Promise<Record<string, Answer>> {
  const code = `const { default: tool } = await import(${JSON.stringify(RUNNER)});
    const { json } = await import("node:stream/consumers");
    console.log(JSON.stringify(await tool.execute({ attempts: await json(process.stdin) })));`;
  const node = [process.execPath, "--input-type=module", "-e", code];
  const namespaces = ["user", "ipc", "pid", "net", "uts"].map((name) => `--unshare-${name}`);
  const bare = ["--uid", "0", "--gid", "0", "--cap-add", "ALL", "--dev-bind", "/", "/", "--proc", "/proc", "--"];
  const [program = "", ...args] = control === "bare" ? node : [bubblewrap ?? "", ...namespaces, ...bare, ...node];
  // A session of its own, because one of the probes hangs up the terminal.
  const { input, remove } = asFile(JSON.stringify(attempts));
  try {
    const child = spawn(program, args, { detached: true, stdio: [input, "pipe", "inherit"] });
    return (await json(child.stdout as Readable)) as Record<string, Answer>;
  } finally {
    remove();
  }
}

/** What is read is a file here, of whoever reads it. */
function asFile(text: string): { readonly input: number; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), "airlock-bare-"));
  const file = join(directory, "input");
  writeFileSync(file, text);
  const input = openSync(file, "r");
  return {
    input,
    remove() {
      closeSync(input);
      rmSync(directory, { recursive: true });
    },
  };
}
