import { done, type Outcome } from "#lib/errors/outcome.ts";
import { type Bundle, bundleTool } from "#lib/registry/bundle.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { prepareRegistration } from "#lib/registry/prepare-registration.ts";
import type { RegistryFinding } from "#lib/registry/scan/finding.ts";
import { defineContract, type Tool } from "#lib/registry/tool.ts";
import { SHIPPED_TOOLS } from "./index.ts";

/** What a loader writes into the registry: the contract, the code whose hash it names, and what the scanner says of it. */
export interface Registration {
  readonly contract: ToolContract;
  readonly bundle: Bundle;
  readonly findings: readonly RegistryFinding[];
}

async function register(tool: Tool): Promise<Outcome<Registration>> {
  const bundle = await bundleTool(tool.declaredIn);
  if (!bundle.ok) return bundle;
  const contract = defineContract(tool, bundle.value.sha256);
  if (!contract.ok) return contract;
  // Ours are held to what everybody's are.
  const neighbours = SHIPPED_TOOLS.map(({ name, description }) => ({ name, description }));
  const prepared = prepareRegistration(contract.value, { neighbours, bundle: bundle.value.code });
  if (!prepared.ok) return prepared;
  return done({ contract: contract.value, bundle: bundle.value, findings: prepared.value.findings });
}

/** All shipped tools, ready to load; `fetchHosts` replaces the hosts that `http_fetch` may reach. */
export async function shippedTools({ fetchHosts }: { fetchHosts?: string[] } = {}): Promise<Registration[]> {
  const tools = SHIPPED_TOOLS.map((tool) =>
    tool.name === "http_fetch" && fetchHosts ? listing(tool, fetchHosts) : tool,
  );
  return Promise.all(
    tools.map(async (tool) => {
      const registration = await register(tool);
      // Ours are right or the build is broken: a refusal here is a bug, not an answer.
      if (!registration.ok) throw new Error(registration.message);
      return registration.value;
    }),
  );
}

function listing(tool: Tool, hosts: string[]): Tool {
  return { ...tool, policy: { ...tool.policy, network: { mode: "allowlist", hosts } } };
}
