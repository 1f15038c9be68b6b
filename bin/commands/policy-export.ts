import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { readPolicyVersion } from "#lib/policy/versions/read-policy-version.ts";
import { asAuditor, findAuditPlace } from "./audit-login.ts";
import { type Command, UsageError } from "./command.ts";
import { parseFlags } from "./parse-flags.ts";

export const policyExport: Command = {
  usage: `airlock policy export [--version N] [--json]

  The document as it is edited, checked and proposed. The version goes to stderr.

  Exit 0: printed. 2: usage, or there is no such version. 3: it failed.

  --version N  that version instead of the one in force
  --json       as JSON`,

  async run(args) {
    const { values } = parseFlags(args, { version: { type: "string" }, json: { type: "boolean" } });
    const asked = values.version === undefined ? undefined : readVersion(values.version);
    const found = await asAuditor(findAuditPlace(), (sql) =>
      asked === undefined ? readPolicyInForce(sql) : readPolicyVersion(sql, asked),
    );
    if (!found) throw new UsageError(`There is no policy version ${values.version}.`);
    const { document, version } = found;
    process.stdout.write(values.json ? `${JSON.stringify(document)}\n` : renderPolicy(document));
    process.stderr.write(`v${version}\n`);
    return 0;
  },
};

function readVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError("--version is a number.");
  return Number(text);
}
