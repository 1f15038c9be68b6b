import { readFlags } from "../terminal/read-flags.ts";
import { runUp } from "./run-up.ts";

const USAGE = `npm run up [-- --demo]

  Brings up everything on this machine: a local PostgreSQL unless DATABASE_URL is set, the dashboard, the gateway and a
  dispatcher. Prints where they are and how to sign in. Ctrl-C stops all of it.

  --demo  with DATABASE_URL: load the demo workspace into that database, if it is empty
  Settings come from the environment or .env; .env.example explains each.`;

const { demo = false } = readFlags(USAGE, { demo: { type: "boolean" } });
await runUp({ demo, mode: "production" });
