import type { PlatformTool } from "#lib/registry/platform-tool.ts";
import type { Tool } from "#lib/registry/tool.ts";
import { deleteFile } from "./delete-file/contract.ts";
import { editFile } from "./edit-file/contract.ts";
import { gitBranch } from "./git-branch/contract.ts";
import { gitClone } from "./git-clone/contract.ts";
import { gitCommit } from "./git-commit/contract.ts";
import { gitDiff } from "./git-diff/contract.ts";
import { gitLog } from "./git-log/contract.ts";
import { httpFetch } from "./http-fetch/contract.ts";
import { listFiles } from "./list-files/contract.ts";
import { makeChart } from "./make-chart/contract.ts";
import { makeMockup } from "./make-mockup/contract.ts";
import { memoryRecall } from "./memory-recall/contract.ts";
import { memorySearch } from "./memory-search/contract.ts";
import { memoryStore } from "./memory-store/contract.ts";
import { notify } from "./notify/contract.ts";
import { readFile } from "./read-file/contract.ts";
import { runCommand } from "./run-command/contract.ts";
import { runNode } from "./run-node/contract.ts";
import { runPython } from "./run-python/contract.ts";
import { searchFiles } from "./search-files/contract.ts";
import { writeFile } from "./write-file/contract.ts";

/**
 * The tools that ship with Airlock and need nothing of an installation's own; each folder holds the contract and the code. Those that
 * work through a server, a database or a forge are in `opt-in.ts`.
 */
export const SHIPPED_TOOLS: readonly (Tool | PlatformTool)[] = [
  readFile,
  listFiles,
  searchFiles,
  writeFile,
  editFile,
  deleteFile,
  httpFetch,
  gitClone,
  gitLog,
  gitDiff,
  gitBranch,
  gitCommit,
  runPython,
  runNode,
  runCommand,
  makeChart,
  makeMockup,
  memoryStore,
  memorySearch,
  memoryRecall,
  notify,
];
