import { basename, dirname } from "node:path";
import type { Execute } from "#lib/registry/tool.ts";
import { refuseCleanerMark } from "../file-access/cleaner-mark.ts";
import { inJail } from "../file-access/jail.ts";
import { makeFolder } from "../file-access/make-folder.ts";
import { openFolder } from "../file-access/open-folder.ts";
import { replaceFile } from "../file-access/replace-file.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output> = async (call, { idempotencyKey }) => {
  const { content } = call;
  refuseCleanerMark(content);
  const path = inJail(call.path);
  const folder = await openFolder(dirname(path), call.createDirectories === true ? makeFolder : undefined);
  try {
    const replaced = await replaceFile({ folder, name: basename(path), path, content, idempotencyKey });
    return { path, bytes: Buffer.byteLength(content, "utf8"), replaced };
  } finally {
    await folder.close();
  }
};
