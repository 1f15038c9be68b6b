import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleTool } from "./bundle.ts";

const SHELF = join(import.meta.dirname, "../tools");
let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "airlock-bundle-"));
});
afterAll(() => rm(scratch, { recursive: true }));

async function toolWith(name: string, execute: string): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "execute.ts"), execute);
  return pathToFileURL(join(folder, "contract.ts")).href;
}

async function bundled(declaredIn: string): Promise<{ code: string; sha256: string }> {
  const outcome = await bundleTool(declaredIn);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

describe("a tool's code bundle", () => {
  test("is the same bytes beside a tsconfig.json that would compile it otherwise", async () => {
    const code = "class Counter { count = 1; }\nexport const execute = async () => new Counter().count;";
    const plain = await bundled(await toolWith("plain/tool", code));
    const configured = await toolWith("configured/tool", code);
    const options = { compilerOptions: { useDefineForClassFields: false } };
    await writeFile(join(scratch, "configured/tsconfig.json"), JSON.stringify(options));
    expect(await bundled(configured)).toEqual(plain);
  });

  test("is the same bytes in another folder, from another directory", async () => {
    const copy = join(scratch, "elsewhere/deeper/shelf");
    await cp(SHELF, copy, { recursive: true });
    const here = await bundled(pathToFileURL(join(SHELF, "read-file/contract.ts")).href);
    const directory = process.cwd();
    try {
      process.chdir(scratch);
      expect(await bundled(pathToFileURL(join(copy, "read-file/contract.ts")).href)).toEqual(here);
    } finally {
      process.chdir(directory);
    }
    expect(here.code).not.toContain(directory);
    expect(here.code).not.toContain("zod");
  });

  test("has { execute } as its default export and runs as a module of its own", async () => {
    const declaredIn = await toolWith("adds", "export const execute = async ({ a }: { a: number }) => ({ b: a + 1 });");
    const { code } = await bundled(declaredIn);
    const file = join(scratch, "adds.mjs");
    await writeFile(file, code);
    const loaded = (await import(pathToFileURL(file).href)) as {
      default: { execute(input: unknown): Promise<unknown> };
    };
    expect(await loaded.default.execute({ a: 1 })).toEqual({ b: 2 });
  });

  test("changes its hash with its code", async () => {
    const one = await bundled(await toolWith("v", "export const execute = async () => 1;"));
    const two = await bundled(await toolWith("v", "export const execute = async () => 2;"));
    expect(one.sha256).not.toBe(two.sha256);
  });

  test.each([
    ["a package from npm", 'import { z } from "zod"; export const execute = async () => z;'],
    ["a file outside its shelf", 'import { x } from "../../outside.ts"; export const execute = async () => x;'],
    ["a bare built-in that a package could shadow", 'import fs from "fs"; export const execute = async () => fs;'],
    ["nothing that exists", 'import { x } from "./missing.ts"; export const execute = async () => x;'],
    ["no execute at all", "export const run = async () => 1;"],
    ["code that does not parse", "export const execute = async () => {"],
  ])("is refused when it imports or is %s", async (_name, code) => {
    await writeFile(join(scratch, "outside.ts"), "export const x = 1;");
    expect(await bundleTool(await toolWith("shelf/foreign", code))).toMatchObject({
      ok: false,
      code: "invalid_definition",
    });
  });
});
