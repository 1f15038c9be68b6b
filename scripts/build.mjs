import { handOver } from "./bootstrap/hand-over.mjs";

await handOver("scripts/build/main.ts");
