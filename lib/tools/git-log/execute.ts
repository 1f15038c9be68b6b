import type { z } from "zod";
import type { Execute } from "#lib/registry/tool.ts";
import { pathIn, revision } from "../git/names.ts";
import { inRepository, type Repository } from "../git/open-repository.ts";
import { fieldsOf } from "../git/read-fields.ts";
import type { input, output } from "./contract.ts";

const DEFAULT_MAX_COUNT = 20;
const BRANCHES_MAX = 200;
const BODY_MAX = 4000;
const FORMAT = ["%H", "%P", "%an", "%ae", "%aI", "%s", "%b"];

export const execute: Execute<typeof input, typeof output> = (call) =>
  inRepository(call.repository ?? ".", (repository) => readHistory(repository, call));

async function readHistory(repository: Repository, call: z.infer<typeof input>): Promise<z.infer<typeof output>> {
  const maxCount = call.maxCount ?? DEFAULT_MAX_COUNT;
  const wanted = call.revision === undefined ? [] : [revision(call.revision)];
  const branch = await repository.line(["symbolic-ref", "--quiet", "--short", "HEAD"], { accepts: [0, 1] });
  const listed = await repository.git([
    ...["for-each-ref", `--count=${BRANCHES_MAX}`, "--format=%(refname:lstrip=2)%00", "refs/heads"],
  ]);
  const hasCommits = (await repository.line(["rev-parse", "--quiet", "--verify", "HEAD"], { accepts: [0, 1] })) !== "";
  const commits =
    hasCommits || wanted.length > 0
      ? await repository.git([
          ...[
            "log",
            "-z",
            `--format=${FORMAT.join("%x00")}`,
            `--max-count=${maxCount + 1}`,
            `--skip=${call.skip ?? 0}`,
          ],
          ...["--no-show-signature", "--no-notes", "--no-mailmap", "--no-decorate", "--no-color", "--no-patch"],
          ...["--end-of-options", ...wanted, "--"],
          ...(call.path === undefined ? [] : [pathIn(repository.directory, call.path)]),
        ])
      : undefined;
  const found = commits ? inRecords(fieldsOf(commits.stdout)) : [];
  return {
    ...(branch === "" ? {} : { branch }),
    branches: fieldsOf(listed.stdout)
      .map((name) => name.trim())
      .filter((name) => name !== ""),
    commits: found.slice(0, maxCount).map(asCommit),
    truncated: found.length > maxCount || commits?.truncated === true,
  };
}

/** A record that the output's bound cut in the middle is left out. */
function inRecords(fields: readonly string[]): string[][] {
  return Array.from({ length: Math.floor(fields.length / FORMAT.length) }, (_, at) =>
    fields.slice(at * FORMAT.length, (at + 1) * FORMAT.length),
  );
}

function asCommit([hash = "", parents = "", author = "", email = "", date = "", subject = "", body = ""]: string[]) {
  return {
    hash,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    ...{ author, email, date, subject },
    body: body.trim().slice(0, BODY_MAX).toWellFormed(),
  };
}
