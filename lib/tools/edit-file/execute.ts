import { basename, dirname } from "node:path";
import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { refuseCleanerMark } from "../file-access/cleaner-mark.ts";
import { decodeText } from "../file-access/decode-text.ts";
import { inJail } from "../file-access/jail.ts";
import { openFileIn } from "../file-access/open-file.ts";
import { openFolder } from "../file-access/open-folder.ts";
import { readUpTo } from "../file-access/read-up-to.ts";
import { replaceFile } from "../file-access/replace-file.ts";
import { applyEdit } from "./apply-edit.ts";
import type { input, output } from "./contract.ts";

const MAX_BYTES = 1_048_576;

export const execute: Execute<typeof input, typeof output> = async (call, { idempotencyKey }) => {
  refuseCleanerMark(call.edit.newText);
  const path = inJail(call.path);
  const name = basename(path);
  const folder = await openFolder(dirname(path));
  try {
    const file = await openFileIn(folder, name, path);
    try {
      const madeFrom = await file.stat();
      if (!madeFrom.isFile()) throw failure("not_a_file", `${path} is not a regular file.`);
      const { content, truncated } = await readUpTo(file, MAX_BYTES);
      const text = truncated ? undefined : decodeText(content, false);
      if (text === undefined) throw failure("not_text", `${path} is not UTF-8 text of at most ${MAX_BYTES} bytes.`);
      const edited = applyEdit(text, call.edit);
      await replaceFile({ folder, name, path, content: edited.text, idempotencyKey, madeFrom });
      const { replacements, line } = edited;
      return { path, replacements, line, bytes: Buffer.byteLength(edited.text, "utf8") };
    } finally {
      await file.close();
    }
  } finally {
    await folder.close();
  }
};
