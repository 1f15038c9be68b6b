import { handOver } from "./bootstrap/hand-over.mjs";

await handOver("scripts/soak/main.ts");
