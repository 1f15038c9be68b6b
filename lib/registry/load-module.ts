import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type Bundle, bundleFile, bundleModule } from "./bundle.ts";
import type { ToolContract } from "./contract.ts";
import { type ExternalTool, externalContract, type ProcessTool, processContract } from "./process-tool.ts";
import { defineContract, type Tool } from "./tool.ts";

/** A tool that a module declares, as it would be registered. */
export interface LoadedTool {
  readonly contract: ToolContract;
  /** Only of a tool with code of its own. */
  readonly bundle?: Bundle;
}

const declaredSchema = z.looseObject({
  name: z.string(),
  description: z.string(),
  input: z.custom<z.ZodType>(isSchema),
});

/**
 * The tools that a module exports. The module is run to find them: this is for authors, on their own machine, and never
 * for a definition that came from elsewhere.
 */
export async function loadModule(file: string): Promise<Outcome<LoadedTool[]>> {
  const path = resolve(file);
  const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  const declared = Object.entries(module).filter(([, value]) => declaredSchema.safeParse(value).success);
  if (declared.length === 0) {
    return refuse("invalid_definition", `${file} exports no tool: export what tool({…}) gives back.`);
  }
  const tools: LoadedTool[] = [];
  for (const [exported, value] of declared) {
    const loaded = await loadTool(path, exported, value as Tool | ProcessTool | ExternalTool);
    if (!loaded.ok) return loaded;
    tools.push(loaded.value);
  }
  return done(tools);
}

async function loadTool(
  path: string,
  exported: string,
  declared: Tool | ProcessTool | ExternalTool,
): Promise<Outcome<LoadedTool>> {
  if ("external" in declared || "command" in declared) {
    const contract = "external" in declared ? externalContract(declared) : processContract(declared);
    return contract.ok ? done({ contract: contract.value }) : contract;
  }
  const bundle = await bundleOf(path, exported, declared);
  if (!bundle.ok) return bundle;
  const contract = defineContract(declared, bundle.value.sha256);
  return contract.ok ? done({ contract: contract.value, bundle: bundle.value }) : contract;
}

/**
 * `execute.ts` beside the module, when that is where the declared function comes from; the module itself otherwise. The
 * functions are compared, because a file that merely lies there must not run in place of what was declared.
 */
async function bundleOf(path: string, exported: string, { name, execute }: Tool): Promise<Outcome<Bundle>> {
  if (typeof execute !== "function") return refuse("invalid_definition", `${name} has no execute function.`);
  const beside = join(dirname(path), "execute.ts");
  if (basename(path) !== "execute.ts" && existsSync(beside)) {
    const code = (await import(pathToFileURL(beside).href)) as { execute?: unknown };
    if (code.execute === execute) return bundleFile(beside);
  }
  return bundleModule(path, exported);
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_zod" in value;
}
