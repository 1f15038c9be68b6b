import { handOver } from "./bootstrap/hand-over.mjs";

await handOver("scripts/dev/main.ts");
