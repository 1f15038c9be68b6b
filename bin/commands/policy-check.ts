import { checkDraft } from "#lib/policy/drafts/check-draft.ts";
import { asAuditor, findAuditPlace } from "./audit-login.ts";
import type { Command } from "./command.ts";
import { parseArguments } from "./parse-flags.ts";
import { problemLine, problemLines, readPolicyFile } from "./policy-files.ts";

const EXIT_REFUSED = 1;

export const policyCheck: Command = {
  usage: `airlock policy check FILE [--json]

  Reads the document as it would be read when it is proposed: against the version in force and the tools, agents and action
  types that exist. A section that is left out stays as it is in force. FILE may be '-' for stdin. Nothing is proposed.

  Exit 0: it could be proposed. 1: it could not; each line says where and why. 2: usage. 3: it failed.

  --json   {"ok", "inForce"?, "widens"?, "required"?, "notes": […], "errors": […]}`,

  async run(args) {
    const { values, files } = parseArguments(args, { json: { type: "boolean" } });
    const { file, text } = await readPolicyFile(files);
    const checked = await asAuditor(findAuditPlace(), (sql) => checkDraft(sql, text));
    if (!checked.ok) {
      if (values.json) print(JSON.stringify({ ok: false, notes: [], errors: checked.details?.errors ?? [] }));
      else for (const line of problemLines(file, checked)) print(line);
      return EXIT_REFUSED;
    }
    const { inForce, widens, required, notes, changes } = checked.value;
    if (values.json) print(JSON.stringify({ ok: true, inForce, widens, required, notes, errors: [] }));
    else {
      for (const note of notes) print(`${problemLine(file, note)} (a note)`);
      const people = required === 1 ? "one reviewer puts" : "two reviewers put";
      print(
        changes.length === 0
          ? `${file} says what v${inForce} says.`
          : `${file} could be proposed: ${changes.length} ${changes.length === 1 ? "change" : "changes"} against v${inForce}; ${people} it in force${widens ? ", for it allows more" : ""}.`,
      );
    }
    return 0;
  },
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
