import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Machine } from "./machine.ts";
import { NOBODYS_ID } from "./nobodys-id.ts";
import { ROOT_MACHINE } from "./reference-machines.ts";
import { withSealedNode } from "./sealed-node.ts";

let base: string;
let machine: Machine;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "airlock-sealed-")));
  const readableNodePath = join(base, "node");
  writeFileSync(readableNodePath, Buffer.alloc(50_000, "binary"));
  chmodSync(readableNodePath, 0o700);
  machine = { ...ROOT_MACHINE, root: process.getuid?.() === 0, readableNodePath, nodePath: readableNodePath };
});
afterEach(() => rmSync(base, { recursive: true }));

describe("the Node that tools run on", () => {
  test("is a whole copy that anybody may run and nobody may read", () => {
    const { nodePath } = withSealedNode(machine, join(base, "state"));
    expect(nodePath).toContain(join(base, "state/runtime/sealed-node-"));
    expect(statSync(nodePath).mode & 0o777).toBe(0o111);
    if (machine.root) expect(statSync(nodePath)).toMatchObject({ uid: NOBODYS_ID, gid: NOBODYS_ID });
    chmodSync(nodePath, 0o444);
    expect(readFileSync(nodePath).equals(readFileSync(machine.readableNodePath))).toBe(true);
  });

  test("is made once, and again where it is not whole or could be read", () => {
    const state = join(base, "state");
    const { nodePath } = withSealedNode(machine, state);
    const made = statSync(nodePath).ino;
    expect(withSealedNode(machine, state).nodePath).toBe(nodePath);
    expect(statSync(nodePath).ino).toBe(made);
    chmodSync(nodePath, 0o755);
    withSealedNode(machine, state);
    expect(statSync(nodePath).mode & 0o777).toBe(0o111);
    chmodSync(nodePath, 0o700);
    truncateSync(nodePath, 4096);
    chmodSync(nodePath, 0o111);
    withSealedNode(machine, state);
    expect(statSync(nodePath).size).toBe(50_000);
  });

  test.runIf(process.getuid?.() === 0)("is made again by root where a user of the host owns it", () => {
    const state = join(base, "state");
    const { nodePath } = withSealedNode(machine, state);
    const { uid, ino } = statSync(nodePath);
    chownSync(nodePath, 1000, 1000);
    chmodSync(nodePath, 0o111);
    withSealedNode(machine, state);
    expect(statSync(nodePath).uid).toBe(uid);
    expect(statSync(nodePath).ino).not.toBe(ino);
  });

  test("is copied beside what another dispatcher copies at that moment, though it has our number; what one left long ago is removed", () => {
    const state = join(base, "state");
    const { nodePath } = withSealedNode(machine, state);
    const others = [`${nodePath}.${process.pid}`, `${nodePath}.another.partial`];
    const stale = `${nodePath}.stale.partial`;
    rmSync(nodePath);
    for (const path of [...others, stale]) writeFileSync(path, "half of it");
    utimesSync(stale, 0, 0);
    withSealedNode(machine, state);
    expect(statSync(nodePath).size).toBe(50_000);
    for (const path of others) expect(readFileSync(path, "utf8")).toBe("half of it");
    expect(readdirSync(join(state, "runtime"))).toHaveLength(3);
  });

  test("leaves nothing behind where it cannot be made", () => {
    const state = join(base, "state");
    mkdirSync(join(withSealedNode(machine, join(base, "other")).nodePath.replace("/other/", "/state/")), {
      recursive: true,
    });
    expect(() => withSealedNode(machine, state)).toThrow();
    expect(readdirSync(join(state, "runtime"))).toHaveLength(1);
  });

  test("is our own where the kernel is another", () => {
    expect(withSealedNode({ ...machine, platform: "darwin" }, base).nodePath).toBe(machine.readableNodePath);
  });
});
