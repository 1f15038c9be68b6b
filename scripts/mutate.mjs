import { handOver } from "./bootstrap/hand-over.mjs";

await handOver("scripts/mutate/main.ts");
