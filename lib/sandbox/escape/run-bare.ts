import { spawn } from "node:child_process";
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
  const child = spawn(program, args, { detached: true, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(attempts));
  return (await json(child.stdout)) as Record<string, Answer>;
}
