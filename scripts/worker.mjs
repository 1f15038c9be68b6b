import { handOver } from "./bootstrap/hand-over.mjs";

await handOver("scripts/worker/main.ts");
