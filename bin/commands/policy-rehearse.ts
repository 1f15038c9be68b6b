import type { Sql } from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { rehearse } from "#lib/policy/rehearsal/rehearse.ts";
import { CALLS_DEFAULT, CALLS_MAX } from "#lib/rehearsal/call-counts.ts";
import { prepareRehearsal } from "#lib/rehearsal/prepare-rehearsal.ts";
import { asAuditor, findAuditPlace } from "./audit-login.ts";
import { type Command, UsageError } from "./command.ts";
import { parseArguments } from "./parse-flags.ts";
import { problemLines, readPolicyFile } from "./policy-files.ts";
import { renderRehearsal, type ToldRehearsal } from "./render-rehearsal.ts";

const EXIT_REFUSED = 1;

export const policyRehearse: Command = {
  usage: `airlock policy rehearse FILE [--last N] [--json]

  Replays recorded calls under FILE and under the policy in force, in the order they were asked, and lists which would be
  decided otherwise. It runs nothing and writes nothing; it reads with the auditor's login. FILE may be '-' for stdin.

  Exit 0: done, whatever it found. 1: the document is refused; each line says where and why. 2: usage. 3: it failed.

  --last N  how many calls, ${CALLS_DEFAULT.toLocaleString("en-GB")} if not given, ${CALLS_MAX.toLocaleString("en-GB")} at the most
  --json    {"inForce", "seconds", "result": {…}}`,

  async run(args) {
    const { values, files } = parseArguments(args, { last: { type: "string" }, json: { type: "boolean" } });
    const last = readCount(values.last);
    const { file, text } = await readPolicyFile(files);
    return await asAuditor(findAuditPlace(), async (sql) => {
      const told = await hold(sql, text, last);
      if (!told.ok) {
        process.stderr.write(`${problemLines(file, told).join("\n")}\n`);
        return EXIT_REFUSED;
      }
      process.stdout.write(values.json ? `${JSON.stringify(told.value)}\n` : renderRehearsal(file, told.value));
      return 0;
    });
  },
};

async function hold(sql: Sql, text: string, last: number): Promise<Outcome<ToldRehearsal>> {
  const start = Date.now();
  const prepared = await prepareRehearsal(sql, { text }, last);
  if (!prepared.ok) return prepared;
  const { history, ...rehearsal } = prepared.value;
  const result = await rehearse(history, { ...rehearsal, now: start }, (count) => showProgress(count, history.total));
  const seconds = (Date.now() - start) / 1000;
  return done({ inForce: rehearsal.inForce.version, seconds, result });
}

/** For a person who watches; a file that stderr goes to gets nothing of it. */
function showProgress(count: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const share = Math.floor((100 * count) / Math.max(1, total));
  process.stderr.write(`\r${share} % of ${total.toLocaleString("en-GB")} calls${count >= total ? "\n" : ""}`);
}

function readCount(text: string | undefined): number {
  const count = Number(text ?? CALLS_DEFAULT);
  if (!Number.isInteger(count) || count < 1 || count > CALLS_MAX) {
    throw new UsageError(`--last is a number from 1 to ${CALLS_MAX}.`);
  }
  return count;
}
