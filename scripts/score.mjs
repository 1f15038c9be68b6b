import { handOver } from "./bootstrap/hand-over.mjs";

await handOver("scripts/score/main.ts");
