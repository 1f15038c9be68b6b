import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
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
}

/** `declaredIn`: file URL of the module that declares the tool; `execute.ts` beside it is the entry. */
export async function bundleTool(declaredIn: string): Promise<Outcome<Bundle>> {
  const folder = dirname(fileURLToPath(declaredIn));
  try {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: 'import { execute } from "./execute.ts";\nexport default { execute };\n',
        resolveDir: folder,
        sourcefile: "tool.ts",
        loader: "ts",
      },
      absWorkingDir: folder,
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "node",
      target: "node24",
      charset: "utf8",
      legalComments: "inline",
      sourcemap: false,
      logLevel: "silent",
      tsconfigRaw: {},
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
    const code = outputFiles[0]?.text ?? "";
    return done({ code, sha256: createHash("sha256").update(code, "utf8").digest("hex") });
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return refuse("invalid_definition", "The tool's code could not be bundled.", {
      errors: error.errors.map(({ text, location }) => ({ text, line: location?.line, file: location?.file })),
    });
  }
}

interface BuildFailure {
  readonly errors: readonly { text: string; location: { line: number; file: string } | null }[];
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as { errors?: unknown }).errors);
}
