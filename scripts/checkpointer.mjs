import { handOver } from "./bootstrap/hand-over.mjs";

await handOver("scripts/checkpointer/main.ts");
