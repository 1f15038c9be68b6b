import type { Metadata } from "next";
import { checkPolicy } from "#app/actions/check-policy.ts";
import { proposePolicy } from "#app/actions/propose-policy.ts";
import { rebasePolicy } from "#app/actions/rebase-policy.ts";
import { one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { PolicyEditor } from "#components/policies/editor/policy-editor.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { readPolicyVersion } from "#lib/policy/versions/read-policy-version.ts";
import { versionNumber } from "#lib/policy/versions/version-number.ts";
import { may } from "#lib/sessions/permissions.ts";

export const metadata: Metadata = { title: "Edit the policy" };

const ACTIONS = { check: checkPolicy, propose: proposePolicy, rebase: rebasePolicy };

export default async function EditPolicyPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession();
  const params = await searchParams;
  if (!may(session.role, "policy.write")) {
    return (
      <Page>
        <PageTitle title="Edit the policy" />
        <EmptyState title="Admins write the policy">
          Your role is {session.role}. You can read every part of it, and reviewers put what an admin wrote in force.
        </EmptyState>
      </Page>
    );
  }
  const from = versionNumber(one(params, "from"));
  const [inForce, chosen] = await Promise.all([
    readPolicyInForce(database()),
    from === undefined ? undefined : readPolicyVersion(database(), from),
  ]);
  const original = renderPolicy(inForce.document);
  const text = chosen ? renderPolicy(chosen.document) : original;
  const agent = one(params, "agent");
  const part = agent === undefined ? one(params, "at") : `agents.${agent}`;
  return (
    <Page>
      <PageTitle
        title={chosen && chosen.version !== inForce.version ? `Bring back v${chosen.version}` : "Edit the policy"}
        facts={
          chosen && chosen.version !== inForce.version
            ? `You begin with the text of v${chosen.version}. Proposed, it becomes a new version in place of v${inForce.version}; change it first if not all of it should come back.`
            : `You write from v${inForce.version}, which is in force. What you propose decides nothing until another person puts it in force.`
        }
      />
      <PolicyEditor
        key={`${chosen?.version} ${agent}`}
        name={chosen ? `v${chosen.version}` : agent === undefined ? "in-force" : `agent-${agent}`}
        previewFirst={agent !== undefined}
        start={{ text, base: inForce.version }}
        original={original}
        startLine={part === undefined ? undefined : lineOf(text, part)}
        inForce={inForce.version}
        actions={ACTIONS}
      />
    </Page>
  );
}

/** Where a key like `profiles.careful` stands in the text; undefined where it does not. */
function lineOf(text: string, path: string): number | undefined {
  const lines = text.split("\n");
  let at = 0;
  for (const [depth, key] of path.split(".").entries()) {
    const found = lines.findIndex((line, index) => index >= at && line.startsWith(`${"  ".repeat(depth)}${key}:`));
    if (found < 0) return undefined;
    at = found;
  }
  return at + 1;
}
