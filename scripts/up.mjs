import { handOver } from "./bootstrap/hand-over.mjs";

await handOver("scripts/up/main.ts");
