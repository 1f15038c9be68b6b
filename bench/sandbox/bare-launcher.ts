import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { StartArm } from "./start-arm.ts";

const ENTRY = fileURLToPath(new URL("../baselines/bare-launcher.mjs", import.meta.url));

interface Report {
  readonly milliseconds: number;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Programs as their launchers start them, one at a time. */
export interface BareLauncher {
  /** `expected`: what it has to print. */
  arm(argv: readonly [string, ...string[]], input: string | null, expected: string): StartArm;
  close(): Promise<void>;
}

export function openBareLauncher(): BareLauncher {
  const child = fork(ENTRY, { execArgv: [], serialization: "json" });
  const ended = once(child, "exit");
  return {
    arm: (argv, input, expected) => ({
      async once() {
        const answered = once(child, "message") as Promise<[Report]>;
        child.send({ argv, input });
        const [report] = await Promise.race([answered, ended.then(() => Promise.reject(new Error("It ended.")))]);
        if (report.exitCode === 0 && report.stdout === expected) return report.milliseconds;
        throw new Error(`${argv[0]} ended with ${report.exitCode}: ${report.stderr}${report.stdout}`);
      },
    }),
    async close() {
      child.disconnect();
      await ended;
    },
  };
}
