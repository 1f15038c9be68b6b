import { Section } from "#components/ui/section.tsx";
import { diffPolicies } from "#lib/policy/document/diff-policies.ts";
import type { PolicyVersionDetail } from "#lib/policy/versions/policy-version.ts";
import type { PolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { ChangeList } from "../changes/change-list.tsx";
import { counted } from "../policy-words.ts";

interface VersionChangesProps {
  version: PolicyVersionDetail;
  /** What it was written from. */
  base: PolicyVersionDetail | undefined;
  inForce: PolicyInForce;
}

/** What its author changed, and what would change now if it were in force. */
export function VersionChanges({ version, base, inForce }: VersionChangesProps) {
  const apart = version.version !== inForce.version && base?.version !== inForce.version;
  const written = base && diffPolicies(base.document, version.document);
  const now = apart ? diffPolicies(inForce.document, version.document) : undefined;
  return (
    <>
      {written && base && (
        <Section title="What its author changed" note={`${counted(written.length, "change")} against v${base.version}`}>
          <ChangeList changes={written} empty="Nothing differs." />
        </Section>
      )}
      {now && (
        <Section
          title="Against what is in force"
          note={`${counted(now.length, "change")}, if it took the place of v${inForce.version}`}
        >
          <ChangeList changes={now} empty={`It says what v${inForce.version} says.`} />
        </Section>
      )}
    </>
  );
}
