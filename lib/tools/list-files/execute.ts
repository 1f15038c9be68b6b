import type { Execute } from "#lib/registry/tool.ts";
import { globMatcher } from "../file-access/glob.ts";
import { inJail } from "../file-access/jail.ts";
import { openFolder } from "../file-access/open-folder.ts";
import { walkFolder } from "../file-access/walk-folder.ts";
import type { input, output } from "./contract.ts";

const DEFAULT_LIMIT = 500;
const VISITS = 50_000;

export const execute: Execute<typeof input, typeof output> = async (call) => {
  const path = inJail(call.path ?? ".");
  const isWanted = call.glob === undefined ? () => true : globMatcher(call.glob);
  const limit = call.limit ?? DEFAULT_LIMIT;
  const folder = await openFolder(path);
  try {
    const walk = walkFolder(folder, { depth: call.depth ?? 1, hidden: call.hidden ?? false, visits: VISITS });
    const entries: Awaited<ReturnType<typeof execute>>["entries"] = [];
    let step = await walk.next();
    while (!step.done && entries.length <= limit) {
      const { path: below, kind, bytes } = step.value;
      if (isWanted(below)) entries.push({ path: below, kind, ...(kind === "file" ? { bytes } : {}) });
      step = await walk.next();
    }
    const isWhole = step.done === true && step.value;
    return { path, entries: entries.slice(0, limit), truncated: !isWhole || entries.length > limit };
  } finally {
    await folder.close();
  }
};
