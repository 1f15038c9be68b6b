import { access } from "node:fs/promises";
import { failure } from "../failures/failure.ts";
import type { CloneAddress } from "../git/clone-url.ts";
import type { GitCommand, Setting } from "../git/hardened.ts";

/** Where the installation's credentials are, if it has any; the tool names them and reads none of them. */
const KEY = "/run/secrets/git.ssh_key";
const KNOWN_HOSTS = "/run/secrets/git.known_hosts";
const CERTIFICATES = "/run/secrets/git.ca";

/**
 * Plain `ssh host`: names lead to the egress proxy inside the sandbox. A host key that is not known beforehand is refused,
 * for nobody is there to be asked; nothing of a user's or the system's configuration is read.
 */
const SSH = [
  ...["ssh", "-F", "/dev/null", "-T", "-a", "-x"],
  ...[
    ...["BatchMode=yes", "StrictHostKeyChecking=yes", `UserKnownHostsFile=${KNOWN_HOSTS}`],
    ...["GlobalKnownHostsFile=/dev/null", "UpdateHostKeys=no", "CheckHostIP=no", "VerifyHostKeyDNS=no"],
    ...["IdentitiesOnly=yes", `IdentityFile=${KEY}`, "IdentityAgent=none", "PreferredAuthentications=publickey"],
    ...["ProxyCommand=none", "ProxyJump=none", "PermitLocalCommand=no", "ClearAllForwardings=yes"],
    ...["ControlMaster=no", "ControlPath=none", "CanonicalizeHostname=no", "ConnectTimeout=30"],
  ].flatMap((option) => ["-o", option]),
].join(" ");

/**
 * Said by the sandbox of an agent that may fetch and not push: only what the egress proxy can see goes out. So git asks
 * the proxy in plain words, and the proxy speaks TLS to the host.
 */
const SEEN_ONLY = process.env.VCS_ACCESS === "fetch";

export async function transportOf({ transport, url, port }: CloneAddress): Promise<Omit<GitCommand, "args">> {
  if (transport === "ssh") {
    if (SEEN_ONLY) throw failure("ssh_refused", "This agent fetches over https only; use the https address.");
    if (!(await isThere(KEY)) || !(await isThere(KNOWN_HOSTS))) {
      throw failure(
        "ssh_not_configured",
        "This installation has no key and no known hosts for ssh; use the https address.",
      );
    }
    // A constant: nothing of the call is in the text that a shell reads, the host comes as an argument of its own.
    return { transports: ["ssh"], variables: { GIT_SSH_COMMAND: SSH, GIT_SSH_VARIANT: "ssh" } };
  }
  if (SEEN_ONLY) {
    const { origin, hostname } = new URL(url);
    const settings: Setting[] = [
      { name: `url.http://${hostname}:${port}/.insteadOf`, value: `${origin}/` },
      { name: "http.followRedirects", value: "false" },
      { name: "http.cookieFile", value: "" },
      { name: "http.emptyAuth", value: "false" },
    ];
    return { transports: ["http"], variables: {}, settings };
  }
  const certificates: Setting[] = (await isThere(CERTIFICATES))
    ? [{ name: "http.sslCAInfo", value: CERTIFICATES }]
    : [];
  return {
    transports: ["https"],
    variables: {},
    settings: [
      { name: "http.followRedirects", value: "false" },
      { name: "http.sslVerify", value: "true" },
      { name: "http.cookieFile", value: "" },
      { name: "http.emptyAuth", value: "false" },
      ...certificates,
    ],
  };
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
