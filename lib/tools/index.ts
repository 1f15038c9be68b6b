import type { Tool } from "#lib/registry/tool.ts";
import { httpFetch } from "./http-fetch/contract.ts";
import { readFile } from "./read-file/contract.ts";
import { writeFile } from "./write-file/contract.ts";

/** The tools that ship with Airlock; each folder holds the contract, the code and its test. */
export const SHIPPED_TOOLS: readonly Tool[] = [readFile, httpFetch, writeFile];
