import { isSameJson } from "#lib/registry/same-json.ts";
import { diffPermissions, type PermissionChange } from "./diff-permissions.ts";
import type { Manifest, ManifestTool, Permissions } from "./manifest.ts";
import type { Place } from "./rule.ts";
import { RULE_TABLE, type RuleCode } from "./rule-table.ts";

/** One difference between two manifests. */
export interface ManifestChange extends PermissionChange {
  readonly tool: string;
  readonly meaning: string;
}

/**
 * Every difference, tool by tool in the order of their names. It fails closed: what is not provably narrower is marked as
 * a widening, a tool that is new among them. Equal manifests differ in nothing.
 */
export function diffManifests(before: Manifest, after: Manifest): ManifestChange[] {
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  const current = new Map(after.tools.map((tool) => [tool.name, tool]));
  const names = [...new Set([...old.keys(), ...current.keys()])].sort();
  return names.flatMap((name) => {
    const [was, is] = [old.get(name), current.get(name)];
    if (was && is) return diffTools(was, is);
    if (is) return [changeOf(name, "tool.added", { pointer: "", after: is.definitionHash })];
    return [changeOf(name, "tool.removed", { pointer: "", before: was?.definitionHash })];
  });
}

function diffTools(before: ManifestTool, after: ManifestTool): ManifestChange[] {
  if (isSameJson(before, after)) return [];
  const { name, ...was } = before;
  const changes = diffPermissions(permissionsIn(before), permissionsIn(after)).map(({ code, ...place }) =>
    changeOf(name, code, place),
  );
  if (was.definitionHash !== after.definitionHash) {
    const hashes = { before: was.definitionHash, after: after.definitionHash };
    changes.push(changeOf(name, "tool.definition.changed", { pointer: "/definitionHash", ...hashes }));
  }
  if (was.version !== after.version) {
    const numbers = { before: was.version, after: after.version };
    changes.push(changeOf(name, "tool.version.changed", { pointer: "/version", ...numbers }));
  }
  return changes;
}

function permissionsIn({ name: _name, version: _version, definitionHash: _hash, ...rest }: ManifestTool): Permissions {
  return rest;
}

function changeOf(tool: string, code: RuleCode, { pointer, before, after }: Place): ManifestChange {
  const values = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  return { tool, code, ...RULE_TABLE[code], pointer, ...values };
}
