#!/usr/bin/env node
import { handOver } from "../scripts/bootstrap/hand-over.mjs";

await handOver("bin/commands/main.ts");
