/**
 * For the test beside it: calls on a machine whose shared memory and temporary directory hold a megabyte each. Prints what each
 * came to.
 */
import { rmSync, writeFileSync } from "node:fs";
import { attackInside, commandInside, openGround } from "#lib/sandbox/hostile.fixture.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";

const SMALL = ["/dev/shm", "/tmp"];

/** Others take what room there is. */
function fill(places: readonly string[]): void {
  for (const place of places) {
    try {
      writeFileSync(`${place}/others`, Buffer.alloc(2 * 1024 * 1024, 1));
    } catch {
      // As much as there was.
    }
  }
}

function leave(places: readonly string[]): void {
  for (const place of places) rmSync(`${place}/others`);
}

const wordOf = ({ answer, error, exitCode }: SandboxResult): unknown =>
  error?.code ?? (answer?.ok ? answer.output : exitCode);

const ground = await openGround();
const bundle = (kilobytes: number, word: string) =>
  attackInside(ground, `return "${word}"; /*${"x".repeat(kilobytes * 1024)}*/`);
const succeed = () => commandInside(ground, ["true"], { filesystem: { read: [], write: [] }, exec: "allow" });
const said: Record<string, unknown> = {};

said.tooLarge = wordOf(await bundle(2048, "too large"));
said.afterTooLarge = wordOf(await succeed());
fill(SMALL);
said.noRoom = wordOf(await bundle(400, "room"));
leave(SMALL);
said.roomAgain = wordOf(await bundle(400, "room"));
fill(["/dev/shm"]);
said.roomOnDisk = wordOf(await bundle(401, "on disk"));
said.fullMemory = [];
for (let call = 0; call < 4; call += 1) (said.fullMemory as unknown[]).push(wordOf(await succeed()));
leave(["/dev/shm"]);
await ground.close();
console.log(JSON.stringify(said));
