import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const PAGE = "/(dashboard)/approvals/page";
/** Fetched only where an address leads nowhere; what shows a failure is sent at once, as it must be there when nothing else comes. */
const NOT_SENT = /not-found$/;

/**
 * How many bytes of scripts a browser is sent for the inbox, each file compressed by itself as a server does: the framework, the frame
 * and the page, as the build's own lists have them. What is fetched later, when a dialog opens, is not in it.
 */
export function scriptBytes(folder: string): number {
  const build = join(folder, ".next");
  const { rootMainFiles } = JSON.parse(readFileSync(join(build, "build-manifest.json"), "utf8")) as {
    rootMainFiles: string[];
  };
  const files = new Set([
    ...rootMainFiles,
    ...scriptsOfPage(join(build, "server", "app", `${PAGE}_client-reference-manifest.js`)),
  ]);
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(join(build, file))).length;
  return bytes;
}

/** The list is a script that assigns one JSON value. */
function scriptsOfPage(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const value = text.slice(text.indexOf(`"] = {`) + 5).replace(/;\s*$/, "");
  const { entryJSFiles } = JSON.parse(value) as { entryJSFiles: Record<string, string[]> };
  return Object.entries(entryJSFiles).flatMap(([entry, files]) => (NOT_SENT.test(entry) ? [] : files));
}
