import type { Tool } from "#lib/registry/tool.ts";
import { deleteFile } from "./delete-file/contract.ts";
import { editFile } from "./edit-file/contract.ts";
import { httpFetch } from "./http-fetch/contract.ts";
import { listFiles } from "./list-files/contract.ts";
import { readFile } from "./read-file/contract.ts";
import { searchFiles } from "./search-files/contract.ts";
import { writeFile } from "./write-file/contract.ts";

/** The tools that ship with Airlock; each folder holds the contract, the code and its test. */
export const SHIPPED_TOOLS: readonly Tool[] = [
  readFile,
  listFiles,
  searchFiles,
  writeFile,
  editFile,
  deleteFile,
  httpFetch,
];
