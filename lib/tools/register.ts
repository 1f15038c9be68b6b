import { done, type Outcome } from "#lib/errors/outcome.ts";
import { type Bundle, bundleTool } from "#lib/registry/bundle.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { type PlatformTool, platformContract } from "#lib/registry/platform-tool.ts";
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
import type { OptInName } from "./opt-in.ts";

/** What a loader writes into the registry: the contract, the code whose hash it names (if it has any), and what the scanner says of it. */
export interface Registration {
  readonly contract: ToolContract;
  readonly bundle: Bundle | null;
  readonly findings: readonly RegistryFinding[];
}

/** What an installation says of the tools that reach outside; all of it becomes part of their contracts. */
export interface ShippedToolSettings {
  /** Replaces the hosts that `http_fetch` may reach. */
  readonly fetchHosts?: string[];
  readonly gitClone?: GitCloneNetworkPolicy;
  /** Tools that work through something of the installation's own, and the section that brings each. */
  readonly more?: readonly { readonly section: OptInName; readonly tool: Tool }[];
}

/** All shipped tools, ready to load. */
export async function shippedTools(settings: ShippedToolSettings = {}): Promise<Registration[]> {
  const tools = [
    ...SHIPPED_TOOLS.map((tool) => configured(tool, settings)),
    ...(settings.more ?? []).map(({ tool }) => tool),
  ];
  const neighbours = tools.map(({ name, description }) => ({ name, description }));
  return Promise.all(
    tools.map(async (tool) => {
      const registration = await register(tool, neighbours);
      // Ours are right or the build is broken: a refusal here is a bug, not an answer.
      if (!registration.ok) throw new Error(registration.message);
      return registration.value;
    }),
  );
}

type Neighbours = readonly { readonly name: string; readonly description: string }[];

async function register(tool: Tool | PlatformTool, neighbours: Neighbours): Promise<Outcome<Registration>> {
  const made = "operation" in tool ? withoutCode(tool) : await withCode(tool);
  if (!made.ok) return made;
  const { contract, bundle } = made.value;
  // Ours are held to what everybody's are.
  const prepared = prepareRegistration(contract, { neighbours, bundle: bundle?.code });
  return prepared.ok ? done({ contract, bundle, findings: prepared.value.findings }) : prepared;
}

type Made = Outcome<Pick<Registration, "contract" | "bundle">>;

async function withCode(tool: Tool): Promise<Made> {
  const bundle = await bundleTool(tool.declaredIn);
  if (!bundle.ok) return bundle;
  const contract = defineContract(tool, bundle.value.sha256);
  return contract.ok ? done({ contract: contract.value, bundle: bundle.value }) : contract;
}

function withoutCode(tool: PlatformTool): Made {
  const contract = platformContract(tool);
  return contract.ok ? done({ contract: contract.value, bundle: null }) : contract;
}

function configured<Declared extends Tool | PlatformTool>(
  tool: Declared,
  { fetchHosts, gitClone }: ShippedToolSettings,
): Declared {
  if (tool.name === "http_fetch" && fetchHosts) return listing(tool, fetchHosts);
  if (tool.name !== "git_clone" || !gitClone) return tool;
  const policy = gitCloneNetworkPolicySchema.parse(gitClone);
  const secrets = cloneSecrets(policy);
  return { ...listing(tool, cloneHosts(policy)), ...(secrets.length > 0 ? { requires: { secrets } } : {}) };
}

function listing<Declared extends Tool | PlatformTool>(tool: Declared, hosts: string[]): Declared {
  return { ...tool, policy: { ...tool.policy, network: { mode: "allowlist", hosts } } };
}
