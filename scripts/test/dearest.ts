/** How long the tests of one file took; what they waited for another to make (a server, a build) is not in it. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

const SHOWN = 10;

/** The files that took longest, so that whoever finds the whole too slow knows where to look first. */
export function renderDearest(files: readonly FileTime[]): string {
  const dearest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  return dearest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`).join("");
}
