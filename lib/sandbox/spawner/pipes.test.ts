import { closeSync, writeSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { type Pipe, PipeStock } from "./pipes.ts";

const { platform, programs } = probeMachine(process.execPath);

test.runIf(platform === "linux" && programs.mkfifo)(
  "each pipe is one launch's, also of those that were opened before it was asked for",
  async () => {
    const stock = new PipeStock(programs.mkfifo);
    const said: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      stock.refill();
      const pipes = Array.from({ length: 6 }, () => stock.take("from the child") as Pipe);
      const read = pipes.map(({ ours }) => text(ours));
      pipes.forEach(({ child }, index) => {
        writeSync(child, `${round} ${index}`);
        closeSync(child);
      });
      said.push(...(await Promise.all(read)));
    }
    expect(said).toEqual(Array.from({ length: 24 }, (_, index) => `${Math.floor(index / 6)} ${index % 6}`));
  },
);
