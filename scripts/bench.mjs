import { handOver } from "./bootstrap/hand-over.mjs";

await handOver("scripts/bench/main.ts");
