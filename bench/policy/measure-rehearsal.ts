import type { Sql } from "postgres";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import { countedSubjects } from "#lib/policy/rehearsal/counted-subjects.ts";
import { rehearse } from "#lib/policy/rehearsal/rehearse.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { readHistory } from "#lib/rehearsal/read-history.ts";
import { readConstraints } from "#lib/rehearsal/read-subjects.ts";
import { READ_CALLS, readCalls } from "../baselines/read-calls.ts";
import { REHEARSAL_PROMISE, REHEARSED_PER_SECOND } from "../baselines/rehearsal-promise.ts";
import type { Circumstances, Reading } from "../bench.ts";
import { openClients } from "../drive-clients.ts";
import { interleave } from "../interleave.ts";
import type { BenchServer } from "../server/open-server.ts";
import { keepTemplates } from "../server/templates.ts";
import { everythingCounts, strictReading } from "./changed-policies.ts";

/** As the other benches' history, so that one template serves them all. */
const OLD_CALLS = 1_000_000;
const REHEARSED = 100_000;

/** Rehearses on the last hundred thousand of a million calls, reading them included, as the page and the command line do. */
export async function* measureRehearsal(server: BenchServer, circumstances: Circumstances): AsyncGenerator<Reading> {
  const { rounds, signal, say } = circumstances;
  const templates = await keepTemplates(server, OLD_CALLS, circumstances);
  const database = await server.create("rehearsal", await templates.full());
  const clients = await openClients(database.urls.web, 1);
  try {
    const { sql } = clients;
    const inForce = await readPolicyInForce(sql);
    const agents = await sql<{ name: string }[]>`select name from agents.agents order by name`;
    const counting = everythingCounts(
      inForce.document,
      agents.map(({ name }) => name),
    );
    say(`rehearsing on ${REHEARSED.toLocaleString("en")} of ${OLD_CALLS.toLocaleString("en")} calls`);
    const arms = {
      classes: () => perSecond(() => rehearseOn(sql, strictReading(inForce.document))),
      counting: () => perSecond(() => rehearseOn(sql, counting)),
      reading: () => perSecond(() => readCalls(sql, REHEARSED)),
    };
    await interleave(arms, 1, signal);
    const samples = await interleave(arms, rounds, signal);
    for (const name of ["classes", "counting"] as const) {
      yield {
        metric: `rehearsal.${name}`,
        unit: "calls/s",
        rounds: samples[name].map((value) => ({ value, baseline: REHEARSED_PER_SECOND })),
        baselineFile: REHEARSAL_PROMISE,
      };
      yield {
        metric: `rehearsal.${name}.read`,
        unit: "calls/s",
        rounds: samples[name].map((value, round) => ({ value, baseline: samples.reading[round] ?? value })),
        baselineFile: READ_CALLS,
      };
    }
  } finally {
    await clients.end();
  }
}

async function rehearseOn(sql: Sql, changed: PolicyDocument): Promise<void> {
  const inForce = await readPolicyInForce(sql);
  const counted = countedSubjects([inForce.document, changed], await readConstraints(sql));
  const history = await readHistory(sql, REHEARSED, counted);
  const { calls, changed: found } = await rehearse(history, { inForce, changed, counted, now: Date.now() });
  if (calls !== REHEARSED || found === 0)
    throw new Error(`Of ${calls} calls ${found} would change: nothing was measured.`);
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (REHEARSED * 1_000) / (performance.now() - started);
}
