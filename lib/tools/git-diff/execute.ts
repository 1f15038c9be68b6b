import type { z } from "zod";
import type { Execute } from "#lib/registry/tool.ts";
import { pathIn, revision } from "../git/names.ts";
import { inRepository, type Repository } from "../git/open-repository.ts";
import { fieldsOf } from "../git/read-fields.ts";
import { outputText } from "../process/output-text.ts";
import type { input, output } from "./contract.ts";

const TEXT_BYTES_MAX = 262_144;
const FILES_MAX = 1000;
const UNTRACKED_MAX = 200;
const CONTEXT_LINES = 3;
/** Flags, because they are stronger than what a repository's attributes and configuration ask for. */
const HARMLESS = ["--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--no-renames", "--no-color"];

export const execute: Execute<typeof input, typeof output> = (call) =>
  inRepository(call.repository ?? ".", (repository) => compare(repository, call));

async function compare(repository: Repository, call: z.infer<typeof input>): Promise<z.infer<typeof output>> {
  const paths = (call.paths ?? []).map((path) => pathIn(repository.directory, path));
  const sides = [revision(call.from ?? "HEAD"), ...(call.to === undefined ? [] : [revision(call.to)])];
  const diff = (form: string[], maxBytes?: number) =>
    repository.git(
      ["diff", ...HARMLESS, ...form, "--end-of-options", ...sides, "--", ...paths],
      maxBytes === undefined ? {} : { maxBytes },
    );
  const counted = await diff(["--numstat", "-z"]);
  const patch = await diff(
    ["--patch", `--unified=${call.contextLines ?? CONTEXT_LINES}`, "--src-prefix=a/", "--dst-prefix=b/"],
    TEXT_BYTES_MAX,
  );
  const others =
    call.to === undefined
      ? await repository.git(["ls-files", "-z", "--others", "--exclude-standard", "--", ...paths])
      : undefined;
  const files = fieldsOf(counted.stdout).flatMap(asFile);
  const untracked = others ? fieldsOf(others.stdout) : [];
  return {
    files: files.slice(0, FILES_MAX),
    untracked: untracked.slice(0, UNTRACKED_MAX),
    text: outputText(patch.stdout),
    truncated: patch.truncated || counted.truncated || files.length > FILES_MAX || untracked.length > UNTRACKED_MAX,
  };
}

/** `added TAB removed TAB path`, with dashes for binary files. */
function asFile(record: string): { path: string; added?: number; removed?: number }[] {
  const [, added = "", removed = "", path = ""] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(record) ?? [];
  if (path === "") return [];
  return [added === "-" ? { path } : { path, added: Number(added), removed: Number(removed) }];
}
