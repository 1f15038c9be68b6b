import type { ToolContract } from "#lib/registry/contract.ts";
import { platformContract } from "#lib/registry/platform-tool.ts";
import { defineContract } from "#lib/registry/tool.ts";
import { EXAMPLE_SETTINGS } from "./example-settings.ts";
import { SHIPPED_TOOLS } from "./index.ts";
import type { OptInName } from "./opt-in.ts";
import { loadToolSettings } from "./read-settings.ts";

export interface OnTheShelf {
  readonly contract: ToolContract;
  /** The section of `tools.yaml` that brings it; nothing where it is always there. */
  readonly section: OptInName | null;
}

/** In the place of the code's hash: this is about what tools say of themselves. */
const NO_CODE = "0".repeat(64);

/** Every tool that ships, those that an installation adds as the example sets them up. */
export function wholeShelf(): OnTheShelf[] {
  const always = SHIPPED_TOOLS.map((tool) => ({ tool, section: null }));
  const example = loadToolSettings(EXAMPLE_SETTINGS);
  if (!example.ok) throw new Error(example.message);
  return [...always, ...(example.value.more ?? [])].map(({ tool, section }) => {
    const contract = "operation" in tool ? platformContract(tool) : defineContract(tool, NO_CODE);
    // Ours are right or the build is broken.
    if (!contract.ok) throw new Error(contract.message);
    return { contract: contract.value, section };
  });
}
