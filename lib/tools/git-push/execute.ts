import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { readCloneUrl } from "../git/clone-url.ts";
import { branchName } from "../git/names.ts";
import { openRepository } from "../git/open-repository.ts";
import { fieldsOf } from "../git/read-fields.ts";
import { outputText } from "../process/output-text.ts";
import type { input, output } from "./contract.ts";

const TIMEOUT_SECONDS = 150;
/** What git prints before a branch with --porcelain, and what it means. */
const DID = { "*": "created", " ": "moved", "+": "replaced", "=": "nothing" } as const;

/** Settings of the repository by which a push goes elsewhere, or does more than move a branch; a name with a slash or colon is an address. */
const STEERS = /^(url|http|push|credential|include|includeif)\.|^extensions\.worktreeconfig$|^remote\.[^\n]*[:/]/i;

export const execute: Execute<typeof input, typeof output> = async (call) => {
  const address = readCloneUrl(call.url);
  if (address.transport !== "https") throw failure("url_refused", "Only https addresses are pushed to.");
  const [from, to] = [branchName(call.branch), branchName(call.to ?? call.branch)];
  const repository = await openRepository(call.repository ?? ".");
  const named = await repository.git(["config", "--local", "--includes", "--list", "--name-only", "-z"]);
  const steering = fieldsOf(named.stdout).find((name) => STEERS.test(name));
  if (steering !== undefined) {
    throw failure(
      "repository_refused",
      `The repository's own configuration says ${steering}; take it out to push from it.`,
    );
  }
  const commit = await repository.line(["rev-parse", "--verify", `refs/heads/${from}^{commit}`]);
  const { origin, hostname } = new URL(address.url);
  const lease = call.expects === undefined ? [] : [`--force-with-lease=refs/heads/${to}:${call.expects}`];
  const { stdout, exitCode, stderr } = await repository.git(
    [
      ...["push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-signed", "--recurse-submodules=no"],
      ...[...lease, "--end-of-options", address.url, `refs/heads/${from}:refs/heads/${to}`],
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
    .find((candidate) => /^[ *+=!-]\trefs\/heads\//.test(candidate));
  const mark = line?.charAt(0) ?? "!";
  if (exitCode !== 0 || !(mark in DID)) {
    const words = line?.split("\t").at(2) ?? outputText(stderr).trim().slice(0, 500);
    throw failure("push_rejected", `The remote did not take it: ${words}`);
  }
  return { url: address.url, branch: to, commit, did: DID[mark as keyof typeof DID] };
};
