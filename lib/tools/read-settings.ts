import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { toolPolicySchema } from "#lib/policy/tool-policy.ts";
import { readYaml } from "#lib/registry/tool-md/read-yaml.ts";
import { gitCloneNetworkPolicySchema } from "./git-clone/settings.ts";
import { OPT_IN, type OptInName, toolsOf } from "./opt-in.ts";
import type { ShippedToolSettings } from "./register.ts";

const hosts = toolPolicySchema.shape.network.unwrap().shape.hosts.unwrap().min(1).max(200);

const optIn = Object.fromEntries(Object.entries(OPT_IN).map(([name, { schema }]) => [name, schema.optional()])) as {
  [Name in OptInName]: z.ZodOptional<(typeof OPT_IN)[Name]["schema"]>;
};

const documentSchema = z.strictObject({
  tools: z.strictObject({
    http_fetch: z.strictObject({ hosts }).optional(),
    git_clone: gitCloneNetworkPolicySchema.optional(),
    ...optIn,
  }),
});

const LIMITS = { maxDepth: 6, maxMembers: 1_000, refusedKeys: new Set(["__proto__", "constructor", "prototype"]) };

/**
 * What an installation says of the tools that ship: AIRLOCK_TOOLS, or `tools.yaml` in its home. It ends in the tools'
 * contracts, so a change of it is a new version that a reviewer looks at.
 */
export function readToolSettings(home: string, named?: string): Outcome<ShippedToolSettings> {
  const file = named ?? join(home, "tools.yaml");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && named === undefined) return done({});
    return refuse("bad_configuration", `The tools document ${file} cannot be read (${code}).`);
  }
  const settings = loadToolSettings(text);
  return settings.ok ? settings : { ...settings, message: `${file}: ${settings.message}` };
}

export function loadToolSettings(text: string): Outcome<ShippedToolSettings> {
  const yaml = readYaml(text, 1, LIMITS);
  if ("message" in yaml) return refuse("bad_configuration", `Line ${yaml.line}: ${yaml.message}`);
  const parsed = documentSchema.safeParse(yaml.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    // Of a key that nobody knows the issue names where it stands, not itself.
    const at = issue?.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : (issue?.path ?? []);
    const line = yaml.lineOf(["", ...at.map(String)].join("/"));
    return refuse("bad_configuration", `Line ${line}: ${issue?.message}`);
  }
  const { http_fetch, git_clone, ...sections } = parsed.data.tools;
  return done({
    ...(http_fetch ? { fetchHosts: http_fetch.hosts } : {}),
    ...(git_clone ? { gitClone: git_clone } : {}),
    more: (Object.keys(OPT_IN) as OptInName[]).flatMap((section) => {
      const settings = sections[section];
      return settings ? toolsOf(section, settings).map((tool) => ({ section, tool })) : [];
    }),
  });
}
