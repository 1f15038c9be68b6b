import type { Bench } from "./bench.ts";
import { cleanBench } from "./clean/bench-clean.ts";
import { dbBench } from "./db/bench-db.ts";
import { gatewayBench } from "./gateway/bench-gateway.ts";
import { inboxBench } from "./inbox/bench-inbox.ts";
import { policyBench } from "./policy/bench-policy.ts";
import { registryBench } from "./registry/bench-registry.ts";
import { sandboxBench } from "./sandbox/bench-sandbox.ts";
import { scanBench } from "./scan/bench-scan.ts";
import { trustBench } from "./trust/bench-trust.ts";

/** All benches, in the order in which they run. */
export const BENCHES: readonly Bench[] = [
  dbBench,
  scanBench,
  cleanBench,
  policyBench,
  registryBench,
  inboxBench,
  sandboxBench,
  trustBench,
  gatewayBench,
];
