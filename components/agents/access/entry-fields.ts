import type { AgentPolicy } from "#lib/policy/document/policy-document.ts";

/** The parts of a level that a form narrows, from wide to tight; what is wider than the level changes nothing. */
export const NARROWED = [
  {
    field: "file_system",
    label: "files",
    values: [
      ["project_directory", "project directory"],
      ["workspace_only", "workspace only"],
    ],
  },
  {
    field: "network",
    label: "network",
    values: [
      ["allowlist_only", "listed hosts"],
      ["none", "none"],
    ],
  },
  {
    field: "git",
    label: "git",
    values: [
      ["read_and_branch", "read and branch"],
      ["local_only", "local only"],
    ],
  },
  {
    field: "terminal",
    label: "terminal",
    values: [
      ["restricted_commands", "restricted commands"],
      ["none", "none"],
    ],
  },
  { field: "deployment", label: "deployment", values: [["false", "with a person"]] },
] as const;

/** The entry that a filled-in form means. What the form has no field for stays as it is written. */
export function readEntry(form: FormData, before: AgentPolicy | undefined): Record<string, unknown> {
  const chosen = NARROWED.flatMap(({ field }): [string, string | boolean][] => {
    const value = String(form.get(`narrow.${field}`) ?? "");
    return value === "" ? [] : [[field, field === "deployment" ? false : value]];
  });
  const { requires_approval, commands } = before?.narrow ?? {};
  const narrow = {
    ...Object.fromEntries(chosen),
    ...(requires_approval ? { requires_approval } : {}),
    ...(commands ? { commands } : {}),
  };
  const level = String(form.get("custom_level") ?? "");
  return {
    profiles: form.getAll("profiles").map(String),
    ...(level === "" ? {} : { custom_level: level }),
    ...(Object.keys(narrow).length > 0 ? { narrow } : {}),
    allow: lines(form.get("allow")),
    deny: lines(form.get("deny")),
    enforce_tool_policies: form.get("report_only") === null,
    ...(before?.trust ? { trust: before.trust } : {}),
  };
}

function lines(value: FormDataEntryValue | null): string[] {
  const names = String(value ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);
  return [...new Set(names)];
}
