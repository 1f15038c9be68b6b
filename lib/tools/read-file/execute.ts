import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { decodeText } from "../file-access/decode-text.ts";
import { inJail } from "../file-access/jail.ts";
import { openFile } from "../file-access/open-file.ts";
import { readUpTo } from "../file-access/read-up-to.ts";
import type { input, output } from "./contract.ts";

const DEFAULT_MAX_BYTES = 262_144;

export const execute: Execute<typeof input, typeof output> = async ({ path, maxBytes = DEFAULT_MAX_BYTES }) => {
  const absolute = inJail(path);
  const file = await openFile(absolute);
  try {
    const status = await file.stat();
    if (!status.isFile()) throw failure("not_a_file", `${absolute} is not a regular file.`);
    const { content, truncated } = await readUpTo(file, maxBytes);
    const text = decodeText(content, truncated);
    return {
      path: absolute,
      bytes: Math.max(status.size, content.length),
      truncated,
      ...(text === undefined ? { base64: content.toString("base64") } : { text }),
    };
  } finally {
    await file.close();
  }
};
