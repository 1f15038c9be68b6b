import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { loadModule } from "./load-module.ts";
import { prepareRegistration } from "./prepare-registration.ts";

/** An author's folder outside this tree, with Airlock and Zod installed as links. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlock-author-"));
  await mkdir(join(folder, "node_modules"));
  await symlink(PROJECT_ROOT, join(folder, "node_modules/airlock"));
  await symlink(join(PROJECT_ROOT, "node_modules/zod"), join(folder, "node_modules/zod"));
  await symlink(join(PROJECT_ROOT, "node_modules/yaml"), join(folder, "node_modules/yaml"));
});
afterAll(() => rm(folder, { recursive: true }));

const SHORT = `import { tool } from "airlock/tool";
import { z } from "zod";

const input = z.strictObject({ text: z.string().max(100) });
export const countWords = tool({
  name: "count_words",
  description: "Counts the words of a text.",
  input,
  output: z.strictObject({ words: z.number().int() }),
  safetyClass: "read",
  idempotency: "optional",
  execute: async ({ text }) => ({ words: text.split(/\\s+/).filter(Boolean).length }),
});
`;

async function author(name: string, source: string, beside?: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "tool.ts"), source);
  if (beside !== undefined) await writeFile(join(path, "execute.ts"), beside);
  return join(path, "tool.ts");
}

describe("a module that declares tools", () => {
  test("in the short form registers as it stands, and its bundle runs", async () => {
    const loaded = await loadModule(await author("short", SHORT));
    if (!loaded.ok) throw new Error(loaded.message);
    const [only] = loaded.value;
    if (!only?.bundle) throw new Error("no bundle");
    const { contract, bundle } = only;
    expect(contract).toMatchObject({
      name: "count_words",
      category: "code_execution",
      inputSchema: { required: ["text"] },
    });
    expect(prepareRegistration(contract, { neighbours: [], bundle: bundle.code })).toMatchObject({ ok: true });
    const file = join(folder, "short.mjs");
    await writeFile(file, bundle.code);
    const run = (await import(pathToFileURL(file).href)) as { default: { execute(input: unknown): Promise<unknown> } };
    expect(await run.default.execute({ text: "a b  c" })).toEqual({ words: 3 });
    expect(bundle.code).not.toContain("ZodObject");
  });

  test("is bundled from execute.ts beside it when that is what was declared, and only then", async () => {
    const beside = "export const execute = async () => ({ words: 7 });\n";
    const imported = SHORT.replace(/execute: async .*/, "execute,").replace(
      "\n\n",
      '\nimport { execute } from "./execute.ts";\n\n',
    );
    const code = async (path: string): Promise<string> => {
      const loaded = await loadModule(path);
      return loaded.ok ? (loaded.value[0]?.bundle?.code ?? "") : loaded.message;
    };
    expect(await code(await author("beside", imported, beside))).toMatch(/words: 7/);
    expect(await code(await author("inline", SHORT, beside))).toMatch(/filter\(Boolean\)/);
  });

  test("that validates by itself is told so when it runs, instead of being let through", async () => {
    const loaded = await loadModule(
      await author("validates", SHORT.replace("=> ({ words:", "=> (input.parse({ text }), { words:")),
    );
    const file = join(folder, "validates.mjs");
    await writeFile(file, loaded.ok ? (loaded.value[0]?.bundle?.code ?? "") : loaded.message);
    const run = (await import(pathToFileURL(file).href)) as { default: { execute(input: unknown): Promise<unknown> } };
    await expect(run.default.execute({ text: "a" })).rejects.toThrow("Schemas do not validate inside a tool");
  });

  test("with a package other than Zod in its code is refused", async () => {
    const path = await author(
      "package",
      `import { parse } from "yaml";\n${SHORT.replace("async ({ text }) =>", "async ({ text }) => parse ?? ")}`,
    );
    expect(await loadModule(path)).toMatchObject({ ok: false, code: "invalid_definition" });
  });

  test("that uses more than it declares is refused at the author's own line", async () => {
    const loaded = await loadModule(
      await author("greedy", SHORT.replace("async ({ text }) =>", "async ({ text }) =>\n    fetch(text) &&")),
    );
    if (!loaded.ok) throw new Error(loaded.message);
    const [only] = loaded.value;
    if (!only?.bundle) throw new Error("no bundle");
    const { code, sourceMap } = only.bundle;
    expect(prepareRegistration(only.contract, { neighbours: [], bundle: code, sourceMap })).toMatchObject({
      code: "undeclared_capability",
      details: { errors: [{ file: "tool.ts", line: 13, uses: "fetch" }] },
    });
  });

  test("that exports none is refused", async () => {
    expect(await loadModule(await author("none", "export const x = 1;\n"))).toMatchObject({
      ok: false,
      code: "invalid_definition",
    });
  });
});
