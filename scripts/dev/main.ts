import { readFlags } from "../terminal/read-flags.ts";
import { runUp } from "../up/run-up.ts";

const USAGE = `npm run dev

  As 'npm run up', but both doors run from source with reload, and the dispatcher starts again when its source changes.`;

readFlags(USAGE, {});
await runUp({ demo: false, mode: "development" });
