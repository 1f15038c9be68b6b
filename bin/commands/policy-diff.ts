import type { PolicyChange } from "#lib/policy/document/policy-change.ts";
import { checkDraft } from "#lib/policy/drafts/check-draft.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import { asAuditor, findAuditPlace } from "./audit-login.ts";
import type { Command } from "./command.ts";
import { parseArguments } from "./parse-flags.ts";
import { problemLines, readPolicyFile } from "./policy-files.ts";

const EXIT_WIDER = 1;
const EXIT_FAILURE = 3;

export const policyDiff: Command = {
  usage: `airlock policy diff FILE [--json] [--exact]

  FILE may be '-' for stdin. What is not provably as narrow as before is wider.

  Exit 0: nothing is wider. 1: something is. 2: usage. 3: it failed, or the document cannot be read.

  --json   {"inForce", "widens", "changes": […]}
  --exact  exit 1 for any difference: the file is then a lock`,

  async run(args) {
    const { values, files } = parseArguments(args, { json: { type: "boolean" }, exact: { type: "boolean" } });
    const { file, text } = await readPolicyFile(files);
    const checked = await asAuditor(findAuditPlace(), (sql) => checkDraft(sql, text));
    if (!checked.ok) {
      process.stderr.write(`${problemLines(file, checked).join("\n")}\n`);
      return EXIT_FAILURE;
    }
    const { inForce, widens, changes } = checked.value;
    process.stdout.write(values.json ? `${JSON.stringify({ inForce, widens, changes })}\n` : render(changes));
    return widens || (values.exact && changes.length > 0) ? EXIT_WIDER : 0;
  },
};

function render(changes: readonly PolicyChange[]): string {
  const lines = changes
    .toSorted((left, right) => Number(right.widening) - Number(left.widening))
    .map(({ path, before, after, widening, sentence }) => {
      const moved = [before, after].map((value) => (value === undefined ? "–" : show(value))).join(" → ");
      return `${widening ? "WIDER" : "     "}  ${plainText(sentence, 400)}\n       ${plainText(path, 160) || "/"}: ${moved}`;
    });
  const wider = changes.filter(({ widening }) => widening).length;
  const total = `${changes.length} ${changes.length === 1 ? "difference" : "differences"}, ${wider} wider`;
  return `${[...lines, total].join("\n")}\n`;
}

/** A reason or a pattern may hold anything: what does not show is written out, so that it cannot paint over the line. */
function show(value: unknown): string {
  return plainText(JSON.stringify(value), 160);
}
