import { sweepDeadTestHomes } from "#scripts/test/test-home.ts";

/** Playwright's global set-up: what a killed run left goes before the first worker starts. */
export default sweepDeadTestHomes;
