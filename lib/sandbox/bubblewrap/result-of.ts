import { refuse } from "#lib/errors/outcome.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { readAnswer } from "#lib/sandbox/read-answer.ts";
import { refusedResult } from "#lib/sandbox/refused-result.ts";
import type { NetworkEntry, SandboxResult } from "#lib/sandbox/result.ts";
import type { RunOptions } from "#lib/sandbox/runtime.ts";
import type { LaunchReport } from "./launch.ts";

/** What the spawner saw, as the result that everybody else reads. */
export function resultOf(
  plan: SandboxPlan,
  report: LaunchReport,
  network: readonly NetworkEntry[],
  { answerAs }: Pick<RunOptions, "answerAs"> = {},
): SandboxResult {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");
  const missing = report.started ? null : programMissing(plan, text(report.stderr));
  if (!report.started && missing === null) {
    // These are the launcher's words about the host, not the tool's: an operator's business, kept out of its output.
    const said = text(report.stderr).trim().split("\n").at(-1);
    return refusedResult(
      plan.backend,
      refuse("no_sandbox", `The sandbox was not set up: ${said || "no reason given."}`),
    );
  }
  const isRead = plan.command.kind === "bundle" && answerAs !== "bytes";
  const answer = isRead ? readAnswer(report.answer) : null;
  return {
    backend: plan.backend,
    exitCode: missing === null ? report.exitCode : NOT_FOUND,
    signal: report.signal,
    timedOut: report.stopped === "wall",
    stdout: text(report.stdout),
    stderr: missing ?? text(report.stderr),
    truncated: report.truncated,
    usage: {
      wallMs: report.wallMs,
      ...(report.cpuMs === null ? {} : { cpuMs: report.cpuMs }),
      ...(report.maxMemoryBytes === null ? {} : { maxMemoryMb: Math.round(report.maxMemoryBytes / 10_485.76) / 100 }),
      outputBytes: report.outputBytes,
    },
    network: [...network],
    ...(answer ? { answer } : {}),
    ...(plan.command.kind === "bundle" && !isRead ? { answerBytes: report.answer } : {}),
    ...(report.stopped && report.stopped !== "closed" ? { stopped: report.stopped } : {}),
  };
}

/** As a shell says it of a program that is not there. */
const NOT_FOUND = 127;

/** The sandbox was made, and the last step into it found no program: that is the command's fault and no sandbox's. */
function programMissing({ command }: SandboxPlan, said: string): string | null {
  if (command.kind !== "argv") return null;
  const reason = /^bwrap: execvp .*: ([^:\n]+)$/m.exec(said)?.[1];
  return reason === undefined ? null : `${command.argv[0]}: ${reason}\n`;
}
