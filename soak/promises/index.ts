import type { SoakPromise } from "../promise.ts";
import { cleanPromise } from "./clean.ts";
import { events } from "./events.ts";
import { killSwitch } from "./kill-switch.ts";
import { lostDatabase } from "./lost-database.ts";
import { lostWorker } from "./lost-worker.ts";
import { model } from "./model.ts";
import { noElevation } from "./no-elevation.ts";
import { oneClaim } from "./one-claim.ts";
import { oneOutcome } from "./one-outcome.ts";
import { policyDifferential } from "./policy-differential.ts";
import { requests } from "./requests.ts";
import { restart } from "./restart.ts";
import { sameKey } from "./same-key.ts";
import { sandboxKills } from "./sandbox-kills.ts";
import { tampering } from "./tampering.ts";
import { twoPeople } from "./two-people.ts";
import { waiting } from "./waiting.ts";

/** Every promise that `npm run soak` tries, in the order in which it tries them. */
export const PROMISES: readonly SoakPromise[] = [
  twoPeople,
  oneOutcome,
  oneClaim,
  sameKey,
  killSwitch,
  noElevation,
  model,
  events,
  tampering,
  policyDifferential,
  lostWorker,
  lostDatabase,
  requests,
  restart,
  waiting,
  sandboxKills,
  cleanPromise,
];
