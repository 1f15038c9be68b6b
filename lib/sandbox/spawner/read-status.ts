import type { Readable } from "node:stream";

/**
 * bubblewrap's own account of the run. It writes an exit code only when the command was reached, which is how a failed
 * set-up is told from a tool that failed. The descriptor is closed before the command starts, so the tool cannot forge it.
 */
export function readStatus(stream: Readable | null): () => number | null {
  let text = "";
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-4096);
  });
  return () => {
    const code = /"exit-code"\s*:\s*(\d+)/.exec(text)?.[1];
    return code === undefined ? null : Number(code);
  };
}
