import type { z } from "zod";
import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { type CloneAddress, readCloneUrl } from "../git/clone-url.ts";
import { branchName } from "../git/names.ts";
import { inRepository, type Repository } from "../git/open-repository.ts";
import { outputText } from "../process/output-text.ts";
import type { input, output } from "./contract.ts";

const TIMEOUT_SECONDS = 150;
/** What git prints before a branch with --porcelain, and what it means. */
const DID = { "*": "created", " ": "moved", "+": "replaced", "=": "nothing" } as const;

/**
 * git knows nothing of the repository but its branches and objects: the address of the call is the only one there is, and
 * what is pushed is the commit that is reported, wherever the branch is by then.
 */
export const execute: Execute<typeof input, typeof output> = async (call) => {
  const address = readCloneUrl(call.url);
  if (address.transport !== "https") throw failure("url_refused", "Only https addresses are pushed to.");
  return inRepository(call.repository ?? ".", (repository) => push(repository, call, address));
};

async function push(
  repository: Repository,
  call: z.infer<typeof input>,
  address: CloneAddress,
): Promise<z.infer<typeof output>> {
  const [from, to] = [branchName(call.branch), branchName(call.to ?? call.branch)];
  const commit = await repository.line(["rev-parse", "--verify", `refs/heads/${from}^{commit}`]);
  const { origin, hostname } = new URL(address.url);
  const lease = call.expects === undefined ? [] : [`--force-with-lease=refs/heads/${to}:${call.expects}`];
  const { stdout, exitCode, stderr } = await repository.git(
    [
      ...["push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-signed", "--recurse-submodules=no"],
      ...[...lease, "--end-of-options", address.url, `${commit}:refs/heads/${to}`],
    ],
    {
      accepts: [0, 1],
      timeoutSeconds: TIMEOUT_SECONDS,
      transports: ["http"],
      settings: [
        // In plain words to the proxy, which adds the credential and speaks TLS to the host.
        { name: `url.http://${hostname}:${address.port}/.insteadOf`, value: `${origin}/` },
        { name: "http.followRedirects", value: "false" },
        { name: "http.cookieFile", value: "" },
        { name: "http.emptyAuth", value: "false" },
      ],
    },
  );
  const line = outputText(stdout)
    .split("\n")
    .find((candidate) => /^[ *+=!-]\t[0-9a-f]+:refs\/heads\//.test(candidate));
  const mark = line?.charAt(0) ?? "!";
  if (exitCode !== 0 || !(mark in DID)) {
    const words = line?.split("\t").at(2) ?? outputText(stderr).trim().slice(0, 500);
    throw failure("push_rejected", `The remote did not take it: ${words}`);
  }
  return { url: address.url, branch: to, commit, did: DID[mark as keyof typeof DID] };
}
