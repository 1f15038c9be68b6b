/**
 * The lines of a file that may come from anywhere: a line has a bound, or a file without an end of line would fill the memory. Only
 * "\n" ends one: a JSON text may hold other signs that count as the end of a line elsewhere.
 */
import { createReadStream } from "node:fs";

/** An entry has at most 64 KB of body, twice that when it is quoted, and little else. */
export const LONGEST_LINE = 1024 * 1024;

export class LineTooLong extends Error {
  readonly number: number;
  constructor(number: number) {
    super(`Line ${number} is longer than 1 MB.`);
    this.number = number;
  }
}

export async function* readLines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file, "utf8");
  let number = 0;
  let rest = "";
  try {
    for await (const chunk of input as AsyncIterable<string>) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        number += 1;
        if (line.length > LONGEST_LINE) throw new LineTooLong(number);
        yield line;
      }
      if (rest.length > LONGEST_LINE) throw new LineTooLong(number + 1);
    }
  } finally {
    input.destroy();
  }
  if (rest !== "") yield rest;
}
