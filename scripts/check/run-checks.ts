import { step } from "../terminal/steps.ts";
import { listChecks } from "./checks.ts";

/** Runs all checks at once, says each one's name and time, then what the failed ones found. */
export async function runChecks({ write }: { write: boolean }): Promise<{ passed: number; failed: number }> {
  const findings: string[] = [];
  const results = await Promise.all(
    listChecks({ write }).map(async ({ name, run }) => {
      try {
        const work = async () => {
          const { code, output } = await run();
          if (code !== 0) throw new Error(output);
        };
        await step(name, work, { alone: false });
        return true;
      } catch (error) {
        findings.push(`\n── ${name}\n${(error as Error).message.trimEnd()}\n`);
        return false;
      }
    }),
  );
  process.stdout.write(findings.join(""));
  const failed = results.filter((passed) => !passed).length;
  return { passed: results.length - failed, failed };
}
