import { closeSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { type Pipe, PipeStock } from "./pipes.ts";
import { SpawnerClient } from "./spawner-client.ts";

const { platform, programs, readableNodePath } = probeMachine(process.execPath);

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

test.runIf(platform === "linux" && programs.mkfifo)(
  "a spawner that ends while pipes are being made leaves no name behind",
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "airlock-slow-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const [mkfifo, told] = [join(directory, "mkfifo"), join(directory, "told")];
    writeFileSync(mkfifo, `#!/bin/sh\necho "$3" > ${told}; sleep 0.5; exec ${programs.mkfifo} "$@"\n`, { mode: 0o755 });
    const settings = { mkfifo, sh: programs.sh, groupDirectories: [], groups: [], midwife: null };
    const spawner = await SpawnerClient.start(readableNodePath, settings);
    await expect.poll(() => existsSync(told) && readFileSync(told, "utf8")).toMatch(/\n$/);
    const drafts = dirname(readFileSync(told, "utf8"));
    expect(existsSync(drafts)).toBe(true);
    await spawner.close();
    expect(existsSync(drafts)).toBe(false);
  },
);

test("where no more can be made between calls only whoever asks for one hears of it", async () => {
  for (const mkfifo of ["/nowhere/mkfifo", "not\0startable"]) {
    const stock = new PipeStock(mkfifo);
    stock.refill();
    await stock.settled();
    expect(() => stock.take("from the child")).toThrow();
  }
});
