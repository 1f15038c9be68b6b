import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

/**
 * One tool's code as one ES module whose default export is `{ execute }`: the bytes that are hashed into the contract,
 * kept with the version, and run in the sandbox. The same sources give the same bytes on every machine and from any
 * directory: paths in comments are relative to the tool's folder, and no tsconfig.json or package.json has a say.
 *
 * Code may import Node's own modules, files beside it and files of the folders next to it; nothing from npm and nothing
 * from elsewhere in a project, so that what a reviewer reads is what runs.
 */
export interface Bundle {
  readonly code: string;
  readonly sha256: string;
  /** JSON; where each piece of the code came from. Not kept: it is for telling authors their own lines. */
  readonly sourceMap: string;
}

/** `declaredIn`: file URL of the module that declares the tool; `execute.ts` beside it is the code. */
export async function bundleTool(declaredIn: string | undefined): Promise<Outcome<Bundle>> {
  if (declaredIn === undefined) {
    return refuse("invalid_definition", "Nobody said where the tool is declared: add 'declaredIn: import.meta.url'.");
  }
  return bundleFile(`${dirname(fileURLToPath(declaredIn))}/execute.ts`);
}

/** A file that exports `execute`. */
export function bundleFile(file: string): Promise<Outcome<Bundle>> {
  const entry = `import { execute } from "./${basename(file)}";\nexport default { execute };\n`;
  return makeBundle(dirname(file), entry, []);
}

/** A module that calls `tool({…})` with the code in it, exported under a name. */
export function bundleModule(file: string, exported: string): Promise<Outcome<Bundle>> {
  const entry = `import { ${exported} as declared } from "./${basename(file)}";\nexport default { execute: declared.execute };\n`;
  return makeBundle(dirname(file), entry, [withoutDeclaring]);
}

/**
 * In the sandbox nobody declares or validates: `tool` gives back what it gets and a schema is a thing without effect. Code
 * that would validate by itself is told so when it runs, instead of being given a schema that lets everything pass.
 */
const withoutDeclaring: Plugin = {
  name: "without-declaring",
  setup({ onResolve, onLoad }) {
    const declaring = /^(#lib\/registry\/|airlock\/)(process-)?tool(\.ts)?$/;
    onResolve({ filter: declaring }, () => ({ path: "tool", namespace: "inert" }));
    onResolve({ filter: /^zod$/ }, () => ({ path: "zod", namespace: "inert" }));
    onLoad({ filter: /^tool$/, namespace: "inert" }, () => ({ contents: INERT_TOOL }));
    onLoad({ filter: /^zod$/, namespace: "inert" }, () => ({ contents: INERT_ZOD }));
  },
};

const INERT_TOOL = `const same = (declared) => declared;
export { same as tool, same as processTool, same as externalTool };
`;

const INERT_ZOD = `const schema = new Proxy(function () {}, {
  get(_, member) {
    if (/parse|validate|encode|decode/i.test(String(member))) throw new Error("Schemas do not validate inside a tool.");
    return schema;
  },
  apply: () => schema,
});
export { schema as z, schema as default };
`;

async function makeBundle(folder: string, contents: string, plugins: Plugin[]): Promise<Outcome<Bundle>> {
  try {
    const { outputFiles, metafile, warnings } = await build({
      stdin: { contents, resolveDir: folder, sourcefile: "airlock-entry.ts", loader: "ts" },
      absWorkingDir: folder,
      outfile: "tool.mjs",
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "node",
      target: "node24",
      charset: "utf8",
      legalComments: "inline",
      // Beside the code and without a mark in it: the bytes that are hashed do not change.
      sourcemap: "external",
      sourcesContent: false,
      logLevel: "silent",
      tsconfigRaw: {},
      plugins,
    });
    const foreign = Object.entries(metafile.inputs).flatMap(([path, { imports }]) => [
      ...(path.startsWith("../../") || path.includes("node_modules/") ? [path] : []),
      ...imports.filter((one) => one.external && !one.path.startsWith("node:")).map((one) => one.path),
    ]);
    if (foreign.length > 0) {
      return refuse("invalid_definition", `A tool's code imports only node: modules and files of its own shelf.`, {
        foreign,
      });
    }
    const undefinedImports = warnings.filter(({ id }) => id === "import-is-undefined");
    if (undefinedImports.length > 0) return refuseBuild(undefinedImports);
    const [map, code] = ["tool.mjs.map", "tool.mjs"].map(
      (name) => outputFiles.find(({ path }) => path.endsWith(`/${name}`))?.text ?? "",
    );
    return done({
      code: code ?? "",
      sha256: createHash("sha256")
        .update(code ?? "", "utf8")
        .digest("hex"),
      sourceMap: map ?? "",
    });
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return refuseBuild(error.errors);
  }
}

interface BuildProblem {
  readonly text: string;
  readonly location: { line: number; file: string } | null;
}

function refuseBuild(problems: readonly BuildProblem[]): Outcome<never> {
  const [first] = problems;
  const where = first?.location ? ` ${first.location.file}:${first.location.line}:` : "";
  return refuse(
    "invalid_definition",
    `The tool's code could not be bundled:${where} ${first?.text ?? "unknown error"}.`,
    {
      errors: problems.map(({ text, location }) => ({ text, line: location?.line, file: location?.file })),
    },
  );
}

function isBuildFailure(error: unknown): error is { readonly errors: readonly BuildProblem[] } {
  return error instanceof Error && Array.isArray((error as { errors?: unknown }).errors);
}
