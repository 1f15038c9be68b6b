import { done, type Outcome } from "#lib/errors/outcome.ts";
import { type Bundle, bundleTool } from "#lib/registry/bundle.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { prepareRegistration } from "#lib/registry/prepare-registration.ts";
import type { RegistryFinding } from "#lib/registry/scan/finding.ts";
import { defineContract, type Tool } from "#lib/registry/tool.ts";
import {
  cloneHosts,
  cloneSecrets,
  type GitCloneNetworkPolicy,
  gitCloneNetworkPolicySchema,
} from "./git-clone/settings.ts";
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

/** What an installation says of the tools that reach outside; all of it becomes part of their contracts. */
export interface ShippedToolSettings {
  /** Replaces the hosts that `http_fetch` may reach. */
  readonly fetchHosts?: string[];
  readonly gitClone?: GitCloneNetworkPolicy;
}

/** All shipped tools, ready to load. */
export async function shippedTools(settings: ShippedToolSettings = {}): Promise<Registration[]> {
  return Promise.all(
    SHIPPED_TOOLS.map(async (tool) => {
      const registration = await register(configured(tool, settings));
      // Ours are right or the build is broken: a refusal here is a bug, not an answer.
      if (!registration.ok) throw new Error(registration.message);
      return registration.value;
    }),
  );
}

function configured(tool: Tool, { fetchHosts, gitClone }: ShippedToolSettings): Tool {
  if (tool.name === "http_fetch" && fetchHosts) return listing(tool, fetchHosts);
  if (tool.name !== "git_clone" || !gitClone) return tool;
  const policy = gitCloneNetworkPolicySchema.parse(gitClone);
  const secrets = cloneSecrets(policy);
  return { ...listing(tool, cloneHosts(policy)), ...(secrets.length > 0 ? { requires: { secrets } } : {}) };
}

function listing(tool: Tool, hosts: string[]): Tool {
  return { ...tool, policy: { ...tool.policy, network: { mode: "allowlist", hosts } } };
}
