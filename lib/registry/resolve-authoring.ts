import { type RegisterHooksOptions, registerHooks } from "node:module";

/** What a module imports to declare a tool. The bundler leaves the same names out of what runs (bundle.ts). */
const AUTHORING = new Set(["airlock/tool", "airlock/process-tool", "zod"]);

/**
 * Lets a module that lies anywhere declare a tool: what it imports for that is found in its own project first, and else
 * here, so that an author installs nothing. Whatever else it imports has to be there by itself.
 */
export function resolveAuthoring(): void {
  registerHooks({ resolve });
}

const resolve: RegisterHooksOptions["resolve"] = (specifier, context, nextResolve) => {
  try {
    return nextResolve(specifier, context);
  } catch (error) {
    if (!AUTHORING.has(specifier)) throw error;
    return nextResolve(specifier, { ...context, parentURL: import.meta.url });
  }
};
