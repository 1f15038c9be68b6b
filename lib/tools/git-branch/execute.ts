import type { z } from "zod";
import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { changeRepository } from "../git/change-repository.ts";
import { branchName, revision } from "../git/names.ts";
import type { Repository } from "../git/open-repository.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output> = (call) =>
  changeRepository(call.repository ?? ".", (repository) => change(repository, call));

async function change(
  repository: Repository,
  { action, startPoint, ...call }: z.infer<typeof input>,
): Promise<z.infer<typeof output>> {
  if (startPoint !== undefined && action !== "create") {
    throw failure("invalid_input", "Only a new branch has a point at which it begins.");
  }
  const name = branchName(call.name);
  if (action === "create") {
    await repository.git(["branch", "--no-track", "--end-of-options", name, revision(startPoint ?? "HEAD")]);
  } else if (action === "switch") {
    await repository.git(["switch", "--quiet", "--no-guess", "--no-recurse-submodules", "--end-of-options", name]);
  } else {
    await repository.git(["branch", "--delete", "--end-of-options", name]);
  }
  const accepts = [0, 1];
  const branch = await repository.line(["symbolic-ref", "--quiet", "--short", "HEAD"], { accepts });
  const commit = await repository.line(["rev-parse", "--quiet", "--verify", `refs/heads/${name}`], { accepts });
  return { ...(branch === "" ? {} : { branch }), ...(commit === "" ? {} : { commit }) };
}
